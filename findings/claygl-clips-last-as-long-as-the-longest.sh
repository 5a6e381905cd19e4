#!/usr/bin/env bash
# ClayGL: all clips of a file last as long as its longest.
#
# Expected: An animation lasts until its own last key (glTF 2.0, 3.11): "step" of 1 s repeats after 1 s, also beside
# "wait" of 4 s.
#
# Instead: Both clips have a life of 4 s: "step" holds its last pose for 3 s before it repeats.
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

const move = (name, seconds) => ({
  name,
  samplers: [{ input: times(0, seconds), output: floats("VEC3", 0, 0, 0, 1, 0, 0) }],
  channels: [{ sampler: 0, target: { node: 0, path: "translation" } }],
});
const { clips } = load({ scenes: [{ nodes: [0] }], nodes: [{ name: "hero" }], animations: [move("step", 1), move("wait", 4)] });
const lives = clips.map(({ name, life }) => `${name} ${life}`);
console.log("lives in milliseconds, expected step 1000, wait 4000:", lives.join(", "));
assert.deepEqual(lives, ["step 4000", "wait 4000"]);
EOF
node run.mjs
