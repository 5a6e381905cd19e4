#!/usr/bin/env bash
# Babylon Lite: weights of a node are ignored.
#
# Expected: The weights of a node take the place of those of its mesh (glTF 2.0, 3.7.2.2): a face with node.weights
# [1] is shown with the weight 1.
#
# Instead: The weights of the mesh are shown, 0.
#
# In this package: bake --for lite gives each animated morph mesh to one node, and writes the weights of the node
# in its mesh.
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
const { createNullEngine, loadGltf } = await import("@babylonjs/lite");

console.log(`@babylonjs/lite ${JSON.parse(readFileSync("node_modules/@babylonjs/lite/package.json", "utf8")).version}`);
const bytes = [];
const bufferViews = [];
const accessors = [];

/** Adds an accessor with the numbers of a typed array, and returns its index. */
function accessor(type, array, more = {}) {
  const componentType = { Float32Array: 5126 }[array.constructor.name];
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
const raised = floats("VEC3", [0, 0, 1, 0, 0, 0, 0, 0, 0], { min: [0, 0, 0], max: [0, 0, 1] });

// an engine whose device draws nothing
const engine = createNullEngine();
engine._device = {
  limits: {},
  createBuffer: ({ size }) => ({ size, getMappedRange: () => new ArrayBuffer(size), unmap() {} }),
  createTexture: () => ({ createView: () => ({}) }),
  createSampler: () => ({}),
  queue: { writeBuffer() {}, writeTexture() {} },
};

const file = glb({
  scenes: [{ nodes: [0] }],
  nodes: [{ name: "head", mesh: 0, weights: [1] }],
  meshes: [{ weights: [0], primitives: [{ attributes: { POSITION, NORMAL }, targets: [{ POSITION: raised }] }] }],
});
const asset = await loadGltf(engine, file);
const [root] = asset.entities;
const head = root.children.find(({ name }) => name === "head");
const { weights } = [head, ...head.children].find(({ morphTargets }) => morphTargets).morphTargets;
console.log("the weight of the head, expected 1:", ...weights);
assert.deepEqual([...weights], [0]);
EOF
node run.mjs
