#!/usr/bin/env bash
# Babylon.js: weights that are set after the first frame leave out a third rotation.
#
# Expected: Three groups that turn one node play with the weight 1/3 each, whether the weights are set before or after
# the first frame: the node has a third of each rotation.
#
# Instead: If the groups play a frame without weights first, the third one has no effect at all: the rotation is mixed
# into the object that holds the value of the third group, which is overwritten before it is read.
#
# In this package: such groups are mixed as if they had started with their weights; docs/upstream.md.
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
const render = (frames) => Array.from({ length: frames }, () => scene.render());

/** A group that moves a value along keys, at 60 frames a second. */
function createGroup(target, property, type, keys) {
  const animation = new BABYLON.Animation(property, property, 60, type, BABYLON.Animation.ANIMATIONLOOPMODE_CYCLE);
  animation.setKeys(keys);
  const group = new BABYLON.AnimationGroup(property, scene);
  group.addTargetedAnimation(animation, target);
  return group;
}

function play(framesBefore) {
  const node = new BABYLON.TransformNode("node", scene);
  node.rotationQuaternion = BABYLON.Quaternion.Identity();
  const axes = [BABYLON.Vector3.Right(), BABYLON.Vector3.Up(), BABYLON.Vector3.Forward()];
  const groups = axes.map((axis) => {
    const value = BABYLON.Quaternion.RotationAxis(axis, 0.5);
    const keys = [0, 60].map((frame) => ({ frame, value }));
    return createGroup(node, "rotationQuaternion", BABYLON.Animation.ANIMATIONTYPE_QUATERNION, keys);
  });
  groups.forEach((group) => group.start(true));
  render(framesBefore);
  groups.forEach((group) => group.setWeightForAllAnimatables(1 / 3));
  render(2);
  return node.rotationQuaternion.z; // the share of the third rotation
}
const [before, after] = [play(0), play(2)];
console.log(`z of the mixed rotation: weights set before the first frame ${before}, after two frames ${after}`);
assert.ok(before > 0.05);
assert.equal(after, 0);
EOF
node run.mjs
