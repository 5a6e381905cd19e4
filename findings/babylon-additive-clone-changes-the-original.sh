#!/usr/bin/env bash
# Babylon.js: an additive clone of a group changes the group that it was cloned from.
#
# Expected: AnimationGroup.MakeAnimationAdditive with cloneOriginalAnimationGroup: true leaves the original as it is:
# "nod" plays on from y = 5 to 6, beside an additive "nod".
#
# Instead: The group is cloned, but its animations are not, and their keys are changed: the original goes from y = 0 to
# 1, and is not marked as additive, so that the node falls to the floor. The older arguments, with cloneOriginal = true,
# do the same.
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

const node = new BABYLON.TransformNode("head", scene);
const heights = ({ targetedAnimations }) => targetedAnimations[0].animation.getKeys().map(({ value }) => value.y);

/** A group that moves the head from y = 5 to 6. */
function createNod() {
  const animation = new BABYLON.Animation("nod", "position", 60, BABYLON.Animation.ANIMATIONTYPE_VECTOR3);
  animation.setKeys([5, 6].map((y, i) => ({ frame: 60 * i, value: new BABYLON.Vector3(0, y, 0) })));
  const group = new BABYLON.AnimationGroup("nod", scene);
  group.addTargetedAnimation(animation, node);
  return group;
}

const ways = {
  "with options": (nod) => BABYLON.AnimationGroup.MakeAnimationAdditive(nod, { cloneOriginalAnimationGroup: true }),
  "with cloneOriginal": (nod) => BABYLON.AnimationGroup.MakeAnimationAdditive(nod, 0, undefined, true, "additive"),
};
for (const [name, makeAdditive] of Object.entries(ways)) {
  const nod = createNod();
  const additive = makeAdditive(nod);
  console.log(`${name}: heights of the original, expected 5 and 6:`, heights(nod), "of the clone:", heights(additive));
  assert.notEqual(additive, nod);
  assert.equal(nod.isAdditive, false);
  assert.deepEqual([heights(nod), heights(additive)], [[0, 1], [0, 1]]);
}
EOF
node run.mjs
