#!/usr/bin/env bash
# Babylon.js: AnimatorAvatar.retargetAnimationGroup gives other keys if the source is playing.
#
# Expected: Retargeting depends on two skeletons and the keys. For a skeleton that is alike, the keys stay as they are,
# whether the source is at rest or has been playing for half a second, as files do that the loader starts.
#
# Instead: The avatar returns to its rest before, but the source does not: its pose of the moment is taken for its rest.
# After half a second of a turn by 90 degrees in 1 s, all keys are 45 degrees off.
#
# In this package: libraries retarget since the pose in which bodies were made, whatever they play; docs/upstream.md.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "@babylonjs/core@${LATEST:-9.35.0}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import * as BABYLON from "@babylonjs/core";

const version = JSON.parse(readFileSync("node_modules/@babylonjs/core/package.json", "utf8")).version;
console.log(`@babylonjs/core ${version}`);
const scene = new BABYLON.Scene(new BABYLON.NullEngine());
scene.useConstantAnimationDeltaTime = true; // each frame is 16 ms
new BABYLON.FreeCamera("camera", BABYLON.Vector3.Zero(), scene);

const about = (axis, degrees) => BABYLON.Quaternion.RotationAxis(axis, (degrees * Math.PI) / 180);
const x = BABYLON.Axis.X;

// the source: a node "hips" that a group turns about X, by 0 to 90 degrees in 1 s
const source = new BABYLON.TransformNode("hips", scene);
source.rotationQuaternion = BABYLON.Quaternion.Identity();
const animation = new BABYLON.Animation("turn", "rotationQuaternion", 60, BABYLON.Animation.ANIMATIONTYPE_QUATERNION);
animation.setKeys([0, 60].map((frame) => ({ frame, value: about(x, 1.5 * frame) })));
const group = new BABYLON.AnimationGroup("turn", scene);
group.addTargetedAnimation(animation, source);

// a character whose skeleton is alike: a joint "hips" at the same place, without rotation
function createAvatar() {
  const body = BABYLON.CreateBox("body", {}, scene);
  const hips = new BABYLON.TransformNode("hips", scene);
  hips.parent = body;
  hips.rotationQuaternion = BABYLON.Quaternion.Identity();
  body.skeleton = new BABYLON.Skeleton("skeleton", "skeleton", scene);
  new BABYLON.Bone("hips", body.skeleton, null, BABYLON.Matrix.Identity()).linkTransformNode(hips);
  return { body, avatar: new BABYLON.AnimatorAvatar("avatar", body, false) };
}
const degreesOff = (a, b) => (2 * Math.acos(Math.min(1, Math.abs(BABYLON.Quaternion.Dot(a, b)))) * 180) / Math.PI;
/** How far the keys of the retargeted group are off those of the source, in degrees. */
function retarget(avatar) {
  const { targetedAnimations } = avatar.retargetAnimationGroup(group, { fixRootPosition: false });
  return targetedAnimations[0].animation.getKeys().map(({ value }, i) => Math.round(degreesOff(value, animation.getKeys()[i].value)));
}

const { avatar } = createAvatar();
const atRest = retarget(avatar);
console.log("degrees that the keys are off, with the source at rest:", atRest);
assert.deepEqual(atRest, [0, 0]);

group.start(true);
for (let i = 0; i < 32; i++) scene.render(); // half a second
const shown = degreesOff(source.rotationQuaternion, BABYLON.Quaternion.Identity());
const playing = retarget(avatar);
console.log(`while the group shows ${shown.toFixed(1)} degrees:`, playing);
assert.ok(shown > 40 && shown < 50);
assert.deepEqual(playing, [Math.round(shown), Math.round(shown)]);
EOF
node run.mjs
