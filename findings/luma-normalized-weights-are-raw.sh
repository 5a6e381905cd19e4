#!/usr/bin/env bash
# luma.gl: morph weights in normalized bytes are 0 to 255.
#
# Expected: glTF 2.0 (3.11): the outputs of weights may be normalized integers, which gltfpack writes by default.
# The byte 255 is the weight 1.
#
# Instead: The bytes are taken as they are: a smile of weight 1 is 255 smiles.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "@luma.gl/core@${LATEST:-9.4.2}" "@luma.gl/engine@${LATEST:-9.4.2}" "@luma.gl/gltf@${LATEST:-9.4.2}" "@luma.gl/shadertools@${LATEST:-9.4.2}" "@loaders.gl/core@${LATEST:-4.5.4}" "@loaders.gl/gltf@${LATEST:-4.5.4}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { parse } from "@loaders.gl/core";
import { GLTFLoader, postProcessGLTF } from "@loaders.gl/gltf";
import { parseGLTFAnimations } from "@luma.gl/gltf";

for (const name of ["@luma.gl/core", "@luma.gl/engine", "@luma.gl/gltf", "@luma.gl/shadertools", "@loaders.gl/core", "@loaders.gl/gltf"]) {
  console.log(`${name} ${JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version}`);
}
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

const triangle = accessor("VEC3", new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]), { min: [0, 0, 0], max: [1, 1, 0] });
const smile = accessor("VEC3", new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]), { min: [0, 0, 0], max: [1, 1, 0] });
const json = gltf({
  scenes: [{ nodes: [0] }],
  nodes: [{ name: "face", mesh: 0 }],
  meshes: [{ weights: [0], primitives: [{ attributes: { POSITION: triangle }, targets: [{ POSITION: smile }] }] }],
  animations: [
    {
      samplers: [{ input: times(0, 1), output: accessor("SCALAR", new Uint8Array([0, 255]), { normalized: true }) }],
      channels: [{ sampler: 0, target: { node: 0, path: "weights" } }],
    },
  ],
});
const asset = postProcessGLTF(await parse(JSON.stringify(json), GLTFLoader));
const [{ channels }] = parseGLTFAnimations(asset);
const weights = channels[0].sampler.output.flat(Infinity);
console.log("the weights of both keys, expected 0 and 1:", weights);
assert.deepEqual(weights, [0, 255]);
EOF
node run.mjs
