#!/usr/bin/env bash
# Babylon Lite: what hangs on a joint does not move with it.
#
# Expected: The joints of a skin are nodes: what hangs on the node of a hand, a sword, moves with the hand. It is at
# x = 3 where an animation moves the hand to x = 3.
#
# Instead: Only the matrices of the skin are set. The node of the hand stays at rest, and so does the sword: both are
# at x = 0. In the same file without the skin, both move. What hangs on a node above a skinned mesh is the same.
#
# In this package: validate --for lite finds what hangs on animated joints.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "@babylonjs/lite@${LATEST:-1.10.0}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
// a page without a graphics card: constants that the module reads
Object.assign(globalThis, { GPUBufferUsage: {}, GPUTextureUsage: {}, GPUShaderStage: {} });
const { addToScene, createNullEngine, createSceneContext, goToFrame, loadGltf } = await import("@babylonjs/lite");

console.log(`@babylonjs/lite ${JSON.parse(readFileSync("node_modules/@babylonjs/lite/package.json", "utf8")).version}`);
const bytes = [];
const bufferViews = [];
const accessors = [];

/** Adds an accessor with the numbers of a typed array, and returns its index. */
function accessor(type, array, more = {}) {
  const componentType = { Uint8Array: 5121, Float32Array: 5126 }[array.constructor.name];
  const size = { SCALAR: 1, VEC3: 3, VEC4: 4, MAT4: 16 }[type];
  bufferViews.push({ buffer: 0, byteOffset: bytes.length, byteLength: array.byteLength });
  bytes.push(...new Uint8Array(array.buffer), ...new Array(-array.byteLength & 3).fill(0));
  return accessors.push({ bufferView: bufferViews.length - 1, componentType, count: array.length / size, type, ...more }) - 1;
}
const floats = (type, values, more) => accessor(type, new Float32Array(values), more);

/** A .glb of the given members, with all accessors. */
function glb(members) {
  const json = { asset: { version: "2.0" }, scene: 0, buffers: [{ byteLength: bytes.length }], bufferViews, accessors, ...members };
  const chunk = (type, data, pad) => {
    const padded = Buffer.concat([data, Buffer.alloc(-data.length & 3, pad)]);
    return Buffer.concat([Buffer.from(new Uint32Array([padded.length, type]).buffer), padded]);
  };
  const chunks = [chunk(0x4e4f534a, Buffer.from(JSON.stringify(json)), 0x20), chunk(0x004e4942, Buffer.from(bytes), 0)];
  const body = Buffer.concat(chunks);
  return Uint8Array.from(Buffer.concat([Buffer.from(new Uint32Array([0x46546c67, 2, 12 + body.length]).buffer), body])).buffer;
}

const POSITION = floats("VEC3", [0, 0, 0, 1, 0, 0, 0, 1, 0], { min: [0, 0, 0], max: [1, 1, 0] });
const NORMAL = floats("VEC3", [0, 0, 1, 0, 0, 1, 0, 0, 1]);
const JOINTS_0 = accessor("VEC4", new Uint8Array(12));
const WEIGHTS_0 = floats("VEC4", [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]);
const inverseBindMatrices = floats("MAT4", [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);
const input = floats("SCALAR", [0, 2], { min: [0], max: [2] });
const output = floats("VEC3", [0, 0, 0, 6, 0, 0]);

/**
 * A hand that moves from x = 0 to x = 6 in 2 s, and holds a sword; beside it or below it a body, and a node that does not move.
 * @param joint the joint of the body's skin: the hand, node 0, or the node that does not move, node 3; undefined without a skin
 */
const fileOf = (joint, isBelow = false) => {
  const hasSkin = joint !== undefined;
  return glb({
    scenes: [{ nodes: isBelow ? [0, 3] : [0, 2, 3] }],
    nodes: [
      { name: "hand", children: isBelow ? [1, 2] : [1] },
      { name: "sword", mesh: 0 },
      { name: "body", mesh: 1, ...(hasSkin && { skin: 0 }) },
      { name: "stand" },
    ],
    meshes: [
      { primitives: [{ attributes: { POSITION, NORMAL } }] },
      { primitives: [{ attributes: { POSITION, NORMAL, ...(hasSkin && { JOINTS_0, WEIGHTS_0 }) } }] },
    ],
    ...(hasSkin && { skins: [{ joints: [joint], inverseBindMatrices }] }),
    animations: [{ samplers: [{ input, output }], channels: [{ sampler: 0, target: { node: 0, path: "translation" } }] }],
  });
};

// an engine whose device draws nothing
const engine = createNullEngine();
engine._device = {
  limits: {},
  createBuffer: ({ size }) => ({ size, getMappedRange: () => new ArrayBuffer(size), unmap() {} }),
  createTexture: () => ({ createView: () => ({}) }),
  createSampler: () => ({}),
  queue: { writeBuffer() {}, writeTexture() {} },
};

/** Where the hand, its sword and the skin of the body are at 1 s: how far from rest along x. */
async function shownOf(file) {
  const asset = await loadGltf(engine, file);
  addToScene(createSceneContext(engine, { defaultRenderTask: false }), asset);
  goToFrame(asset.animationGroups[0], 60, engine);
  const nodes = {};
  const visit = (node) => {
    nodes[node.name] = node;
    node.children?.forEach(visit);
  };
  asset.entities.forEach(visit);
  const { hand, sword, body } = nodes;
  const xOf = (matrix) => Math.abs(matrix[12]); // the loader mirrors x
  const skeleton = body.children[0].skeleton;
  return { hand: xOf(hand.worldMatrix), sword: xOf(sword.worldMatrix), ...(skeleton && { skin: xOf(skeleton.boneMatrices) }) };
}
const [free, bound] = [await shownOf(fileOf()), await shownOf(fileOf(0))];
console.log("x at 1 s, expected 3 each: without the skin", free, "with it", bound);
assert.deepEqual(free, { hand: 3, sword: 3 });
assert.deepEqual(bound, { hand: 0, sword: 0, skin: 3 });
const above = await shownOf(fileOf(3, true));
console.log("above a skinned mesh, expected hand and sword 3:", above);
assert.deepEqual([above.hand, above.sword], [0, 0]);
EOF
node run.mjs
