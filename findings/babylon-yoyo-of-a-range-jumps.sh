#!/usr/bin/env bash
# Babylon.js: ANIMATIONLOOPMODE_YOYO of a range that begins later than at frame 0 jumps.
#
# Expected: start(true, 1, 30, 90) of an animation with this mode swings between the frames 30 and 90, and begins at 30.
# From one frame of 16 ms to the next, the sine that Babylon.js plays moves by pi * 0.96 frames at most, 3.02.
#
# Instead: The phase counts from frame 0, and the frame is wrapped by the length of the range after it was swung: it
# begins at frame 60, goes down, and jumps by about 60 frames, from one end of the range to the other, in each swing.
# From 0 to 60, and wherever the range begins at a multiple of its length, nothing jumps.
#
# In this package: the same, as it is a mode of the animation; docs/upstream.md.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "@babylonjs/core@${LATEST:-9.35.0}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import * as BABYLON from "@babylonjs/core";

console.log(`@babylonjs/core ${JSON.parse(readFileSync("node_modules/@babylonjs/core/package.json", "utf8")).version}`);
const scene = new BABYLON.Scene(new BABYLON.NullEngine());
scene.useConstantAnimationDeltaTime = true; // each frame is 16 ms
new BABYLON.FreeCamera("camera", BABYLON.Vector3.Zero(), scene);
const render = (frames) => Array.from({ length: frames }, () => scene.render());

/** A node whose x is the frame, from 0 to 90, at 60 frames a second, and the group that moves it. */
function createRuler(name = "ruler") {
  const node = new BABYLON.TransformNode(name, scene);
  const animation = new BABYLON.Animation("x", "position.x", 60, BABYLON.Animation.ANIMATIONTYPE_FLOAT, BABYLON.Animation.ANIMATIONLOOPMODE_YOYO);
  animation.setKeys([{ frame: 0, value: 0 }, { frame: 90, value: 90 }]);
  const group = new BABYLON.AnimationGroup(name, scene);
  group.addTargetedAnimation(animation, node);
  return { node, animation, group };
}

const LARGEST = Math.PI * ((60 * 16) / 1000); // of a sine over 60 frames, in one frame of 16 ms

/** Plays 2 s of a range of 60 frames. @returns the first frame and the largest step from frame to frame */
function play(from, to) {
  const { node, group } = createRuler();
  group.start(true, 1, from, to);
  const frames = Array.from({ length: 125 }, () => {
    render(1);
    return node.position.x;
  });
  const steps = frames.slice(1).map((frame, i) => Math.abs(frame - frames[i]));
  return { first: frames[0], least: Math.min(...frames), most: Math.max(...frames), step: Math.max(...steps) };
}

const [whole, range] = [play(0, 60), play(30, 90)];
console.log("from 0 to 60, expected steps up to", LARGEST, whole);
console.log("from 30 to 90, expected to begin at 30:", range);
assert.ok(whole.first === 0 && whole.step < LARGEST);
assert.equal(range.first, 60);
assert.ok(range.step > 40);
EOF
node run.mjs
