#!/usr/bin/env bash
# gltf-pipeline: an animation by pointer animates another material afterwards.
#
# Expected: gltf-pipeline removes a material that nothing uses, and corrects the indices of the others wherever they
# are used, or leaves the materials alone if it does not know an extension that refers to them.
#
# Instead: Channels of KHR_animation_pointer keep the pointer /materials/1, while "red" moves from 1 to 0: the
# animation of "red" animates "blue". The file is valid, and nothing is said.
#
# In this package: `diff --motion` pairs materials by their names, and so finds it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "gltf-pipeline@${LATEST:-4.3.1}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import pipeline from "gltf-pipeline";

console.log(`gltf-pipeline ${JSON.parse(readFileSync("node_modules/gltf-pipeline/package.json", "utf8")).version}`);
const bytes = [];
const bufferViews = [];
const accessors = [];

/** Adds an accessor with the numbers of a typed array, and returns its index. */
function accessor(type, array, more = {}) {
  const componentType = { Int8Array: 5120, Uint8Array: 5121, Int16Array: 5122, Uint16Array: 5123, Float32Array: 5126 }[array.constructor.name];
  const size = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 }[type];
  bufferViews.push({ buffer: 0, byteOffset: bytes.length, byteLength: array.byteLength });
  bytes.push(...new Uint8Array(array.buffer), ...new Array(-array.byteLength & 3).fill(0));
  return accessors.push({ bufferView: bufferViews.length - 1, componentType, count: array.length / size, type, ...more }) - 1;
}
const times = (...seconds) => accessor("SCALAR", new Float32Array(seconds), { min: [Math.min(...seconds)], max: [Math.max(...seconds)] });
const floats = (type, ...values) => accessor(type, new Float32Array(values));

/** A glTF file of the given members, with all accessors. */
function gltf(json) {
  const uri = `data:application/octet-stream;base64,${Buffer.from(bytes).toString("base64")}`;
  return { asset: { version: "2.0" }, scene: 0, buffers: [{ byteLength: bytes.length, uri }], bufferViews, accessors, ...json };
}

const triangle = accessor("VEC3", new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]), { min: [0, 0, 0], max: [1, 1, 0] });
const source = gltf({
  extensionsUsed: ["KHR_animation_pointer"],
  scenes: [{ nodes: [0] }],
  nodes: [{ name: "lamps", mesh: 0 }],
  materials: ["unused", "red", "blue"].map((name) => ({ name, alphaMode: "MASK" })),
  meshes: [{ primitives: [1, 2].map((material) => ({ attributes: { POSITION: triangle }, material })) }],
  animations: [
    {
      name: "blink",
      samplers: [{ input: times(0, 1), output: floats("SCALAR", 0, 1) }],
      channels: [{ sampler: 0, target: { path: "pointer", extensions: { KHR_animation_pointer: { pointer: "/materials/1/alphaCutoff" } } } }],
    },
  ],
});
const animated = ({ animations, materials }) => {
  const { pointer } = animations[0].channels[0].target.extensions.KHR_animation_pointer;
  return materials[pointer.split("/")[2]].name;
};
const before = animated(source);
const { gltf: written } = await pipeline.processGltf(structuredClone(source));
console.log(`animates ${before} in the source, and afterwards ${animated(written)} of`, written.materials.map(({ name }) => name));
assert.deepEqual([before, animated(written)], ["red", "blue"]);
EOF
node run.mjs
