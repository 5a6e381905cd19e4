#!/usr/bin/env bash
# Babylon.js: a mask that is set while a group is paused lets it play on.
#
# Expected: A mask says which targets a group animates, not whether it plays. A paused group that gets a mask stays
# paused.
#
# Instead: The mask is applied by pausing what it leaves out, and restarting all the rest: the node moves on, while
# isPlaying is false.
#
# In this package: clips and compiled groups stay paused; docs/behavior.md.
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

const node = new BABYLON.TransformNode("arm", scene);
const keys = [{ frame: 0, value: 0 }, { frame: 60, value: 60 }];
const group = createGroup(node, "position.x", BABYLON.Animation.ANIMATIONTYPE_FLOAT, keys);
group.start(true);
render(6);
group.pause();
render(5);
const paused = node.position.x;
group.mask = new BABYLON.AnimationGroupMask(["arm"]);
render(5);
console.log(`paused at ${paused}; five frames after the mask, expected the same: ${node.position.x}; isPlaying: ${group.isPlaying}`);
assert.equal(group.isPlaying, false);
assert.ok(node.position.x > paused + 3);
EOF
node run.mjs
