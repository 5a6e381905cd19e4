/** X_ITE, in a page: what the nodes of its X3D scene show, by its own clock, which is `Date.now`. */
import X3D from "x_ite";
import { packGlb, unpackGlb } from "../../scripts/glb.mjs";
import { readAccessor } from "../../test/helpers/gltfPose.js";

/** @type {import("./cases.mjs").Adapter} */
export const x_ite = {
  name: "x_ite",
  async play({ bytes, times, nodes }) {
    const canvas = document.createElement("x3d-canvas");
    canvas.style.width = canvas.style.height = "1px"; // nothing to draw, which takes most of the time
    document.body.append(canvas);
    const { browser } = canvas;
    browser.setBrowserOption("MaximumFrameRate", 1e6);
    const asset = unpackGlb(bytes);
    // names by which parts are found again: the engine changes others
    asset.json["nodes"].forEach((/** @type {any} */ node, /** @type {number} */ i) => (node.name = `node${i}`));
    asset.json["meshes"]?.forEach((/** @type {any} */ mesh, /** @type {number} */ i) => (mesh.name = `mesh${i}`));
    const blob = new Blob([packGlb(asset.json, asset.bin)], { type: "model/gltf-binary" });
    const scene = await browser.createX3DFromURL(new X3D.MFString(URL.createObjectURL(blob)));
    await browser.replaceWorld(scene);
    const start = Date.now() / 1000 + 10;
    const timer = scene.getNamedNode("Timer1");
    timer.loop = true;
    timer.startTime = start;
    const shown = new Map();
    const { now } = Date;
    for (const time of new Set([0, ...times])) {
      Date.now = () => 1000 * (start + time);
      await browser.nextFrame();
      shown.set(
        time,
        nodes.map((_, node) => valuesOf(scene, asset, node)),
      );
    }
    Date.now = now;
    canvas.remove();
    return times.map((time) => shown.get(time));
  },
};

/**
 * The engine leaves out a transform that neither moves nor is at rest elsewhere, and shows its mesh.
 * @param {any} scene
 * @param {number} index of a node
 * @param {number} mesh its index
 */
function partsOf(scene, index, mesh) {
  const named = (/** @type {string} */ key) => {
    try {
      return scene.getNamedNode(key);
    } catch {
      return null;
    }
  };
  const node = named(`node${index}`);
  return { node, shape: node?.children.find((/** @type {any} */ { geometry }) => geometry?.coord) ?? named(`mesh${mesh}`) };
}

/** @param {any} scene @param {import("../../test/helpers/gltfPose.js").Asset} asset @param {number} index */
function valuesOf(scene, asset, index) {
  const { mesh } = asset.json["nodes"][index];
  const { node, shape } = partsOf(scene, index, mesh);
  const { translation, rotation, scale } = node ?? {};
  const { x, y, z, angle } = rotation ?? {};
  const sine = Math.sin(angle / 2);
  const { primitives, weights } = asset.json["meshes"]?.[mesh] ?? {};
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
