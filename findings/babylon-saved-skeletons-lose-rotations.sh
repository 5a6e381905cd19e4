#!/usr/bin/env bash
# Babylon.js: a skeleton that is saved keeps the first animation of each bone.
#
# Expected: Skeleton.Parse of what serialize() returned moves as the skeleton does, and so does a scene that is saved as
# a .babylon file. The hips of a BVH file have two animations, of their position and of their rotation.
#
# Instead: bone.animations[0] is written, and nothing of the others: the hips that turned by 90 degrees go straight on,
# with the whole body, while all other joints, which have rotations only, turn as before.
#
# In this package: not used.
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
const scene = new BABYLON.Scene(new BABYLON.NullEngine());
scene.useConstantAnimationDeltaTime = true; // each frame is 16 ms
new BABYLON.FreeCamera("camera", BABYLON.Vector3.Zero(), scene);
const render = (frames) => Array.from({ length: frames }, () => scene.render());

const BVH = `HIERARCHY
ROOT Hips
{
  OFFSET 0 0 0
  CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
  JOINT Chest
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
0 0 0 0 0 90 0 0 0
`;

const { skeletons } = await BABYLON.ImportMeshAsync(`data:${BVH}`, scene, { pluginExtension: ".bvh" });
const [skeleton] = skeletons;
const parsed = BABYLON.Skeleton.Parse(JSON.parse(JSON.stringify(skeleton.serialize())), scene);

/** The animated properties of the hips, and the angle about Y that they have at the last frame. */
function see(skeleton) {
  const [hips] = skeleton.bones;
  scene.beginAnimation(skeleton, 1, 1);
  render(1);
  const { y, w } = hips.rotationQuaternion;
  return { animated: hips.animations.map(({ targetProperty }) => targetProperty), degrees: Math.round((2 * Math.atan2(y, w) * 180) / Math.PI) };
}
const [before, after] = [see(skeleton), see(parsed)];
console.log("hips as loaded:", before);
console.log("hips as saved:", after);
assert.deepEqual(before, { animated: ["position", "rotationQuaternion"], degrees: 90 });
assert.deepEqual(after, { animated: ["position"], degrees: 0 });
EOF
node run.mjs
