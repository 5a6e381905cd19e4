#!/usr/bin/env bash
# assimp: rotations in normalized integers are NaN, or huge.
#
# Expected: glTF 2.0 (3.11): rotations may be normalized signed integers, as gltfpack and glTF-Transform write them.
# The shorts 0, 23170, 0, 23170 are a turn by 90 degrees.
#
# Instead: The keys are read as if the shorts were floats: components are NaN, or beyond 1e15.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "assimpjs@${LATEST:-0.0.10}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import assimpjs from "assimpjs";

console.log(`assimpjs ${JSON.parse(readFileSync("node_modules/assimpjs/package.json", "utf8")).version}`);
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

const assimp = await assimpjs();

/** The only animation of a file, as assimp reads it. */
function read(json) {
  const files = new assimp.FileList();
  files.AddFile("model.gltf", new TextEncoder().encode(JSON.stringify(gltf(json))));
  const result = assimp.ConvertFileList(files, "assjson");
  assert.ok(result.IsSuccess(), result.GetErrorCode());
  return JSON.parse(new TextDecoder().decode(result.GetFile(0).GetContent())).animations[0];
}

const triangle = accessor("VEC3", new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]), { min: [0, 0, 0], max: [1, 1, 0] });
const { channels } = read({
  scenes: [{ nodes: [0] }],
  nodes: [{ name: "door", mesh: 0 }],
  meshes: [{ primitives: [{ attributes: { POSITION: triangle } }] }],
  animations: [
    {
      name: "open",
      samplers: [{ input: times(0, 1), output: accessor("VEC4", new Int16Array([0, 0, 0, 32767, 0, 23170, 0, 23170]), { normalized: true }) }],
      channels: [{ sampler: 0, target: { node: 0, path: "rotation" } }],
    },
  ],
});
const [, turned] = channels[0].rotationkeys;
console.log("the second key, w first, expected 0.7071, 0, 0.7071, 0:", turned);
assert.ok(channels[0].rotationkeys.some(([, rotation]) => rotation.some((component) => !(Math.abs(component) <= 1.001))));
EOF
node run.mjs
