#!/usr/bin/env bash
# luma.gl: a channel without a node moves the first node of the file.
#
# Expected: A channel without target.node should be ignored (glTF 2.0, 3.11): it is there for extensions.
#
# Instead: A missing node is node 0, which moves along the keys of the channel.
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
import { GroupNode } from "@luma.gl/engine";
import { GLTFAnimator, parseGLTFAnimations } from "@luma.gl/gltf";

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

const json = gltf({
  scenes: [{ nodes: [0, 1] }],
  nodes: [{ name: "house" }, { name: "lamp" }],
  animations: [
    {
      samplers: [{ input: times(0, 1), output: floats("VEC3", 0, 0, 0, 5, 0, 0) }],
      channels: [{ sampler: 0, target: { path: "translation" } }],
    },
  ],
});
const asset = postProcessGLTF(await parse(JSON.stringify(json), GLTFLoader));
const nodes = asset.nodes.map(({ id }) => new GroupNode({ id }));
const animator = new GLTFAnimator({
  animations: parseGLTFAnimations(asset),
  gltfNodeIdToNodeMap: new Map(nodes.map((node) => [node.id, node])),
});
animator.setTime(0);
animator.setTime(500);
const positions = asset.nodes.map(({ name }, i) => [name, ...nodes[i].position]);
console.log("positions after half a second, expected 0 each:", positions);
assert.deepEqual(positions, [["house", 2.5, 0, 0], ["lamp", 0, 0, 0]]);
EOF
node run.mjs
