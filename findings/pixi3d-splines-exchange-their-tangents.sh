#!/usr/bin/env bash
# Pixi3D: the two tangents between two keys of a spline are exchanged.
#
# Expected: A spline leaves a key by its out-tangent, and arrives at the next one by the in-tangent of that (glTF 2.0,
# appendix C.5). From 0 to 1 in 1 s, the value after 0.5 s is 1 with an out-tangent of 4 at the first key, and 0 with
# an in-tangent of 4 at the second one.
#
# Instead: It is the other way round: the first spline, which should rise early, is at 0, and the second one at 1.
#
# In this package: bake --for pixi3d writes LINEAR keys.
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

const spline = (out, into) => {
  const keys = [0, 0, 0, 0, 0, 0, out, 0, 0, /* second key */ into, 0, 0, 1, 0, 0, 0, 0, 0];
  return load({ input: times(0, 1), output: floats("VEC3", ...keys), interpolation: "CUBICSPLINE" });
};
const [early, late] = [await spline(4, 0), await spline(0, 4)];
console.log("x after 0.5 s, expected 1 and 0:", early(0.5), late(0.5));
assert.deepEqual([early(0.5), late(0.5)], [0, 1]);
process.exit();
EOF
node run.mjs
