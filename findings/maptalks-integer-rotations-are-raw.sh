#!/usr/bin/env bash
# maptalks: in gltf-layer, rotations in normalized shorts are taken as they are.
#
# Expected: Rotations may be normalized integers (glTF 2.0, 3.11), as gltfpack writes them by default. The shorts 0,
# 0, 0, 32767 are the quaternion 0, 0, 0, 1.
#
# Instead: The shorts are interpolated as they are: the quaternion has a length of about 30000, and the node is
# enormous.
#
# In this package: bake --for maptalks writes floats.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "@maptalks/gltf-loader@${LATEST:-0.118.1}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { GLTFLoader } from "./node_modules/@maptalks/gltf-loader/dist/gltf-loader.es.js";

console.log(`@maptalks/gltf-loader ${JSON.parse(readFileSync("node_modules/@maptalks/gltf-loader/package.json", "utf8")).version}`);
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

/** The same as a .glb. */
function glb(json) {
  const chunk = (type, data, pad) => {
    const padded = Buffer.concat([data, Buffer.alloc(-data.length & 3, pad)]);
    return Buffer.concat([Buffer.from(new Uint32Array([padded.length, type]).buffer), padded]);
  };
  const chunks = [chunk(0x4e4f534a, Buffer.from(JSON.stringify(gltf(json))), 0x20), chunk(0x004e4942, Buffer.from(bytes), 0)];
  const body = Buffer.concat(chunks);
  return Uint8Array.from(Buffer.concat([Buffer.from(new Uint32Array([0x46546c67, 2, 12 + body.length]).buffer), body]));
}

/** Loads a file of these members. */
function load(json) {
  const { buffer, byteLength } = glb(json);
  return new GLTFLoader("", { buffer, byteOffset: 0, byteLength }).load();
}

/** What the first animation gives node 0 at a time in seconds, as the markers of @maptalks/gltf-layer ask in each frame. */
const valueAt = (model, path, time) => [...(GLTFLoader.getAnimationClip(model, 0, time)[path] ?? [])];

const model = await load({
  scenes: [{ nodes: [0] }],
  nodes: [{ name: "door" }],
  animations: [
    {
      samplers: [{ input: times(0, 1), output: accessor("VEC4", new Int16Array([0, 0, 0, 32767, 0, 23170, 0, 23170]), { normalized: true }) }],
      channels: [{ sampler: 0, target: { node: 0, path: "rotation" } }],
    },
  ],
});
const shown = valueAt(model, "rotation", 0.5);
console.log("the rotation at 0.5 s, expected 0, 0.383, 0, 0.924:", shown);
assert.ok(Math.hypot(...shown) > 30000);
EOF
node run.mjs
