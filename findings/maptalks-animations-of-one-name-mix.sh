#!/usr/bin/env bash
# maptalks: in gltf-layer, two animations with one name play as one.
#
# Expected: Names of animations need not be unique (glTF 2.0, 3.3): two that are called "idle" are two animations.
#
# Instead: An animation is chosen by its name alone, and all of that name play at once: the door moves, and is
# scaled.
#
# In this package: bake --for maptalks gives animations unique names.
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

const { buffer, byteLength } = glb({
  scenes: [{ nodes: [0] }],
  nodes: [{ name: "door" }],
  animations: [
    {
      name: "idle",
      samplers: [{ input: times(0, 1), output: floats("VEC3", 0, 0, 0, 1, 0, 0) }],
      channels: [{ sampler: 0, target: { node: 0, path: "translation" } }],
    },
    {
      name: "idle",
      samplers: [{ input: times(0, 1), output: floats("VEC3", 1, 1, 1, 3, 3, 3) }],
      channels: [{ sampler: 0, target: { node: 0, path: "scale" } }],
    },
  ],
});
const model = await new GLTFLoader("", { buffer, byteOffset: 0, byteLength }).load();
// as the markers of @maptalks/gltf-layer ask in each frame
const shown = GLTFLoader.getAnimationClip(model, 0, 0.5, "idle");
console.log("animated, expected one of both:", Object.keys(shown).join(" and "));
assert.deepEqual(Object.keys(shown), ["translation", "scale"]);
EOF
node run.mjs
