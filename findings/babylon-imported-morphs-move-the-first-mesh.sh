#!/usr/bin/env bash
# Babylon.js: the imported animation of the teeth opens the head.
#
# Expected: Head and teeth have a morph target "jawOpen" each, as faces of several meshes do. ImportAnimationsAsync takes
# the animations of a file to the nodes of the same names: what animates the weights of "teeth" moves the teeth.
#
# Instead: A morph target is looked for by its own name in the whole scene, without its mesh, and the first one is taken:
# the channels of all meshes move the head, or whatever was loaded first, the face of another character, too.
# AssetContainer.mergeAnimationsTo without a targetConverter does the same.
#
# In this package: clips of libraries give the morph targets of a name the same weight on all meshes of a character;
# docs/behavior.md.
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

const file = `data:${createFile(["head", "teeth"], true, [0, 1], { node: 1, path: "weights" })}`;
const { animationGroups } = await BABYLON.ImportMeshAsync(file, scene, { pluginExtension: ".gltf" });
const morphOf = (name) => scene.getMeshByName(name).morphTargetManager.getTarget(0);
const see = (group) => {
  group.start(false).goToFrame(group.to);
  render(1);
  const shown = { head: morphOf("head").influence, teeth: morphOf("teeth").influence };
  group.dispose();
  morphOf("head").influence = morphOf("teeth").influence = 0;
  return shown;
};

animationGroups.forEach((group) => group.stop());
const loaded = see(animationGroups[0]);
await BABYLON.ImportAnimationsAsync(file, scene, { pluginExtension: ".gltf" });
scene.animationGroups.forEach((group) => group.stop());
const imported = see(scene.animationGroups[0]);
console.log("weights at the end of the animation of the teeth, as loaded:", loaded);
console.log("as imported:", imported);
assert.deepEqual(loaded, { head: 0, teeth: 1 });
assert.deepEqual(imported, { head: 1, teeth: 0 });
EOF
node run.mjs
