#!/usr/bin/env bash
# Babylon.js: an imported animation has no target where its node is a mesh.
#
# Expected: ImportAnimationsAsync takes the animations of a file to the nodes of the same names. The node "door" of a glTF
# file has a mesh; its translation is imported for the "door" in the scene.
#
# Instead: Where a node's first channel is its translation or rotation, the node is looked for among those that are plain
# TransformNodes. A node with a mesh is a Mesh, and is not found: the target is null, nothing is said, and the start of
# the group throws a TypeError. If the first channel is the scale, it is found, and all its channels play.
#
# In this package: libraries find nodes with and without meshes; docs/behavior.md.
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
  console.log(`${name} ${JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version}`);
}
const scene = new BABYLON.Scene(new BABYLON.NullEngine());
scene.useConstantAnimationDeltaTime = true; // each frame is 16 ms
new BABYLON.FreeCamera("camera", BABYLON.Vector3.Zero(), scene);
const render = (frames) => Array.from({ length: frames }, () => scene.render());

/** A glTF file of triangles, one for each node, with one animation of the given channel. */
function createFile(nodes, morph, values, target) {
  const data = new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, ...values]); // a triangle, two times, two values
  const uri = `data:application/octet-stream;base64,${Buffer.from(data.buffer).toString("base64")}`;
  const accessor = (offset, count, type, bounds) => ({ bufferView: 0, byteOffset: 4 * offset, componentType: 5126, count, type, ...bounds });
  const primitives = [{ attributes: { POSITION: 0 }, ...(morph ? { targets: [{ POSITION: 0 }] } : {}) }];
  return JSON.stringify({
    asset: { version: "2.0" },
    scenes: [{ nodes: nodes.map((_, i) => i) }],
    nodes: nodes.map((name, mesh) => ({ name, mesh })),
    meshes: nodes.map(() => ({ primitives, extras: { targetNames: ["jawOpen"] } })),
    animations: [{ name: "move", samplers: [{ input: 1, output: 2 }], channels: [{ sampler: 0, target }] }],
    accessors: [
      accessor(0, 3, "VEC3", { min: [0, 0, 0], max: [1, 1, 0] }),
      accessor(9, 2, "SCALAR", { min: [0], max: [1] }),
      accessor(11, 2, target.path === "weights" ? "SCALAR" : "VEC3"),
    ],
    bufferViews: [{ buffer: 0, byteLength: data.byteLength }],
    buffers: [{ uri, byteLength: data.byteLength }],
  });
}

/** Loads a door, and imports its animation again. @returns the names of the targets, as loaded and as imported */
async function load(path) {
  const scene = new BABYLON.Scene(new BABYLON.NullEngine());
  const file = `data:${createFile(["door"], false, [0, 0, 0, 5, 0, 0], { node: 0, path })}`;
  await BABYLON.ImportMeshAsync(file, scene, { pluginExtension: ".gltf" });
  const names = () => scene.animationGroups.flatMap(({ targetedAnimations }) => targetedAnimations.map(({ target }) => target && target.name));
  const loaded = names();
  await BABYLON.ImportAnimationsAsync(file, scene, { pluginExtension: ".gltf", animationGroupLoadingMode: BABYLON.SceneLoaderAnimationGroupLoadingMode.Clean });
  let error = null;
  try {
    scene.animationGroups[0].stop().start(true);
  } catch ({ message }) {
    error = message;
  }
  return { loaded, imported: names(), error };
}

const [translation, scale] = [await load("translation"), await load("scale")];
console.log("translation:", translation);
console.log("scale:", scale);
assert.deepEqual([translation.loaded, translation.imported], [["door"], [null]]);
assert.match(translation.error, /null/);
assert.deepEqual(scale, { loaded: ["door"], imported: ["door"], error: null });
EOF
node run.mjs
