#!/usr/bin/env bash
# Babylon.js: a spline channel that ends before its animation moves on.
#
# Expected: glTF 2.0 (3.11): after its last key, a channel holds the value. A CUBICSPLINE channel that ends at 1 s with
# the value 1, in an animation of 2 s, shows 1 at 1.5 s.
#
# Instead: The loader lengthens all channels to the end of the animation, by a key that has the tangents of its
# neighbor: between the two, the curve leaves the value and comes back.
#
# In this package: the range of each channel is recorded when it is loaded, and added keys are ignored.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "@babylonjs/core@${LATEST:-9.35.0}" "@babylonjs/loaders@${LATEST:-9.28.0}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import * as BABYLON from "@babylonjs/core";
import "@babylonjs/loaders/glTF/2.0/index.js";

for (const name of ["@babylonjs/core", "@babylonjs/loaders"]) {
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version);
}
const scene = new BABYLON.Scene(new BABYLON.NullEngine());
scene.useConstantAnimationDeltaTime = true; // each frame is 16 ms
scene.useRightHandedSystem = true;
new BABYLON.FreeCamera("camera", BABYLON.Vector3.Zero(), scene);

/** Loads a glTF file of the given members, with its floats in one buffer. */
async function load({ floats, ...json }) {
  const bytes = Buffer.from(new Float32Array(floats).buffer);
  const gltf = { asset: { version: "2.0" }, scene: 0, buffers: [{ byteLength: bytes.length, uri: `data:application/octet-stream;base64,${bytes.toString("base64")}` }], ...json };
  return BABYLON.LoadAssetContainerAsync(`data:${JSON.stringify(gltf)}`, scene, { pluginExtension: ".gltf" });
}

const container = await load({
  scenes: [{ nodes: [0, 1] }],
  nodes: [{ name: "spline" }, { name: "linear" }],
  animations: [
    {
      samplers: [
        { input: 0, output: 1, interpolation: "CUBICSPLINE" },
        { input: 2, output: 3 },
      ],
      channels: [
        { sampler: 0, target: { node: 0, path: "translation" } },
        { sampler: 1, target: { node: 1, path: "translation" } },
      ],
    },
  ],
  floats: [0, 1, ...[0, 0, 0, 0, 0, 0, 6, 0, 0], ...[6, 0, 0, 1, 0, 0, 0, 0, 0], 0, 2, ...[0, 0, 0], ...[1, 0, 0]],
  bufferViews: [{ buffer: 0, byteLength: 28 * 4 }],
  accessors: [
    { bufferView: 0, byteOffset: 0, componentType: 5126, count: 2, type: "SCALAR", min: [0], max: [1] },
    { bufferView: 0, byteOffset: 8, componentType: 5126, count: 6, type: "VEC3" },
    { bufferView: 0, byteOffset: 80, componentType: 5126, count: 2, type: "SCALAR", min: [0], max: [2] },
    { bufferView: 0, byteOffset: 88, componentType: 5126, count: 2, type: "VEC3" },
  ],
});
container.addAllToScene();
const node = container.transformNodes.find(({ name }) => name === "spline");
const [group] = container.animationGroups;
group.start(false);
group.goToFrame(group.to * 0.75);
console.log(`x at 1.5 s, where the channel holds 1: ${node.position.x}`);
assert.ok(Math.abs(node.position.x - 1) > 0.2);
EOF
node run.mjs
