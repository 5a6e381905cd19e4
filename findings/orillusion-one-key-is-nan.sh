#!/usr/bin/env bash
# Orillusion: a translation of one key is NaN after it.
#
# Expected: A sampler may have a single key (glTF 2.0, 3.11): its value is held. Exporters write such channels for
# what does not move in a clip.
#
# Instead: The time within the curve is the remainder of a division by 0: the arm is at x = NaN from then on, and is
# not drawn.
#
# In this package: bake --for orillusion writes a key at 0 and one at the common end.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "@orillusion/core@${LATEST:-0.9.2}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
// a page without a graphics card: constants that the module reads
globalThis.window = globalThis.self = globalThis;
globalThis.GPUShaderStage ??= {};
globalThis.GPUBufferUsage ??= {};
globalThis.GPUTextureUsage ??= {};
globalThis.GPUMapMode ??= {};
const { GLTFSubParser } = await import("@orillusion/core");

console.log(`@orillusion/core ${JSON.parse(readFileSync("node_modules/@orillusion/core/package.json", "utf8")).version}`);
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

/** The clip of a file of two joints, "root" and "arm" below it, as GLBParser makes it, and what it shows of the arm: x, or a quaternion, at a time in seconds. */
function load(animation) {
  const parser = new GLTFSubParser();
  const nodes = [{ name: "root", children: [1] }, { name: "arm" }];
  parser.gltf = gltf({ nodes, skins: [{ joints: [0, 1], skeleton: 0 }], animations: [animation] });
  parser.gltf.resources = {};
  Object.assign(parser.gltf.buffers[0], { isParsed: true, dbuffer: new Uint8Array(bytes).buffer });
  return parser.parseSkeletonAnimation(parser.parseSkeleton(0), animation);
}
const xAt = (clip, time) => clip.positionCurves.get("root/arm").getValue(time).x;

const clip = load({
  name: "walk",
  samplers: [{ input: times(0), output: floats("VEC3", 3, 0, 0) }],
  channels: [{ sampler: 0, target: { node: 1, path: "translation" } }],
});
const x = xAt(clip, 0.5);
console.log("x at 0.5 s, expected 3:", x);
assert.equal(x, NaN);
EOF
node run.mjs
