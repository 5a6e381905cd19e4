#!/usr/bin/env bash
# three.js: an action that is to start later takes its share of the pose at once.
#
# Expected: startAt "defines the time when the animation should start". A character idles, and a wave is scheduled for 5
# seconds later: until then, the arm is where the idle holds it.
#
# Instead: From the next update on, the arm is half way between the idle and the first key of the wave, since a
# scheduled action holds its first pose at its full weight. fadeIn is no help: it begins with the call, not with the
# start, and is over 4 seconds before the wave begins, so that the arm sinks to half way, too, and the wave starts
# without a fade.
#
# In this package: what is not started takes no part in the pose. In three.js, call play() when the time has come.
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

/** Idles at x = 10, and schedules a wave for 5 s later, from 0 to 4 within 4 s. @returns x after each second */
function play(schedule) {
  const arm = new THREE.Object3D();
  const mixer = new THREE.AnimationMixer(arm);
  const action = (name, values) => mixer.clipAction(new THREE.AnimationClip(name, 4, [new THREE.NumberKeyframeTrack(".position[x]", [0, 4], values)]));
  action("idle", [10, 10]).play();
  mixer.update(1);
  const wave = action("wave", [0, 4]);
  schedule(wave, mixer);
  const x = [1, 2, 3, 4, 5, 6, 7].map((second) => {
    mixer.update(1);
    if (second === 5 && !wave.isScheduled()) {
      wave.play();
    }
    return Number(arm.position.x.toFixed(3));
  });
  return x;
}
const seen = {
  startAt: play((wave, mixer) => wave.startAt(mixer.time + 5).play()),
  faded: play((wave, mixer) => wave.startAt(mixer.time + 5).fadeIn(1).play()),
  playedLater: play(() => undefined),
};
console.log("x after 1 to 7 seconds, the wave to begin at 5:", seen);
assert.deepEqual(seen.playedLater, [10, 10, 10, 10, 10, 5.5, 6]);
assert.deepEqual(seen.startAt, [5, 5, 5, 5, 5, 5.5, 6]); // expected as above
assert.deepEqual(seen.faded, seen.startAt); // expected 10 until the start, and 5.5 a second later
EOF
node run.mjs
