#!/usr/bin/env bash
# Babylon.js: of a range that is made additive, the last key stays as it is.
#
# Expected: MakeAnimationAdditive with fromFrame: 30, for a clip of the frames 0 to 120, makes the keys from there to
# the end relative to the reference frame: the frame 120 becomes the difference, 2. So does fromFrame: 60, where a key
# is.
#
# Instead: The frame 120 stays 102, the position itself: what plays additively goes from 1 at the frame 60 to 102.
# Since no key is at the frame 30, one is inserted, and the index of the last key, which was taken before, is that of
# the one before it then. With clipKeys, the last key is left out, and the clip ends at half its length.
#
# In this package: docs/upstream.md. A range that begins and ends at keys is right.
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

/** A group that moves x. */
function createGroup(node, xs) {
  const animation = new BABYLON.Animation("x", "position", 60, BABYLON.Animation.ANIMATIONTYPE_VECTOR3);
  animation.setKeys(xs.map((x, i) => ({ frame: 60 * i, value: new BABYLON.Vector3(x, 0, 0) })));
  const group = new BABYLON.AnimationGroup("group", scene);
  group.addTargetedAnimation(animation, node);
  return group;
}

/** Plays a group that goes from 100 to 101 and 102, made additive, above one that holds 100. @returns its keys, and the largest x */
function play(options) {
  const node = new BABYLON.TransformNode("node", scene);
  const [held, nod] = [createGroup(node, [100, 100, 100]), createGroup(node, [100, 101, 102])];
  BABYLON.AnimationGroup.MakeAnimationAdditive(nod, { referenceFrame: 0, ...options });
  const made = nod.targetedAnimations[0].animation.getKeys();
  const keys = made.map(({ frame, value }) => `${frame}: ${value.x}`).join(", ");
  held.start(true);
  held.setWeightForAllAnimatables(1);
  nod.start(true, 1, options.clipKeys ? 0 : (options.fromFrame ?? 0), made.at(-1).frame, true);
  nod.setWeightForAllAnimatables(1);
  let end = 0;
  for (let frame = 0; frame < 130; frame++) {
    scene.render();
    end = Math.max(end, node.position.x);
  }
  [held, nod].forEach((group) => group.dispose());
  return { keys, end: Math.round(end) };
}
const [between, clipped, atKey, whole] = [{ fromFrame: 30 }, { fromFrame: 30, clipKeys: true }, { fromFrame: 60 }, {}].map(play);
console.log("from 30, expected to end with 2 and x at 102:", between);
console.log("from 30 with clipKeys, expected to end with 2 at the frame 90:", clipped);
console.log("from 60, where a key is:", atKey);
console.log("the whole clip:", whole);
assert.deepEqual(between, { keys: "0: 100, 30: 0.5, 60: 1, 120: 102", end: 201 }); // of the last frame of 16 ms before the end
assert.deepEqual(clipped, { keys: "0: 0.5, 30: 1", end: 101 });
assert.deepEqual(atKey, { keys: "0: 100, 60: 1, 120: 2", end: 102 });
assert.deepEqual(whole, { keys: "0: 0, 60: 1, 120: 2", end: 102 });
EOF
node run.mjs
