#!/usr/bin/env bash
# Babylon.js: the start of an animation group adds keys to its animations.
#
# Expected: Playing reads the keys of an animation, and leaves them as they are. Keys at the frames 15 and 75 are the
# same two afterwards, and start(false, 1, 0) shows the same motion each time.
#
# Instead: The first start puts a third key into the user's animation, at frame 0, with the value of the next key. The
# first run begins with the motion at frame 15, each later one holds still until frame 15. Code that copies, edits or
# saves the animation finds the key as well, also if only AnimatorAvatar.retargetAnimationGroup has played the group.
#
# In this package: compiled groups begin at the first key each time, and retargeted moves leave out the added key;
# docs/behavior.md.
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
animation.setKeys([{ frame: 15, value: 1 }, { frame: 75, value: 2 }]);
const target = { x: 0 };
const group = new BABYLON.AnimationGroup("group", scene);
group.addTargetedAnimation(animation, target);
const frames = () => animation.getKeys().map(({ frame }) => frame);
console.log("frames of the keys before the first start:", frames());
assert.deepEqual(frames(), [15, 75]);

/** Plays from frame 0. @returns the value after 10 frames of 16 ms */
function play() {
  group.start(false, 1, 0);
  for (let i = 0; i < 11; i++) {
    scene.render();
  }
  group.stop();
  return target.x;
}
const [first, second] = [play(), play()];
console.log("frames of the keys after it:", frames());
console.log(`value after 160 ms of the first run: ${first}, of the second run: ${second}`);
assert.deepEqual(frames(), [0, 15, 75]);
assert.ok(first > 1.1);
assert.equal(second, 1);
EOF
node run.mjs
