#!/usr/bin/env bash
# enable3d: an animation that was played once without a loop never loops again.
#
# Expected: anims.play(name, transitionDuration, loop) has a loop by default. "spin", of 1 s, is played once with loop =
# false, and later with play("spin"): it spins until something else is played, and after 2.5 s it is in the middle of a
# turn, at x = 0.5.
#
# Instead: It turns once, and stops at its end, x = 1: "loop" is set to once by the first call, and never back.
#
# In this package: repetitions belong to a clip or state, not to what was played before.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "@enable3d/common@${LATEST:-0.26.1}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { ExtendedObject3D } from "@enable3d/common/dist/extendedObject3D.js";
import { AnimationClip, VectorKeyframeTrack } from "three";

const versionOf = (name) => JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version;
console.log(`@enable3d/common ${versionOf("@enable3d/common")}, three ${versionOf("three")}`);

/** A clip of 1 s that moves from some x to another. */
const createClip = (name, from, to) => new AnimationClip(name, 1, [new VectorKeyframeTrack(".position", [0, 1], [from, 0, 0, to, 0, 0])]);

/** Where an object is 2.5 s after "spin" was started with a loop, after an earlier start with one or without. */
function xAfter(isLoopBefore) {
  const object = new ExtendedObject3D();
  object.anims.add("spin", createClip("spin", 0, 1));
  object.anims.add("idle", createClip("idle", 5, 5));
  object.anims.play("spin", 0, isLoopBefore);
  object.anims.mixer.update(1 / 4);
  object.anims.play("idle", 0);
  object.anims.mixer.update(1 / 4);
  object.anims.play("spin", 0);
  for (let frame = 0; frame < 20; frame++) {
    object.anims.mixer.update(1 / 8);
  }
  return { x: object.position.x, isRunning: object.anims.get("spin").isRunning() };
}
const [looped, once] = [xAfter(true), xAfter(false)];
console.log("2.5 s after play(), expected x = 0.5: after a start with a loop", looped, "after one without", once);
assert.ok(looped.isRunning && Math.abs(looped.x - 0.5) < 1e-6);
assert.deepEqual(once, { x: 1, isRunning: false });
EOF
node run.mjs
