#!/usr/bin/env bash
# Hilo3d: an animation of a single morph weight throws.
#
# Expected: A mesh may have one morph target (glTF 2.0, 3.7.2.2), such as a blink, with one weight for each key.
# Halfway between 0 and 1 it is 0.5.
#
# Instead: With one weight, the value of a key is a number, which is used as if it was an array: each update throws an
# error.
#
# In this package: bake --for hilo3d writes a second target, which moves nothing.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "hilo3d@${LATEST:-1.19.1}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

console.log(`hilo3d ${JSON.parse(readFileSync("node_modules/hilo3d/package.json", "utf8")).version}`);
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

// a page with nothing in it
Object.assign(globalThis, { window: globalThis, screen: {}, Image: class {}, document: { createElement: () => ({ getContext: () => null }) } });
globalThis.navigator ??= { userAgent: "" };
const Hilo3d = createRequire(import.meta.url)("hilo3d");

/** Loads a file of these members. */
const load = (json) => new Hilo3d.GLTFParser(glb(json).buffer, { isMultiAnim: true }).parse(new Hilo3d.GLTFLoader());

const triangle = accessor("VEC3", new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]), { min: [0, 0, 0], max: [1, 1, 0] });
const { anim } = await load({
  scenes: [{ nodes: [0] }],
  nodes: [{ name: "face", mesh: 0 }],
  meshes: [{ weights: [0], primitives: [{ attributes: { POSITION: triangle }, targets: [{ POSITION: triangle }] }] }],
  animations: [
    {
      samplers: [{ input: times(0, 1), output: floats("SCALAR", 0, 1) }],
      channels: [{ sampler: 0, target: { node: 0, path: "weights" } }],
    },
  ],
});
let message = "none";
try {
  anim.currentTime = 0.5;
  anim.updateAnimStates();
} catch (error) {
  ({ message } = error);
}
console.log("error of an update, expected none:", message);
assert.match(message, /is not a function/);
EOF
node run.mjs
