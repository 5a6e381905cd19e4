#!/usr/bin/env bash
# ClayGL: a node with rotations in normalized shorts is enormous.
#
# Expected: glTF 2.0 (3.11): rotations may be normalized integers, as gltfpack writes them by default. The shorts 0,
# 23170, 0, 23170 are the quaternion 0, 0.707, 0, 0.707.
#
# Instead: The shorts are taken as they are: the quaternion has the length 32767, and the node is a thousand million
# times as large.
#
# In this package: bake --for claygl writes floats.
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
  const componentType = { Int16Array: 5122, Float32Array: 5126 }[array.constructor.name];
  const size = { SCALAR: 1, VEC3: 3, VEC4: 4 }[type];
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

const { clips, nodes } = load({
  scenes: [{ nodes: [0] }],
  nodes: [{ name: "door" }],
  animations: [
    {
      samplers: [{ input: times(0, 1), output: accessor("VEC4", new Int16Array([0, 0, 0, 32767, 0, 23170, 0, 23170]), { normalized: true }) }],
      channels: [{ sampler: 0, target: { node: 0, path: "rotation" } }],
    },
  ],
});
clips[0].setTime(0);
const [{ rotation }] = nodes;
console.log("the rotation at 0 s, expected 0, 0, 0, 1:", [...rotation.array]);
assert.deepEqual([...rotation.array], [0, 0, 0, 32767]);
EOF
node run.mjs
