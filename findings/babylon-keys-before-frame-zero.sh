#!/usr/bin/env bash
# Babylon.js: keys before frame 0 are lost when their animation starts.
#
# Expected: Frames may be negative: a group of keys at the frames -60 and 60, from 0 to 1, says that it goes from -60 to
# 60. At frame -30 it shows 0.25, as the animation's own evaluate(-30) says.
#
# Instead: The start puts a key of the value at frame -60 and the number 0 in front of both, so that the keys are no
# longer sorted: all of the first half shows the value of frame 0.
#
# In this package: compiled groups ignore the key that is added; docs/behavior.md.
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

const animation = new BABYLON.Animation("x", "x", 60, BABYLON.Animation.ANIMATIONTYPE_FLOAT);
animation.setKeys([{ frame: -60, value: 0 }, { frame: 60, value: 1 }]);
const target = { x: 0 };
const group = new BABYLON.AnimationGroup("group", scene);
group.addTargetedAnimation(animation, target);
console.log(`the group goes from ${group.from} to ${group.to}`);
assert.deepEqual([group.from, group.to], [-60, 60]);

const frames = [-60, -30, 0, 30, 60];
const expected = frames.map((frame) => animation.evaluate(frame));
group.start();
group.pause();
const shown = frames.map((frame) => {
  group.goToFrame(frame);
  return target.x;
});
console.log("frames:", frames, "evaluate:", expected, "shown:", shown);
console.log("frames of the keys:", animation.getKeys().map(({ frame }) => frame));
assert.deepEqual(expected, [0, 0.25, 0.5, 0.75, 1]);
assert.deepEqual(shown, [0.5, 0.5, 0.5, 0.75, 1]);
EOF
node run.mjs
