#!/usr/bin/env bash
# Babylon.js: an AnimationEvent between the last frame that is shown and the end of a loop never fires.
#
# Expected: An event at frame 59.9 of a loop of 60 frames fires once in each pass.
#
# Instead: An event fires if a frame that is shown lies behind it. Frames of 16 ms end at 59.5 or wrap to the next pass,
# which resets the events that have not fired: in four passes, the event never fires.
#
# In this package: events are found by the interval of time that a frame covers; docs/upstream.md.
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

const count = (frame) => {
  const keys = [{ frame: 0, value: 0 }, { frame: 60, value: 1 }];
  const group = createGroup({ x: 0 }, "x", BABYLON.Animation.ANIMATIONTYPE_FLOAT, keys);
  let times = 0;
  group.targetedAnimations[0].animation.addEvent(new BABYLON.AnimationEvent(frame, () => times++));
  group.start(true);
  render(256); // 4.1 s
  group.dispose();
  return times;
};
const [middle, end] = [count(30), count(59.9)];
console.log(`four passes of 60 frames: the event at frame 30 fired ${middle} times, that at frame 59.9 ${end} times`);
assert.equal(middle, 4);
assert.equal(end, 0);
EOF
node run.mjs
