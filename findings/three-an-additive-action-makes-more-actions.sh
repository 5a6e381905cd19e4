#!/usr/bin/env bash
# three.js: clipAction returns a new action each time once a clip has played in two blend modes.
#
# Expected: clipAction returns the same action for the same clip and root, as its documentation says, so that
# mixer.clipAction(clip).stop() stops what mixer.clipAction(clip).play() has started. A clip has one action for each
# blend mode.
#
# Instead: Only the last action of a clip and root is remembered. Where a clip plays in both modes, each call makes a
# new one: stop() stops an action that has never played, the first one plays on, and the mixer has an action more for
# each call.
#
# In this package: docs/engines.md says so.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "three@${LATEST:-0.187.0}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import * as THREE from "three";

console.log(`three ${JSON.parse(readFileSync("node_modules/three/package.json", "utf8")).version}`);

/** Plays and stops a nod as usual, after its additive form has been played and stopped, or not. */
function nod(additive) {
  const head = new THREE.Object3D();
  const mixer = new THREE.AnimationMixer(head);
  const clip = new THREE.AnimationClip("nod", -1, [new THREE.NumberKeyframeTrack(".position[y]", [0, 1], [5, 5])]);
  mixer.clipAction(clip).play();
  if (additive) {
    mixer.clipAction(clip, undefined, THREE.AdditiveAnimationBlendMode).play();
    mixer.clipAction(clip, undefined, THREE.AdditiveAnimationBlendMode).stop();
  }
  mixer.clipAction(clip).stop();
  mixer.update(0.5);
  const { y } = head.position;
  for (let frame = 0; frame < 100; frame++) {
    mixer.clipAction(clip).weight = 1;
    if (additive) {
      mixer.clipAction(clip, undefined, THREE.AdditiveAnimationBlendMode).weight = 0;
    }
  }
  return { y, actions: mixer.stats.actions.total };
}
const [alone, both] = [nod(false), nod(true)];
console.log("one mode, after stop(): y, expected 0, and actions, expected 1:", alone);
console.log("two modes, after stop(): y, expected 0, and actions, expected 2:", both);
assert.deepEqual(alone, { y: 0, actions: 1 });
assert.equal(both.y, 5);
assert.ok(both.actions > 200);
EOF
node run.mjs
