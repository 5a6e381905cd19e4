/**
 * Orillusion, in a page with WebGPU: what its AnimatorComponents show. They move joints of skins only, so that all nodes are joints here: of a skin
 * without a shape.
 */
import { AnimatorComponent, Engine3D, GLBParser, Time } from "@orillusion/core";
import { packGlb, unpackGlb } from "../../scripts/glb.mjs";

/** @type {any} */
let engine = null;

/** @type {import("./cases.mjs").Adapter} */
export const orillusion = {
  name: "orillusion",
  async play({ bytes, animation = 0, times, nodes }) {
    engine ??= await Engine3D.init({ canvasConfig: { canvas: document.createElement("canvas") } });
    const parser = new GLBParser();
    parser.ctx = engine.context3D;
    const root = await parser.parseBuffer(withSkin(bytes).buffer);
    const [animator] = root.getComponentsInChild(AnimatorComponent);
    animator.playAnim(animator.clips[animation].clipName);
    let before = 0;
    return times.map((time) => {
      Time.delta = 1000 * (time - before);
      before = time;
      animator.onUpdate();
      return nodes.map((name) => {
        const { localPosition, localRotQuat, localScale } = animator.skeltonPoseObject3D[name].transform;
        return {
          translation: [localPosition.x, localPosition.y, localPosition.z],
          rotation: [localRotQuat.x, localRotQuat.y, localRotQuat.z, localRotQuat.w],
          scale: [localScale.x, localScale.y, localScale.z],
          weights: [], // of glTF, it reads none
        };
      });
    });
  },
};

/** The file with all nodes below one, which is the first joint of a skin of two triangles. @param {Uint8Array} bytes */
function withSkin(bytes) {
  const { json, bin } = unpackGlb(bytes);
  const data = [
    new Float32Array([0, 0, 0, 0, 0, 0, 0, 0, 0]),
    new Uint8Array(12),
    new Float32Array([1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]),
    new Uint16Array([0, 1, 2, 0, 1, 2]),
  ];
  const { nodes, scene = 0, scenes, meshes = [], bufferViews, accessors } = json;
  const parts = [bin];
  let length = bin.length;
  const [POSITION, JOINTS_0, WEIGHTS_0, indices] = data.map((array, i) => {
    bufferViews.push({ buffer: 0, byteOffset: length, byteLength: array.byteLength });
    parts.push(new Uint8Array(array.buffer));
    length += array.byteLength;
    const [type, componentType] = [
      ["VEC3", 5126],
      ["VEC4", 5121],
      ["VEC4", 5126],
      ["SCALAR", 5123],
    ][i];
    return accessors.push({ bufferView: bufferViews.length - 1, type, componentType, count: i === 3 ? 6 : 3 }) - 1;
  });
  const first = nodes.push({ name: "all nodes", children: scenes[scene].nodes }) - 1;
  const mesh = meshes.push({ primitives: [{ attributes: { POSITION, JOINTS_0, WEIGHTS_0 }, indices }] }) - 1;
  nodes.push({ name: "skin", mesh, skin: 0 });
  json.buffers[0].byteLength = length;
  const joints = [first, ...Array(first).keys()];
  const skins = [{ joints, skeleton: first }];
  return packGlb(
    { ...json, meshes, skins, scenes: [{ nodes: [first, first + 1] }], scene: 0 },
    new Uint8Array(parts.flatMap((part) => [...part])),
  );
}
