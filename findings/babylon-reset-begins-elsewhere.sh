#!/usr/bin/env bash
# Babylon.js: reset() begins in the middle after the speed was changed.
#
# Expected: reset() returns a group to its beginning, whatever happened before: one frame of 16 ms later, a group that
# plays at twice the speed shows frame 0, as after a start, and ends after half a second.
#
# Instead: To go on smoothly, a change of speedRatio keeps an offset of frames, which reset() leaves in place. The group
# begins at frame 30, where it was when the speed was changed, and ends before or after its time.
#
# In this package: clips begin at their start, compiled groups do the same as Babylon.js; docs/upstream.md.
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

/** A node whose x is the frame, from 0 to 60, at 60 frames a second, and the group that moves it. */
function createRuler(name = "ruler") {
  const node = new BABYLON.TransformNode(name, scene);
  const animation = new BABYLON.Animation("x", "position.x", 60, BABYLON.Animation.ANIMATIONTYPE_FLOAT);
  animation.setKeys([{ frame: 0, value: 0 }, { frame: 60, value: 60 }]);
  const group = new BABYLON.AnimationGroup(name, scene);
  group.addTargetedAnimation(animation, node);
  return { node, animation, group };
}

/** Resets a group at frame 30 or so. @returns the frame that is shown next */
function reset(changeSpeed) {
  const { node, group } = createRuler();
  group.start(true);
  render(32);
  changeSpeed(group);
  group.reset();
  render(1);
  return node.position.x;
}

const before = 31 * 60 * 0.016; // the frame after 32 renders
const same = reset(() => undefined);
const faster = reset((group) => (group.speedRatio = 2));
console.log("the frame after reset(), expected 0:", same, "after speedRatio = 2 and reset():", faster);
assert.equal(same, 0);
assert.ok(Math.abs(faster - (60 - before)) < 1e-6); // the offset, -before, is wrapped by the 60 frames
EOF
node run.mjs
