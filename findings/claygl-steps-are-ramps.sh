#!/usr/bin/env bash
# ClayGL: STEP keys are LINEAR.
#
# Expected: A STEP sampler holds each value until the next key (glTF 2.0, 3.11): a door at x = 0 at 0 s and x = 1 at
# 1 s stands at 0 at 0.5 s.
#
# Instead: The door is at 0.5: all samplers are LINEAR. The loader warns of it.
#
# In this package: bake --for claygl writes each jump as two LINEAR keys.
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

/** Loads a file of these members. */
const load = (json) => new loader.GLTF().parse(gltf(json), [new Uint8Array(bytes).buffer]);

const { clips, nodes } = load({
  scenes: [{ nodes: [0] }],
  nodes: [{ name: "door" }],
  animations: [
    {
      samplers: [{ input: times(0, 1), output: floats("VEC3", 0, 0, 0, 1, 0, 0), interpolation: "STEP" }],
      channels: [{ sampler: 0, target: { node: 0, path: "translation" } }],
    },
  ],
});
clips[0].setTime(500);
console.log("x at 0.5 s, expected 0:", nodes[0].position.x);
assert.equal(nodes[0].position.x, 0.5);
EOF
node run.mjs
