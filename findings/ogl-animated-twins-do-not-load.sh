#!/usr/bin/env bash
# OGL: a file with two animated nodes of one mesh does not load.
#
# Expected: Nodes may share a mesh (glTF 2.0, 3.7): two wheels, which turn by one animation, are loaded and turn.
#
# Instead: The loader makes instances of them, drops the node of the second, and throws an error at its animation.
# Without the animation, or with a mesh for each, the same file loads. If only the first is animated, both turn.
#
# In this package: validate --for ogl finds meshes of animated nodes that other nodes have, too.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "ogl@${LATEST:-1.0.11}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { GLTFLoader } from "ogl";

console.log(`ogl ${JSON.parse(readFileSync("node_modules/ogl/package.json", "utf8")).version}`);

/** A WebGL that draws nothing, with the state that OGL keeps. */
const gl = new Proxy(
  {
    getShaderInfoLog: () => "",
    renderer: { state: { boundBuffer: null }, vertexAttribDivisor() {}, bindVertexArray() {}, createVertexArray: () => ({}) },
  },
  { get: (target, name) => target[name] ?? (/^[A-Z]/.test(name) ? 0 : () => ({})) },
);

/** Two wheels in a scene, of one mesh or of two, that turn or not; what is loaded, or the error. */
async function load(meshes, isAnimated) {
  const data = new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 2, 0, 0, 0, 1, 0, 0, 1, 0]);
  const view = (at, count) => ({ buffer: 0, byteOffset: 4 * at, byteLength: 4 * count });
  const json = {
    asset: { version: "2.0" },
    scene: 0,
    scenes: [{ nodes: [0, 1] }],
    nodes: [0, 1].map((node) => ({ name: `wheel ${node}`, mesh: node % meshes, translation: [node, 0, 0] })),
    meshes: Array.from({ length: meshes }, () => ({ primitives: [{ attributes: { POSITION: 0 } }] })),
    accessors: [
      { bufferView: 0, componentType: 5126, count: 3, type: "VEC3", min: [0, 0, 0], max: [1, 1, 0] },
      { bufferView: 1, componentType: 5126, count: 2, type: "SCALAR", min: [0], max: [2] },
      { bufferView: 2, componentType: 5126, count: 2, type: "VEC4" },
    ],
    bufferViews: [view(0, 9), view(9, 2), view(11, 8)],
    buffers: [{ byteLength: data.byteLength, uri: `data:application/octet-stream;base64,${Buffer.from(data.buffer).toString("base64")}` }],
    ...(isAnimated && {
      animations: [
        {
          samplers: [{ input: 1, output: 2 }],
          channels: [0, 1].map((node) => ({ sampler: 0, target: { node, path: "rotation" } })),
        },
      ],
    }),
  };
  try {
    const { animations = [] } = await GLTFLoader.parse(gl, json, "");
    return `${animations?.length ?? 0} animations`;
  } catch (error) {
    return `${error.name}: ${error.message}`;
  }
}
const [still, apart, twins] = [await load(1, false), await load(2, true), await load(1, true)];
console.log(`one mesh at rest: ${still}; two meshes that turn: ${apart}; one mesh that turns, expected 1 animations: ${twins}`);
assert.equal(still, "0 animations");
assert.equal(apart, "1 animations");
assert.match(twins, /^TypeError/);
EOF
node run.mjs
