#!/usr/bin/env bash
# Babylon.js: a group whose weight is 0 never ends.
#
# Expected: The weight says how much of a group is shown. A jump of 1 s that is faded out on its way ends after 1 s:
# onAnimationGroupEndObservable is notified, and what waits for it goes on.
#
# Instead: Animatables of weight 0 are left out of the step, also of the check whether they have ended. After 8 s the
# group is playing, at the frame where its weight became 0. It ends as soon as it gets a weight again.
#
# In this package: clips end at their time, whatever their weight is; docs/upstream.md.
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

/** A group that moves a node along keys, at 60 frames a second. */
function createGroup(node, property, type, keys) {
  const animation = new BABYLON.Animation(property, property, 60, type, BABYLON.Animation.ANIMATIONLOOPMODE_CYCLE);
  animation.setKeys(keys);
  const group = new BABYLON.AnimationGroup(property, scene);
  group.addTargetedAnimation(animation, node);
  return group;
}

const node = new BABYLON.TransformNode("node", scene);
const jump = createGroup(node, "position.y", BABYLON.Animation.ANIMATIONTYPE_FLOAT, [{ frame: 0, value: 0 }, { frame: 60, value: 1 }]);
let ends = 0;
jump.onAnimationGroupEndObservable.add(() => ends++);
jump.weight = 1;
jump.start(false);
render(10);
jump.weight = 0;
render(500);
const seen = { ends, isPlaying: jump.isPlaying };
console.log("8 s after the start of a jump of 1 s, expected 1 end:", seen, "frame:", jump.getCurrentFrame());
jump.weight = 0.5;
render(1);
console.log("ends after it got a weight again:", ends);
assert.deepEqual(seen, { ends: 0, isPlaying: true });
assert.equal(ends, 1);
EOF
node run.mjs
