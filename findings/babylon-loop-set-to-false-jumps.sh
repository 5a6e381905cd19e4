#!/usr/bin/env bash
# Babylon.js: a group whose loopAnimation becomes false jumps to its last frame.
#
# Expected: A walk loops. When the character has arrived, loopAnimation = false (or play(false)) lets it finish the step:
# the pass goes on to its end, and onAnimationGroupEndObservable is notified there.
#
# Instead: From the second pass on, the next frame shows the last frame of the walk, and the group has ended: the time
# since the start is longer than one pass. In the first pass, the step is finished as expected.
#
# In this package: clips finish the pass, compiled groups do the same as Babylon.js; docs/upstream.md.
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

/** Ends the loop after some frames of 16 ms. @returns the frame before, the next one, and whether the group has ended */
function endLoop(frames) {
  const { node, group } = createRuler();
  group.start(true);
  render(frames);
  const before = node.position.x;
  group.loopAnimation = false;
  render(1);
  return { before, next: node.position.x, ended: !group.isPlaying };
}

const [first, second] = [endLoop(20), endLoop(82)];
console.log("in the first pass:", first);
console.log("in the second pass:", second, "expected next:", second.before + 0.96);
assert.ok(Math.abs(first.next - (first.before + 0.96)) < 1e-6 && !first.ended);
assert.ok(second.before < 20);
assert.deepEqual([second.next, second.ended], [60, true]);
EOF
node run.mjs
