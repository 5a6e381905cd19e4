#!/usr/bin/env bash
# Babylon.js: an additive clone of an animation has the keys of its original.
#
# Expected: Animation.MakeAnimationAdditive with cloneOriginalAnimation: true returns a clone whose keys are relative to
# the first one: from 0 to 1, where the original goes from 5 to 6. Without the option, the animation itself becomes so.
#
# Instead: Each key is copied, and the copy is changed and dropped: the clone goes from 5 to 6. A group that plays it
# additively adds the whole value, so that a character stands twice as high. Only with clipKeys do the changed keys
# arrive.
#
# In this package: docs/clips.md says to clone the group with its animations first.
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

const heights = (animation) => animation.getKeys().map(({ value }) => value.y);

/** Makes an animation from y = 5 to 6 additive. */
function makeAdditive(options) {
  const animation = new BABYLON.Animation("nod", "position", 60, BABYLON.Animation.ANIMATIONTYPE_VECTOR3);
  animation.setKeys([5, 6].map((y, i) => ({ frame: 60 * i, value: new BABYLON.Vector3(0, y, 0) })));
  return heights(BABYLON.Animation.MakeAnimationAdditive(animation, options));
}
const [changed, cloned, clipped] = [{}, { cloneOriginalAnimation: true }, { cloneOriginalAnimation: true, clipKeys: true }].map(makeAdditive);
console.log("heights, expected 0 and 1: in place", changed, "as a clone", cloned, "as a clone with clipKeys", clipped);
assert.deepEqual([changed, cloned, clipped], [[0, 1], [5, 6], [0, 1]]);
EOF
node run.mjs
