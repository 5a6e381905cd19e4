#!/usr/bin/env bash
# OGL: a file with two animated nodes of one mesh does not load.
#
# Expected: Nodes may share a mesh (glTF 2.0, 3.7): two wheels, which turn by one animation, are loaded and turn.
#
# Instead: The loader makes instances of them, drops the node of the second, and throws an error at its animation.
# Without the animation, or with a mesh for each, the same file loads. If only the first is animated, or each hangs on
# an animated node of its own, both turn as the first.
#
# In this package: validate --for ogl finds meshes of nodes that move apart.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "ogl@${LATEST:-1.0.11}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { GLTFLoader, Mat4 } from "ogl";

console.log(`ogl ${JSON.parse(readFileSync("node_modules/ogl/package.json", "utf8")).version}`);

/** A WebGL that draws nothing, with the state that OGL keeps. */
const gl = new Proxy(
  {
    getShaderInfoLog: () => "",
    renderer: { state: { boundBuffer: null }, vertexAttribDivisor() {}, bindVertexArray() {}, createVertexArray: () => ({}) },
  },
  { get: (target, name) => target[name] ?? (/^[A-Z]/.test(name) ? 0 : () => ({})) },
);

/**
 * Two wheels in a scene, nodes 0 and 1, of one mesh or of two, each on an axle, nodes 2 and 3, of which some turn from 0 to 180 degrees in 2 s.
 * @returns by how many degrees the wheels have turned after 1 s, or the error
 */
async function play(meshes, ...animated) {
  const data = new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 2, 0, 0, 0, 1, 0, 0, 1, 0]);
  const view = (at, count) => ({ buffer: 0, byteOffset: 4 * at, byteLength: 4 * count });
  const json = {
    asset: { version: "2.0" },
    scene: 0,
    scenes: [{ nodes: [2, 3] }],
    nodes: [
      ...[0, 1].map((node) => ({ name: `wheel ${node}`, mesh: node % meshes, translation: [node, 0, 0] })),
      ...[0, 1].map((node) => ({ name: `axle ${node}`, children: [node] })),
    ],
    meshes: Array.from({ length: meshes }, () => ({ primitives: [{ attributes: { POSITION: 0 } }] })),
    accessors: [
      { bufferView: 0, componentType: 5126, count: 3, type: "VEC3", min: [0, 0, 0], max: [1, 1, 0] },
      { bufferView: 1, componentType: 5126, count: 2, type: "SCALAR", min: [0], max: [2] },
      { bufferView: 2, componentType: 5126, count: 2, type: "VEC4" },
    ],
    bufferViews: [view(0, 9), view(9, 2), view(11, 8)],
    buffers: [{ byteLength: data.byteLength, uri: `data:application/octet-stream;base64,${Buffer.from(data.buffer).toString("base64")}` }],
    ...(animated.length > 0 && {
      animations: [{ samplers: [{ input: 1, output: 2 }], channels: animated.map((node) => ({ sampler: 0, target: { node, path: "rotation" } })) }],
    }),
  };
  try {
    const { animations, scene } = await GLTFLoader.parse(gl, json, "");
    animations?.forEach(({ animation }) => Object.assign(animation, { elapsed: 1 }).update(1, true));
    const shown = [];
    for (const root of scene) {
      root.updateMatrixWorld();
      root.traverse(({ geometry, worldMatrix }) => {
        const { instanceMatrix } = geometry?.attributes ?? {};
        const places = instanceMatrix ? [0, 16].map((at) => new Mat4().fromArray(instanceMatrix.data, at)) : [new Mat4()];
        shown.push(...(geometry ? places.map((place) => new Mat4().multiply(worldMatrix, place)) : []));
      });
    }
    return shown.map((matrix) => Math.round((180 / Math.PI) * Math.atan2(matrix[1], matrix[0]))).join();
  } catch (error) {
    return `${error.name}: ${error.message}`;
  }
}
const still = await play(1);
const apart = await play(2, 0, 1);
const twins = await play(1, 0, 1);
console.log(`one mesh at rest: ${still}; two meshes that turn: ${apart}; one mesh that turns, expected 90,90: ${twins}`);
assert.equal(still, "0,0");
assert.equal(apart, "90,90");
assert.match(twins, /^TypeError/);
const first = await play(1, 0);
const [axle, other] = [await play(1, 2), await play(1, 3)];
console.log(`only the first turns, expected 90,0: ${first}; only its axle: ${axle}; only the axle of the second, expected 0,90: ${other}`);
assert.equal(first, "90,90");
assert.equal(axle, "90,90");
assert.equal(other, "0,0");
EOF
node run.mjs
