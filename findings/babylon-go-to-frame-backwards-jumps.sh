#!/usr/bin/env bash
# Babylon.js: goToFrame of a group that plays backwards shows the frame, and plays on from another one.
#
# Expected: A group plays backwards from frame 60. At about frame 30, goToFrame(20) shows frame 20, and the group plays
# on from there: one render of 16 ms later, it is at 20 - 0.96.
#
# Instead: Frame 20 is shown once. The next render shows frame 40: the group has been moved as far in the other
# direction. A slider for a rewind flickers, and the group ends at another time. Pausing does not help.
#
# In this package: clips play on from the frame, compiled groups do the same as Babylon.js; docs/upstream.md.
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

const STEP = (60 * 16) / 1000; // frames of the animation in a frame of 16 ms

/** Seeks frame 20 after some frames. @returns the frame that was left, those sought and shown next, and the right one */
function seek(speedRatio) {
  const { node, group } = createRuler();
  group.start(true, speedRatio);
  render(32);
  const left = node.position.x;
  group.goToFrame(20);
  const sought = node.position.x;
  render(1);
  return { left, sought, next: node.position.x, expected: 20 + speedRatio * STEP };
}

const [forwards, backwards] = [seek(1), seek(-1)];
console.log("forwards:", forwards);
console.log("backwards:", backwards);
assert.ok(Math.abs(forwards.next - forwards.expected) < 1e-6);
assert.equal(backwards.sought, 20);
const mirrored = 2 * backwards.left - 20 - STEP; // as far behind the frame that was left as 20 is before it
assert.ok(Math.abs(backwards.next - mirrored) < 1e-6);
assert.ok(Math.abs(backwards.next - backwards.expected) > 15);
EOF
node run.mjs
