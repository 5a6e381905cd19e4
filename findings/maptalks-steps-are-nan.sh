#!/usr/bin/env bash
# maptalks: in gltf-layer, a translation with STEP is NaN.
#
# Expected: A STEP sampler holds each value until the next key (glTF 2.0, 3.11): the door is at x = 1 at 0.5 s.
#
# Instead: All components are undefined, which makes the matrix of the node NaN: it is not drawn. Scales are the same;
# rotations are right.
#
# In this package: bake --for maptalks writes each jump as two LINEAR keys.
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
      samplers: [
        { input: times(0, 1), output: floats("VEC3", 1, 0, 0, 3, 0, 0), interpolation: "STEP" },
        { input: times(0, 1), output: floats("VEC4", 0, 0, 0, 1, 0, 0, 1, 0), interpolation: "STEP" },
      ],
      channels: [
        { sampler: 0, target: { node: 0, path: "translation" } },
        { sampler: 0, target: { node: 0, path: "scale" } },
        { sampler: 1, target: { node: 0, path: "rotation" } },
      ],
    },
  ],
});
const [translation, scale, rotation] = ["translation", "scale", "rotation"].map((path) => valueAt(model, path, 0.5));
console.log("translation and scale at 0.5 s, expected 1, 0, 0:", translation, scale, "rotation, expected 0, 0, 0, 1:", rotation);
for (const shown of [translation, scale]) {
  assert.equal(shown.length, 3);
  assert.ok(shown.every((component) => component === undefined));
}
assert.deepEqual(rotation, [0, 0, 0, 1]);
EOF
node run.mjs
