#!/usr/bin/env bash
# assimp: the animation of a color moves the first node of the file.
#
# Expected: KHR_animation_pointer is not supported by assimp. A channel without target.node should be ignored (glTF
# 2.0, 3.11), so that the animation has no channels.
#
# Instead: A missing node is node 0, and three components are a translation: the first node of the file moves along
# the color, by a meter for each full component.
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
  extensionsUsed: ["KHR_animation_pointer"],
  scenes: [{ nodes: [0, 1] }],
  nodes: [{ name: "house", mesh: 0 }, { name: "lamp", mesh: 0 }],
  materials: [{ name: "bulb" }],
  meshes: [{ primitives: [{ attributes: { POSITION: triangle }, material: 0 }] }],
  animations: [
    {
      name: "glow",
      samplers: [{ input: times(0, 1), output: floats("VEC3", 0, 0, 0, 1, 1, 0) }],
      channels: [{ sampler: 0, target: { path: "pointer", extensions: { KHR_animation_pointer: { pointer: "/materials/0/emissiveFactor" } } } }],
    },
  ],
});
console.log("channels:", JSON.stringify(channels));
assert.deepEqual(channels.map(({ name, positionkeys }) => [name, positionkeys.at(-1)]), [["house", [1000, [1, 1, 0]]]]);
EOF
node run.mjs
