#!/usr/bin/env bash
# Babylon Lite: keys of a sparse accessor are left at the values below.
#
# Expected: glTF 2.0 (3.6.2.3): a sparse accessor replaces some elements of its buffer view, or of zeros. Exporters
# write keys so that mostly stay at 0: the second of two keys is (6, 0, 0), and halfway the node is at x = 3.
#
# Instead: The sparse values of outputs are not read. Where they replace zeros, the node stays at x = 0; where they
# replace an element of a buffer view, its own value counts.
#
# In this package: bake --for lite writes outputs that are not sparse.
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
  const size = { SCALAR: 1, VEC3: 3 }[type];
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
const input = floats("SCALAR", [0, 2], { min: [0], max: [2] });
const viewOf = (index) => accessors[index].bufferView;
const indices = viewOf(accessor("SCALAR", new Uint8Array([1])));
const values = viewOf(floats("VEC3", [6, 0, 0]));
const base = viewOf(floats("VEC3", [0, 0, 0, 2, 0, 0]));
const sparse = { count: 1, indices: { bufferView: indices, componentType: 5121 }, values: { bufferView: values } };
const dense = floats("VEC3", [0, 0, 0, 6, 0, 0]);
const outputs = {
  dense,
  "sparse, of zeros": accessors.push({ componentType: 5126, type: "VEC3", count: 2, sparse }) - 1,
  "sparse, of a buffer view": accessors.push({ componentType: 5126, type: "VEC3", count: 2, bufferView: base, sparse }) - 1,
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

/** Where a node is at 1 s, along x. */
async function xOf(output) {
  const file = glb({
    scenes: [{ nodes: [0] }],
    nodes: [{ name: "door", mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION, NORMAL } }] }],
    animations: [{ samplers: [{ input, output }], channels: [{ sampler: 0, target: { node: 0, path: "translation" } }] }],
  });
  const asset = await loadGltf(engine, file);
  addToScene(createSceneContext(engine, { defaultRenderTask: false }), asset);
  goToFrame(asset.animationGroups[0], 60, engine);
  const [root] = asset.entities;
  return root.children.find(({ name }) => name === "door").position.x;
}
const seen = {};
for (const [kind, output] of Object.entries(outputs)) {
  seen[kind] = await xOf(output);
}
console.log("x at 1 s, expected 3 each:", seen);
assert.deepEqual(Object.values(seen), [3, 0, 1]);
EOF
node run.mjs
