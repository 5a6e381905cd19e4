#!/usr/bin/env bash
# three.js: an action with a root of its own is not mixed with the other actions of its mixer.
#
# Expected: clipAction(clip, optionalRoot) plays a clip on a part of what a mixer plays, such as a wave on the arm of a
# character that walks. Where both animate the arm, they are mixed by their weights, as two actions are.
#
# Instead: The one that was played later replaces the other. With weights of 0.5, of a walk at 10 and a wave at 20,
# there is 10, half of the wave and half of the arm at rest, or 5, if the walk was played later. Values are mixed by the
# root and the name of the track, so that the arm as "arm.position" of the character and as ".position" of itself are
# two properties.
#
# In this package: properties are mixed by the objects that they belong to, whatever group or clip animates them; masks
# limit a clip to a part, docs/clips.md.
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

/** A walk that shows the arm at 10, and a wave that shows it at 20, at half of the weight each. @returns x of the arm */
function mix(hasOwnRoot, isWaveLater) {
  const body = new THREE.Object3D();
  const arm = new THREE.Object3D();
  arm.name = "arm";
  body.add(arm);
  const mixer = new THREE.AnimationMixer(body);
  const clip = (name, track, x) => new THREE.AnimationClip(name, 1, [new THREE.NumberKeyframeTrack(track, [0, 0.5, 1], [x - 1, x, x + 1])]);
  const walk = mixer.clipAction(clip("walk", "arm.position[x]", 10));
  const wave = hasOwnRoot ? mixer.clipAction(clip("wave", ".position[x]", 20), arm) : mixer.clipAction(clip("wave", "arm.position[x]", 20));
  const order = isWaveLater ? [walk, wave] : [wave, walk];
  order.forEach((action) => action.setEffectiveWeight(0.5).play());
  mixer.update(0.25);
  mixer.update(0.25);
  return arm.position.x;
}
const [one, own] = [false, true].map((hasOwnRoot) => [true, false].map((isWaveLater) => mix(hasOwnRoot, isWaveLater)));
console.log("x at half of the weight each, the wave or the walk played later, with one root:", one, "with a root of its own:", own);
assert.deepEqual(one, [15, 15]);
assert.deepEqual(own, [10, 5]); // expected the same
EOF
node run.mjs
