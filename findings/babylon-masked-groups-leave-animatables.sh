#!/usr/bin/env bash
# Babylon.js: each run of a group with a mask leaves animatables in the scene.
#
# Expected: A group that has ended leaves nothing behind: scene.animatables is empty again, however often it was played.
#
# Instead: What a mask leaves out is paused at the start. When the rest has ended, so has the group; it forgets the
# paused animatables, but the scene does not: a wave of one arm, played once a minute by a character of 60 joints, adds
# about 60 animatables each time, which the scene visits in every frame. group.stop() no longer finds them;
# scene.stopAllAnimations() removes them.
#
# In this package: clips and compiled groups leave none; docs/upstream.md.
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

const { group } = createRuler("arm");
const leg = createRuler("leg");
group.addTargetedAnimation(leg.animation, leg.node);
let ends = 0;
group.onAnimationGroupEndObservable.add(() => ends++);

/** Plays the group to its end some times. @returns how many animatables the scene has afterwards */
function play(times) {
  for (let i = 0; i < times; i++) {
    group.start(false);
    render(70);
  }
  return scene.animatables.length;
}
const without = play(10);
group.mask = new BABYLON.AnimationGroupMask(["arm"]);
const masked = play(10);
group.stop();
console.log(`after 10 runs: ${without} animatables; after 10 with a mask: ${masked}; ends: ${ends}, isPlaying: ${group.isPlaying}`);
console.log("still there after stop():", scene.animatables.length);
assert.deepEqual([without, masked, ends, group.isPlaying], [0, 10, 20, false]);
assert.ok(scene.animatables.every(({ target, paused }) => target === leg.node && paused));
assert.equal(scene.animatables.length, 10);
scene.stopAllAnimations();
assert.equal(scene.animatables.length, 0);
EOF
node run.mjs
