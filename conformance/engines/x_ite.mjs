/** X_ITE, in a page: what the nodes of its X3D scene show, by its own clock, which is `Date.now`. */
import X3D from "x_ite";
import { unpackGlb } from "../../scripts/glb.mjs";
import { readAccessor } from "../../test/helpers/gltfPose.js";

/** @type {import("./cases.mjs").Adapter} */
export const x_ite = {
  name: "x_ite",
  async play({ bytes, times, nodes }) {
    const canvas = document.createElement("x3d-canvas");
    document.body.append(canvas);
    const { browser } = canvas;
    browser.setBrowserOption("MaximumFrameRate", 1e6);
    const asset = unpackGlb(bytes);
    const scene = await browser.createX3DFromURL(new X3D.MFString(URL.createObjectURL(new Blob([bytes], { type: "model/gltf-binary" }))));
    await browser.replaceWorld(scene);
    const start = Date.now() / 1000 + 10;
    const timer = scene.getNamedNode("Timer1");
    timer.loop = true;
    timer.startTime = start;
    const shown = [];
    const { now } = Date;
    for (const time of new Set([0, ...times])) {
      Date.now = () => 1000 * (start + time);
      await browser.nextFrame();
      shown.push(nodes.map((name, node) => valuesOf(scene, name, asset, node)));
    }
    Date.now = now;
    canvas.remove();
    return shown.slice(-times.length);
  },
};

/**
 * The engine leaves out a transform that neither moves nor is at rest elsewhere, and shows its mesh, whose name has a number then.
 * @param {any} scene
 * @param {string} name
 */
function partsOf(scene, name) {
  const named = (/** @type {string} */ key) => {
    try {
      return scene.getNamedNode(key);
    } catch {
      return null;
    }
  };
  const node = named(name);
  return { node, shape: node?.children.find((/** @type {any} */ { geometry }) => geometry?.coord) ?? named(`${name}_1`) };
}

/** @param {any} scene @param {string} name @param {import("../../test/helpers/gltfPose.js").Asset} asset @param {number} index */
function valuesOf(scene, name, asset, index) {
  const { node, shape } = partsOf(scene, name);
  const { translation, rotation, scale } = node ?? {};
  const { x, y, z, angle } = rotation ?? {};
  const sine = Math.sin(angle / 2);
  const { primitives, weights } = asset.json["meshes"][asset.json["nodes"][index].mesh] ?? {};
  const points = () => [...shape.geometry.coord.point].flatMap((point) => [point.x, point.y, point.z]);
  return {
    translation: [translation?.x, translation?.y, translation?.z],
    rotation: [x * sine, y * sine, z * sine, Math.cos(angle / 2)],
    scale: [scale?.x, scale?.y, scale?.z],
    weights: weights && shape ? weightsOf(points(), asset, primitives[0]) : [],
  };
}

/** The engine has positions only: the weights with which the targets of a file make them, by least squares. */
function weightsOf(/** @type {number[]} */ points, /** @type {any} */ asset, /** @type {any} */ { attributes, targets }) {
  const base = readAccessor(asset, attributes.POSITION);
  const moves = targets.map(({ POSITION }) => readAccessor(asset, POSITION));
  const dot = (a, b) => a.reduce((sum, component, i) => sum + component * b[i], 0);
  const moved = points.map((component, i) => component - base[i]);
  const rows = moves.map((a) => [...moves.map((b) => dot(a, b)), dot(a, moved)]);
  rows.forEach((row, i) => {
    const pivot = row[i] || 1; // of a target that moves nothing
    row.forEach((_, column) => (row[column] /= pivot));
    rows.forEach((other, j) => {
      const factor = other[i];
      other.forEach((_, column) => (other[column] -= j === i ? 0 : factor * row[column]));
    });
  });
  return rows.map((row) => row.at(-1));
}
