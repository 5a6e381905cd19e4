#!/usr/bin/env bash
# ClayGL: keys of a sparse accessor are left at the values below.
#
# Expected: A sparse accessor replaces some elements of its buffer view (glTF 2.0, 3.6.2.3): the second of three
# keys is x = 5.
#
# Instead: All keys are x = 0: the sparse values are not read, and the node does not move.
#
# In this package: bake --for claygl writes outputs that are not sparse.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "claygl@${LATEST:-1.3.0}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { loader } from "claygl";

console.log(`claygl ${JSON.parse(readFileSync("node_modules/claygl/package.json", "utf8")).version}`);
const bytes = [];
const bufferViews = [];
const accessors = [];

/** Adds an accessor with the numbers of a typed array, and returns its index. */
function accessor(type, array, more = {}) {
  const componentType = { Uint8Array: 5121, Int16Array: 5122, Uint16Array: 5123, Float32Array: 5126 }[array.constructor.name];
  const size = { SCALAR: 1, VEC3: 3, VEC4: 4, MAT4: 16 }[type];
  bufferViews.push({ buffer: 0, byteOffset: bytes.length, byteLength: array.byteLength });
  bytes.push(...new Uint8Array(array.buffer), ...new Array(-array.byteLength & 3).fill(0));
  return accessors.push({ bufferView: bufferViews.length - 1, componentType, count: array.length / size, type, ...more }) - 1;
}
const times = (...seconds) => accessor("SCALAR", new Float32Array(seconds), { min: [Math.min(...seconds)], max: [Math.max(...seconds)] });
const floats = (type, ...values) => accessor(type, new Float32Array(values));

/** A glTF file of the given members, with all accessors. */
const gltf = (json) => ({ asset: { version: "2.0" }, scene: 0, buffers: [{ byteLength: bytes.length }], bufferViews, accessors, ...json });

/** Loads a file of these members. */
const load = (json) => new loader.GLTF().parse(gltf(json), [new Uint8Array(bytes).buffer]);

const input = times(0, 1, 2);
const output = floats("VEC3", 0, 0, 0, 0, 0, 0, 0, 0, 0);
const [indices, values] = [accessor("SCALAR", new Uint16Array([1])), floats("VEC3", 5, 0, 0)].map((index) => accessors[index].bufferView);
accessors[output].sparse = { count: 1, indices: { bufferView: indices, componentType: 5123 }, values: { bufferView: values } };
const { clips, nodes } = load({
  scenes: [{ nodes: [0] }],
  nodes: [{ name: "door" }],
  animations: [{ samplers: [{ input, output }], channels: [{ sampler: 0, target: { node: 0, path: "translation" } }] }],
});
clips[0].setTime(1000);
console.log("x at 1 s, expected 5:", nodes[0].position.x);
assert.equal(nodes[0].position.x, 0);
EOF
node run.mjs
