#!/usr/bin/env bash
# Babylon.js: instances of a container begin in different poses, because the container plays.
#
# Expected: The assets of a container "are still linked to a scene but are not taken into account". A file is loaded
# into a container, which is never added to the scene: nothing in it moves, and each instance stands in the pose of the
# file.
#
# Instead: The loader starts the first animation of the container, as for files that are in the scene, and it plays for
# as long as the scene lives, with an animatable for each channel. Each instance takes over the pose of the moment, and
# keeps it while nothing animates it: one that was made 10 frames later has the arm elsewhere. With the
# animationStartMode NONE, all stand as in the file.
#
# In this package: compiled groups do the same. Load containers with GLTFLoaderAnimationStartMode.NONE, as
# docs/recipes.md does for other files; docs/upstream.md.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "@babylonjs/core@${LATEST:-9.35.0}" "@babylonjs/loaders@${LATEST:-9.28.0}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import * as BABYLON from "@babylonjs/core";
import { GLTFLoaderAnimationStartMode } from "@babylonjs/loaders/glTF/glTFFileLoader.js";
import "@babylonjs/loaders/glTF/2.0/index.js";

for (const name of ["@babylonjs/core", "@babylonjs/loaders"]) {
  console.log(`${name} ${JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version}`);
}

/** A file of an arm that its animation moves along x, from 0 to 10 within a second. */
function createFile() {
  const data = new Float32Array([0, 1, 0, 0, 0, 10, 0, 0]); // two times, two positions
  const uri = `data:application/octet-stream;base64,${Buffer.from(data.buffer).toString("base64")}`;
  return JSON.stringify({
    asset: { version: "2.0" },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ name: "arm" }],
    animations: [{ name: "wave", samplers: [{ input: 0, output: 1 }], channels: [{ sampler: 0, target: { node: 0, path: "translation" } }] }],
    accessors: [
      { bufferView: 0, componentType: 5126, count: 2, type: "SCALAR", min: [0], max: [1] },
      { bufferView: 0, byteOffset: 8, componentType: 5126, count: 2, type: "VEC3" },
    ],
    bufferViews: [{ buffer: 0, byteLength: data.byteLength }],
    buffers: [{ uri, byteLength: data.byteLength }],
  });
}

/** Loads a container, makes an instance every 10 frames, and plays none. @returns x of their arms, and what the scene has */
async function play(animationStartMode) {
  const scene = new BABYLON.Scene(new BABYLON.NullEngine());
  scene.useConstantAnimationDeltaTime = true; // each frame is 16 ms
  new BABYLON.FreeCamera("camera", BABYLON.Vector3.Zero(), scene);
  const pluginOptions = animationStartMode === undefined ? {} : { gltf: { animationStartMode } };
  const container = await BABYLON.LoadAssetContainerAsync(`data:${createFile()}`, scene, { pluginExtension: ".gltf", pluginOptions });
  const inScene = { groups: scene.animationGroups.length, nodes: scene.transformNodes.length, animatables: scene.animatables.length };
  const instances = [0, 1, 2].map((i) => {
    Array.from({ length: 10 }, () => scene.render());
    return container.instantiateModelsToScene((name) => `${name} ${i}`);
  });
  Array.from({ length: 10 }, () => scene.render());
  const x = instances.map(({ rootNodes, animationGroups }) => {
    assert.ok(!animationGroups[0].isStarted);
    return Number(rootNodes[0].getChildTransformNodes()[0].position.x.toFixed(2));
  });
  return { inScene, x };
}
const [first, none] = [await play(undefined), await play(GLTFLoaderAnimationStartMode.NONE)];
console.log("x of three instances that play nothing, expected 0:", first, "with NONE:", none);
assert.deepEqual(none, { inScene: { groups: 0, nodes: 0, animatables: 0 }, x: [0, 0, 0] });
assert.deepEqual(first.inScene, { groups: 0, nodes: 0, animatables: 1 });
assert.deepEqual(first.x, [1.44, 3.04, 4.64]);
EOF
node run.mjs
