#!/usr/bin/env bash
# Babylon.js: AnimationGroup.ClipFrames throws for a group that has never played.
#
# Expected: A group has a channel from frame 0 to 60, and one that begins at frame 30. ClipFrames(group, 15, 45) returns
# a group of 30 frames, in which the second channel begins at frame 15; whether the group has played makes no
# difference.
#
# Instead: It throws "Cannot read properties of undefined (reading 'frame')", because there is no key at or before the
# first frame of the range. After the group was started once, it does not throw, because the start has put a key at
# frame 0 into the animation. A group whose channels all begin before the range is clipped.
#
# In this package: AnimationGroup.ClipFrames of a clip sets its range; docs/clips.md, docs/upstream.md. Call normalize()
# of other groups before; what glTF files have is normalized by the loader.
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

/** Clips a group of two channels to frames 15 to 45. @returns the keys of the second one, which begins at a frame, or the error */
function clip(begin, prepare) {
  const scene = new BABYLON.Scene(new BABYLON.NullEngine());
  const group = new BABYLON.AnimationGroup("group", scene);
  for (const frame of [0, begin]) {
    const animation = new BABYLON.Animation("move", "position.x", 60, BABYLON.Animation.ANIMATIONTYPE_FLOAT);
    animation.setKeys([{ frame, value: 1 }, { frame: 60, value: 2 }]);
    group.addTargetedAnimation(animation, new BABYLON.TransformNode("node", scene));
  }
  prepare(group);
  try {
    const clipped = BABYLON.AnimationGroup.ClipFrames(group, 15, 45);
    return { from: clipped.from, to: clipped.to, keys: clipped.targetedAnimations[1].animation.getKeys().map(({ frame, value }) => [frame, value]) };
  } catch (error) {
    return { error: error.message };
  }
}
const seen = {
  new: clip(30, () => undefined),
  played: clip(30, (group) => group.start().stop()),
  normalized: clip(30, (group) => group.normalize()),
  early: clip(0, () => undefined),
};
console.log("frames 15 to 45, with a channel that begins at 30, or at 0:", seen);
assert.deepEqual(seen.new, { error: "Cannot read properties of undefined (reading 'frame')" });
assert.deepEqual(seen.played, { from: 0, to: 30, keys: [[0, 1], [15, 1], [30, 1.5]] });
assert.deepEqual(seen.normalized, seen.played);
assert.deepEqual(seen.early, { from: 0, to: 30, keys: [[0, 1.25], [30, 1.75]] });
EOF
node run.mjs
