#!/usr/bin/env bash
# Babylon.js: one more bone, and a skeleton that takes over an animation gets none of it.
#
# Expected: skeleton.copyAnimationRange(source, "walk") copies what the bones of the same names do. A bone that only
# the target has, the one of a hat, stays at rest; the function warns of it and returns false, as not all bones were
# found.
#
# Instead: No bone gets a key, though every bone of the source has its counterpart. The result is computed by "ret =
# ret && bone.copyAnimationRange(...)", and once it is false, since the numbers differ, no bone is copied. The range
# "walk" is created all the same: beginAnimation("walk") plays, and the character stands still.
#
# In this package: clips find nodes by name, and leave out what they do not find; docs/upstream.md.
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

/** A skeleton of a chain of bones; with isAnimated, each moves by 1 along x in the range "walk". */
function createSkeleton(name, bones, isAnimated) {
  const skeleton = new BABYLON.Skeleton(name, name, scene);
  for (const bone of bones) {
    new BABYLON.Bone(bone, skeleton, skeleton.bones.at(-1) ?? null, BABYLON.Matrix.Identity());
    if (isAnimated) {
      const animation = new BABYLON.Animation(bone, "_matrix", 60, BABYLON.Animation.ANIMATIONTYPE_MATRIX);
      animation.setKeys([0, 1].map((x) => ({ frame: 30 * x, value: BABYLON.Matrix.Translation(x, 0, 0) })));
      skeleton.bones.at(-1).animations.push(animation);
    }
  }
  return skeleton;
}

/** Copies the walk of hips, spine and head, and plays it to its end. */
function copyWalk(bones) {
  const source = createSkeleton("source", ["hips", "spine", "head"], true);
  source.createAnimationRange("walk", 0, 30);
  const target = createSkeleton("target", bones, false);
  const copied = target.copyAnimationRange(source, "walk");
  const keys = target.bones.map(({ animations }) => animations[0]?.getKeys().length ?? 0);
  const isPlaying = target.beginAnimation("walk", false) !== null;
  for (let frame = 0; frame < 40; frame++) {
    scene.render();
  }
  return { copied, keys, isPlaying, x: target.bones[0].getPosition().x };
}
const [same, hat] = [copyWalk(["hips", "spine", "head"]), copyWalk(["hips", "spine", "head", "hat"])];
console.log("the same bones:", same);
console.log("with a hat, expected 2 keys for the first three bones:", hat);
assert.deepEqual(same, { copied: true, isPlaying: true, keys: [2, 2, 2], x: 1 });
assert.deepEqual(hat, { copied: false, isPlaying: true, keys: [0, 0, 0, 0], x: 0 });
EOF
node run.mjs
