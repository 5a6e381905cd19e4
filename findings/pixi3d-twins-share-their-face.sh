#!/usr/bin/env bash
# Pixi3D: of two nodes with one mesh, the weights of one morph both.
#
# Expected: Weights of morph targets belong to the node (glTF 2.0, 3.11): an animation of the weights of one node
# leaves its twin, which has the same mesh, as it is.
#
# Instead: Both meshes have one and the same array of weights: where one smiles, so does the other.
#
# In this package: bake --for pixi3d gives each of them a mesh of its own.
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

const corners = () => accessor("VEC3", new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]), { min: [0, 0, 0], max: [1, 1, 0] });
const raised = () => accessor("VEC3", new Float32Array([0, 0, 1, 0, 0, 0, 0, 0, 0]), { min: [0, 0, 0], max: [0, 0, 1] });
const find = (node, name) => (node.name === name ? node : (node.children ?? []).map((child) => find(child, name)).find(Boolean));

/** Loads a file of two nodes, "left" and "right", with morph meshes of one target, and returns the weights of both when the first animation is halfway. */
async function weightsOf(nodes, mesh) {
  const face = () => ({ ...mesh, primitives: [{ attributes: { POSITION: corners() }, targets: [{ POSITION: raised() }] }] });
  const json = {
    scenes: [{ nodes: [0, 1] }],
    nodes,
    meshes: [face(), face()],
    animations: [
      {
        samplers: [{ input: times(0, 1), output: floats("SCALAR", 0, 1) }],
        channels: [{ sampler: 0, target: { node: 0, path: "weights" } }],
      },
    ],
  };
  const model = Model.from(await new Promise((resolve) => glTFAsset.fromBuffer(glb(json).buffer, resolve)));
  model.animations[0].position = 0.5;
  return nodes.map(({ name }) => [...(find(model, name).children[0].targetWeights ?? [])]);
}

const shown = await weightsOf([{ name: "left", mesh: 0 }, { name: "right", mesh: 0 }], { weights: [0] });
console.log("the weights of both at 0.5 s, expected 0.5 and 0:", shown.join(", "));
assert.deepEqual(shown, [[0.5], [0.5]]);
process.exit();
EOF
node run.mjs
