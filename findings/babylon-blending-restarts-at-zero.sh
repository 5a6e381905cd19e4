#!/usr/bin/env bash
# Babylon.js: blending from the number 0 begins a frame late, and from a value that was blended already.
#
# Expected: A property of the value 0, animated to 8 with enableBlending and a blendingSpeed of 0.25, shows 0, 2, 4, 6
# in its first frames, as from any other value.
#
# Instead: The value to blend from is read again as long as it is 0: the third frame shows 5, and the fourth one 6.5.
#
# In this package: compiled blending does the same, so that all evaluations of a group agree; docs/upstream.md.
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

const play = (x) => {
  const target = { x };
  const keys = [{ frame: 0, value: x + 8 }, { frame: 60, value: x + 8 }];
  const group = createGroup(target, "x", BABYLON.Animation.ANIMATIONTYPE_FLOAT, keys);
  group.targetedAnimations[0].animation.enableBlending = true;
  group.targetedAnimations[0].animation.blendingSpeed = 0.25;
  group.start(true);
  return [1, 2, 3, 4].map(() => {
    render(1);
    return target.x - x;
  });
};
const [zero, one] = [play(0), play(1)];
console.log("the distance from the first value in four frames: from 0", zero, "from 1", one);
assert.deepEqual(one, [0, 2, 4, 6]);
assert.deepEqual(zero, [0, 2, 5, 6.5]);
EOF
node run.mjs
