#!/usr/bin/env bash
# Babylon.js: a clone of a group with its own animations moves without easing.
#
# Expected: AnimationGroup.clone("copy", convert, true) gives another node the same motion: a door that swings open by a
# CubicEase is at 0.125 after half a second, in both. With shared animations, it is.
#
# Instead: Animation.clone copies keys, ranges and blending, but neither the easing function nor the events: the copy is
# at 0.5, on a straight line, and its AnimationEvents never fire. AnimationGroup.ClipFrames, which clones so, loses
# them, too.
#
# In this package: clips and compiled groups keep both; docs/behavior.md.
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

const doors = ["door", "twin"].map((name) => new BABYLON.TransformNode(name, scene));
const animation = new BABYLON.Animation("open", "position.x", 60, BABYLON.Animation.ANIMATIONTYPE_FLOAT);
animation.setKeys([{ frame: 0, value: 0 }, { frame: 60, value: 1 }]);
animation.setEasingFunction(new BABYLON.CubicEase());
animation.addEvent(new BABYLON.AnimationEvent(30, () => {}));
const group = new BABYLON.AnimationGroup("open", scene);
group.addTargetedAnimation(animation, doors[0]);

const clones = [false, true].map((cloneAnimations) => group.clone("copy", () => doors[1], cloneAnimations));
const [original, shared, own] = [group, ...clones].map(({ targetedAnimations: [channel] }) => {
  return { halfway: channel.animation.evaluate(30), events: channel.animation.getEvents().length };
});
console.log("original:", original, "clone with shared animations:", shared, "with its own, expected the same:", own);
assert.deepEqual(original, { halfway: 0.125, events: 1 });
assert.deepEqual(shared, original);
assert.deepEqual(own, { halfway: 0.5, events: 0 });
EOF
node run.mjs
