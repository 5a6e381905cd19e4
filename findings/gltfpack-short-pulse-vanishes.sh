#!/usr/bin/env bash
# gltfpack: a pulse of STEP between two thirtieths of a second vanishes, and its animation with it.
#
# Expected: gltfpack without options reduces what animations do not need. A light that is switched on for 20 ms, by
# keys of STEP at 0.505 s and 0.525 s, still flashes once.
#
# Instead: All animations are sampled anew 30 times a second, and the pulse lies between two samples. What is left
# holds the value at rest, and so the whole animation is removed. Nothing is said. The option -af 0 keeps all keys.
#
# In this package: `diff --motion` shows what a tool did to a file, and docs/file-tools.md which options keep it.
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
const animations = pack({
  scenes: [{ nodes: [0] }],
  nodes: [{ name: "light", mesh: 0 }],
  meshes: [{ primitives: [{ attributes: { POSITION: triangle } }] }],
  animations: [
    {
      name: "flash",
      samplers: [{ input: times(0, 0.505, 0.525, 1), output: floats("VEC3", 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0), interpolation: "STEP" }],
      channels: [{ sampler: 0, target: { node: 0, path: "translation" } }],
    },
  ],
});
console.log("the animations of the packed file:", animations);
assert.deepEqual(animations, []);
EOF
node run.mjs
