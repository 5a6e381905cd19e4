#!/usr/bin/env bash
# Babylon.js: AnimationGroup.ClipFrames makes a STEP channel move between its keys.
#
# Expected: A channel that holds 1 until frame 60 (STEP interpolation), cut to the frames 15..45, holds 1 all the time.
#
# Instead: The keys at the new bounds have no interpolation, so that Babylon.js interpolates linearly between them:
# halfway, the value is neither of the two. Tangents of spline keys are left out likewise.
#
# In this package: clips play a range of a group without new keys, and `BakeClips` splits each curve exactly.
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

const { STEP } = BABYLON.AnimationKeyInterpolation;
const keys = [{ frame: 0, value: 1, interpolation: STEP }, { frame: 60, value: 2, interpolation: STEP }];
const group = createGroup({ x: 0 }, "x", BABYLON.Animation.ANIMATIONTYPE_FLOAT, keys);
const { animation } = BABYLON.AnimationGroup.ClipFrames(group, 15, 45).targetedAnimations[0];
const frames = animation.getKeys().map(({ frame }) => frame);
const halfway = animation.evaluate((frames[0] + frames.at(-1)) / 2);
console.log(`the value halfway between the frames ${frames[0]} and ${frames.at(-1)}, where the source holds 1: ${halfway}`);
assert.ok(halfway > 1.1 && halfway < 1.9);
EOF
node run.mjs
