#!/usr/bin/env bash
# enable3d: an animation that is played a second time shows the pose at rest.
#
# Expected: anims.play("hit") while "hit" plays begins it anew. The arm, which is at x = 0 at rest, and is held at x = 1
# by the animation, stays at x = 1.
#
# Instead: The arm falls to its pose at rest, and comes back within the 0.5 s of the transition: the animation is faded
# from itself, so that it has the weight 0 at first, and no other one has the rest.
#
# In this package: a clip that is played again begins anew, at its weight.
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

const object = new ExtendedObject3D();
object.anims.add("hit", new AnimationClip("hit", 1, [new VectorKeyframeTrack(".position", [0, 1], [1, 0, 0, 1, 0, 0])]));
object.anims.play("hit");
const xAfter = (seconds) => (object.anims.mixer.update(seconds), object.position.x);
const before = xAfter(0.25);
object.anims.play("hit");
const after = [0.0625, 0.1875, 0.25, 0.25].map(xAfter);
console.log("x, expected 1: before the second play()", before, "and 1/16, 1/4, 1/2 and 3/4 s after it", after);
assert.equal(before, 1);
assert.deepEqual(after, [0.125, 0.5, 1, 1]);
EOF
node run.mjs
