#!/usr/bin/env bash
# Babylon.js: ANIMATIONLOOPMODE_YOYO is a sine, at twice the speed.
#
# Expected: A yoyo plays the keys forwards in their length, then backwards in the same length. A linear channel from 0
# to 1 in a second has the value 0.32 after 0.32 s.
#
# Instead: The frame is the absolute value of a sine of the time, whose period is the length of the keys: there and back
# take as long as the keys forwards, and linear keys are eased out. The value after 0.32 s is 0.84.
#
# In this package: clips with `reverse` are linear in both directions; docs/upstream.md.
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

const target = { x: 0 };
const group = createGroup(target, "x", BABYLON.Animation.ANIMATIONTYPE_FLOAT, [{ frame: 0, value: 0 }, { frame: 60, value: 1 }]);
group.targetedAnimations[0].animation.loopMode = BABYLON.Animation.ANIMATIONLOOPMODE_YOYO;
group.start(true);
const values = [];
for (let frame = 0; frame < 63; frame++) {
  render(1);
  values.push(target.x);
}
const at = (seconds) => values[Math.round(seconds / 0.016)];
console.log(`a linear ramp of 1 s, as yoyo: at 0.16 s ${at(0.16)}, at 0.32 s ${at(0.32)}, at 0.8 s ${at(0.8)}`);
for (const seconds of [0.16, 0.32, 0.8]) {
  assert.ok(Math.abs(at(seconds) - Math.abs(Math.sin(Math.PI * seconds))) < 0.01);
}
EOF
node run.mjs
