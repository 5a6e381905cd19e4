#!/usr/bin/env bash
# Babylon.js: a BVH file is mirrored in a scene that is left-handed, as scenes are by default.
#
# Expected: BVH, like glTF, is right-handed. For a camera behind a body that looks along +Z, its left arm is on the left of
# the picture, and a turn to the left is one, in each scene: the glTF loader mirrors what it loads where the scene is
# left-handed.
#
# Instead: The numbers are taken as they are. With useRightHandedSystem = true, the left arm is on the left; in a scene as
# it is created, the bone "LeftArm" is on the right, a step to the left goes to the right, and a right-hander writes with
# the left hand.
#
# In this package: not concerned; convert BVH files to glTF, docs/authoring.md.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "@babylonjs/core@${LATEST:-9.35.0}" "@babylonjs/loaders@${LATEST:-9.28.0}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import * as BABYLON from "@babylonjs/core";
import "@babylonjs/loaders/BVH/index.js";

for (const name of ["@babylonjs/core", "@babylonjs/loaders"]) {
  console.log(`${name} ${JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version}`);
}
const BVH = `HIERARCHY
ROOT Hips
{
  OFFSET 0 0 0
  CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
  JOINT LeftArm
  {
    OFFSET 1 0 0
    CHANNELS 3 Zrotation Xrotation Yrotation
    End Site
    {
      OFFSET 1 0 0
    }
  }
}
MOTION
Frames: 2
Frame Time: 0.016666667
0 0 0 0 0 0 0 0 0
0 0 0 0 0 0 0 0 0
`;

/** On which side the left arm is for a camera that stands behind the body and looks where it looks, along +Z. */
async function see(rightHanded) {
  const scene = new BABYLON.Scene(new BABYLON.NullEngine());
  scene.useRightHandedSystem = rightHanded;
  const camera = new BABYLON.FreeCamera("camera", new BABYLON.Vector3(0, 0, -5), scene);
  camera.setTarget(BABYLON.Vector3.Zero());
  const { skeletons } = await BABYLON.ImportMeshAsync(`data:${BVH}`, scene, { pluginExtension: ".bvh" });
  scene.render();
  skeletons[0].computeAbsoluteMatrices(true);
  const arm = skeletons[0].bones.find(({ name }) => name === "LeftArm").getAbsolutePosition();
  const { x } = BABYLON.Vector3.TransformCoordinates(arm, scene.getTransformMatrix()); // -1, left, to 1, right
  return x < 0 ? "left" : "right";
}

const [rightHanded, leftHanded] = [await see(true), await see(false)];
console.log(`the left arm, seen from behind: ${rightHanded} in a right-handed scene, ${leftHanded} in a left-handed one`);
assert.equal(rightHanded, "left");
assert.equal(leftHanded, "right");
EOF
node run.mjs
