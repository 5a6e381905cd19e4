#!/usr/bin/env bash
# Babylon.js: a group that runs from its end to its beginning turns around when its speed is set.
#
# Expected: start(true, 1, 60, 0) plays from frame 60 to frame 0. speedRatio is 1 then, as it was given, and speedRatio
# = 2 plays on in the same direction, twice as fast.
#
# Instead: The direction is kept as a negative speed of the animatables, which the setter overwrites: the group plays
# forwards, from frame 0 to frame 60. Set to 1, which it is already, it changes nothing.
#
# In this package: clips do the same, but their speedRatio is -1 after such a start; docs/behavior.md.
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
const keys = [{ frame: 0, value: 0 }, { frame: 60, value: 60 }];
const group = createGroup(node, "position.x", BABYLON.Animation.ANIMATIONTYPE_FLOAT, keys);
group.start(true, 1, 60, 0);
render(11);
const [before, speedRatio] = [node.position.x, group.speedRatio];
render(1);
const slow = node.position.x;
group.speedRatio = 2;
render(1);
const fast = node.position.x;
console.log(`speedRatio ${speedRatio}: x moves from ${before.toFixed(2)} to ${slow.toFixed(2)}; speedRatio 2, expected lower: to ${fast.toFixed(2)}`);
assert.equal(speedRatio, 1);
assert.ok(slow < before);
assert.ok(fast > slow);
EOF
node run.mjs
