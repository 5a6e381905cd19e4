#!/usr/bin/env bash
# Pixi3D: a channel whose first key is at 1 s moves from 0 on.
#
# Expected: Until its first key, a channel has the value of that key (glTF 2.0, 3.11): a door that opens from x = 1 to
# x = 2 between 1 s and 2 s is at x = 1 before.
#
# Instead: The line through the first two keys is continued backwards: at 0 s the door is at x = 0, and comes from
# there.
#
# In this package: bake --for pixi3d writes a key at 0.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "pixi3d@${LATEST:-2.5.0}" "pixi.js@${LATEST:-7.4.3}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
// a page with nothing in it
globalThis.window = globalThis.self = globalThis;
globalThis.document = { addEventListener() {}, createElement: () => ({ getContext: () => null, style: {} }), baseURI: "http://localhost/" };
globalThis.HTMLImageElement = globalThis.Image = class {
  addEventListener() {}
};
globalThis.HTMLCanvasElement = class {};
globalThis.HTMLVideoElement = class {};
const { glTFAsset, Model } = await import("pixi3d/pixi7");

for (const name of ["pixi3d", "pixi.js"]) {
  console.log(`${name} ${JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version}`);
}
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

const find = (node, name) => (node.name === name ? node : (node.children ?? []).map((child) => find(child, name)).find(Boolean));

/** Loads a file with a node "door" and an animation of a sampler, and returns a function that shows the x of the door at a time in seconds. */
async function load(sampler, target = { node: 0, path: "translation" }, more = {}) {
  const json = { scenes: [{ nodes: [0] }], nodes: [{ name: "door" }], animations: [{ samplers: [sampler], channels: [{ sampler: 0, target }] }] };
  const asset = await new Promise((resolve) => glTFAsset.fromBuffer(glb({ ...json, ...more }).buffer, resolve));
  const model = Model.from(asset);
  return (time) => {
    model.animations[0].position = time;
    return find(model, "door").position.x;
  };
}

const xAt = await load({ input: times(1, 2), output: floats("VEC3", 1, 0, 0, 2, 0, 0) });
console.log("x at 0 s and 0.5 s, expected 1 and 1:", xAt(0), xAt(0.5));
assert.deepEqual([xAt(0), xAt(0.5)], [0, 0.5]);
process.exit();
EOF
node run.mjs
