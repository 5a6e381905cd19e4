#!/usr/bin/env bash
# Babylon.js: the baked vertex animation of a glTF character stands still.
#
# Expected: VertexAnimationBaker "bakes the animation into the texture": frames 0 to 60 of a glTF character, whose group
# moves a joint from 0 to 5 in 60 frames, whether it plays or not.
#
# Instead: All 61 frames are the pose in which the character is, and there is no warning. The baker begins the
# animations of the bones for each frame, as .babylon files have them; those of a glTF file are in groups and move
# nodes, which the bones follow. While the group plays, the frames of the texture are those of the renders, by their
# time, not by the range: at 16 ms each, 4.8 in place of 5. Bones with the same animation of their own are baked right.
#
# In this package: crowds bake the clips of glTF files by themselves; docs/crowds.md.
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

function createScene() {
  const scene = new BABYLON.Scene(new BABYLON.NullEngine());
  scene.useConstantAnimationDeltaTime = true; // each frame is 16 ms
  new BABYLON.FreeCamera("camera", BABYLON.Vector3.Zero(), scene);
  return scene;
}

/** A glTF file of a triangle that follows a joint, and an animation that moves the joint along x, from 0 to 5 within a second. */
function createFile() {
  const numbers = [[0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1], [0, 0, 0, 5, 0, 0], [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]]; // positions, times, translations, weights
  const bytes = Buffer.concat([Buffer.from(new Float32Array(numbers.flat()).buffer), Buffer.alloc(12)]); // joints are 0
  const accessor = (offset, count, type, more) => ({ bufferView: 0, byteOffset: 4 * offset, componentType: 5126, count, type, ...more });
  return JSON.stringify({
    asset: { version: "2.0" },
    scene: 0,
    scenes: [{ nodes: [0, 1] }],
    nodes: [{ name: "body", mesh: 0, skin: 0 }, { name: "joint" }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0, WEIGHTS_0: 3, JOINTS_0: 4 } }] }],
    skins: [{ joints: [1] }],
    animations: [{ name: "move", samplers: [{ input: 1, output: 2 }], channels: [{ sampler: 0, target: { node: 1, path: "translation" } }] }],
    accessors: [
      accessor(0, 3, "VEC3", { min: [0, 0, 0], max: [1, 1, 0] }),
      accessor(9, 2, "SCALAR", { min: [0], max: [1] }),
      accessor(11, 2, "VEC3"),
      accessor(17, 3, "VEC4"),
      { ...accessor(29, 3, "VEC4"), componentType: 5121 },
    ],
    bufferViews: [{ buffer: 0, byteLength: bytes.length }],
    buffers: [{ byteLength: bytes.length, uri: `data:application/octet-stream;base64,${bytes.toString("base64")}` }],
  });
}

const FRAMES = 61;
/** @returns x of the first bone in the first, the middle and the last of the baked frames 0 to 60 */
function bake(scene, mesh) {
  const baked = new BABYLON.VertexAnimationBaker(scene, mesh).bakeVertexDataSync([{ name: "move", from: 0, to: FRAMES - 1 }], false);
  return [0, 30, 60].map((frame) => Number(baked[(baked.length / FRAMES) * frame + 12].toFixed(2)));
}

/** Bones with animations of their own. */
function bakeBones() {
  const scene = createScene();
  const skeleton = new BABYLON.Skeleton("skeleton", "skeleton", scene);
  const bone = new BABYLON.Bone("bone", skeleton, null, BABYLON.Matrix.Identity());
  const animation = new BABYLON.Animation("move", "_matrix", 60, BABYLON.Animation.ANIMATIONTYPE_MATRIX);
  animation.setKeys(Array.from({ length: FRAMES }, (_, frame) => ({ frame, value: BABYLON.Matrix.Translation(frame / 12, 0, 0) })));
  bone.animations.push(animation);
  const box = BABYLON.CreateBox("box", {}, scene);
  box.alwaysSelectAsActiveMesh = true;
  box.skeleton = skeleton;
  return bake(scene, box);
}

/** The file. */
async function bakeFile() {
  const scene = createScene();
  const { animationGroups, meshes } = await BABYLON.ImportMeshAsync(`data:${createFile()}`, scene, { pluginExtension: ".gltf" });
  const [group] = animationGroups;
  const body = meshes.find(({ skeleton }) => skeleton);
  body.alwaysSelectAsActiveMesh = true;
  const playing = bake(scene, body); // the loader has started the group
  group.stop();
  const stopped = bake(scene, body);
  group.start();
  group.goToFrame(30);
  body.skeleton.prepare(true);
  return { from: group.from, to: group.to, playing, stopped, sought: body.skeleton.getTransformMatrices(body)[12] };
}

const bones = bakeBones();
const file = await bakeFile();
console.log("x of the bone in frames 0, 30 and 60, with an animation of its own:", bones);
console.log("of the file:", file);
assert.deepEqual(bones, [0, 2.5, 5]);
assert.deepEqual([file.from, file.to, file.sought], [0, 60, 2.5]);
assert.deepEqual(file.stopped, [0, 0, 0]); // expected 0, 2.5, 5
assert.deepEqual(file.playing, [0, 2.4, 4.8]); // expected the same
EOF
node run.mjs
