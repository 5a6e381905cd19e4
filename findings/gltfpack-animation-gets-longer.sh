#!/usr/bin/env bash
# gltfpack: an animation of 1.11 s is 1.133 s long afterwards.
#
# Expected: An animation keeps its length. A loop of 1.11 s has its last key at 1.11 s, or not far from there.
#
# Instead: The length is rounded up to whole thirtieths of a second. In the part that is added, the last pose is
# held: a walk that repeats stops for 23 ms in each cycle, and runs out of step with another file.
#
# In this package: `copy --clips` warns where an animation has another length than in the original.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "gltfpack@${LATEST:-1.3.0}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { execFileSync } from "node:child_process";

console.log(`gltfpack ${JSON.parse(readFileSync("node_modules/gltfpack/package.json", "utf8")).version}`);
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

/** Packs a file, without compression and quantization, and returns its animations: times and values by their names. */
function pack(json) {
  writeFileSync("in.gltf", JSON.stringify(gltf(json)));
  execFileSync("node", ["node_modules/gltfpack/cli.js", "-i", "in.gltf", "-o", "out.gltf", "-kn", "-noq"]);
  const packed = JSON.parse(readFileSync("out.gltf", "utf8"));
  const data = readFileSync("out.bin");
  const read = (index) => {
    const { bufferView, byteOffset = 0, componentType, count, type } = packed.accessors[index];
    const start = data.byteOffset + (packed.bufferViews[bufferView].byteOffset ?? 0) + byteOffset;
    const length = count * { SCALAR: 1, VEC3: 3 }[type];
    return componentType === 5126
      ? [...new Float32Array(data.buffer.slice(start, start + 4 * length))]
      : [...new Uint8Array(data.buffer.slice(start, start + length))].map((value) => value / 255); // normalized, unsigned bytes
  };
  return (packed.animations ?? []).map(({ name, samplers: [{ input, output }] }) => ({ name, times: read(input), values: read(output) }));
}

const triangle = accessor("VEC3", new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]), { min: [0, 0, 0], max: [1, 1, 0] });
const [walk] = pack({
  scenes: [{ nodes: [0] }],
  nodes: [{ name: "hips", mesh: 0 }],
  meshes: [{ primitives: [{ attributes: { POSITION: triangle } }] }],
  animations: [
    {
      name: "walk",
      samplers: [{ input: times(0, 1.11), output: floats("VEC3", 0, 0, 0, 111, 0, 0) }],
      channels: [{ sampler: 0, target: { node: 0, path: "translation" } }],
    },
  ],
});
const [before, last] = walk.times.map((time, i) => [time, walk.values[3 * i]]).slice(-2);
console.log("the last two keys, time and value:", before, last);
assert.ok(last[0] > 1.133);
assert.ok(Math.abs(last[1] - 111) < 1e-3);
EOF
node run.mjs
