#!/usr/bin/env bash
# Babylon.js: a group that is paused leaves the mixture.
#
# Expected: Two groups hold a node at x = 10 and x = 20 with the weight 0.5 each, so that it is at 15. A paused group
# holds its pose: the node stays at 15.
#
# Instead: A paused group takes no part in the mixture, and the value at rest, 0, takes its place: the node jumps to 5.
#
# In this package: groups do the same; in cross-fades and blends, a paused clip holds its pose; docs/behavior.md.
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
const groups = [10, 20].map((value) => {
  const group = createGroup(node, "position.x", BABYLON.Animation.ANIMATIONTYPE_FLOAT, [{ frame: 0, value }, { frame: 60, value }]);
  group.weight = 0.5;
  return group.start(true);
});
render(3);
const playing = node.position.x;
groups[1].pause();
render(3);
console.log(`x while both play: ${playing}; after one was paused, expected the same: ${node.position.x}`);
assert.equal(playing, 15);
assert.equal(node.position.x, 5);
EOF
node run.mjs
