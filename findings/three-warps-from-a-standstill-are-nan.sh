#!/usr/bin/env bash
# three.js: an action that is warped from a standstill never plays again.
#
# Expected: warp(startTimeScale, endTimeScale, duration) changes the time scale gradually. A windmill has the timeScale
# 0 and is set going by warp(0, 1, 1): it turns by half a second within the first one.
#
# Instead: Its time is NaN from the next update on, and it shows the last key of its clip. After the warp, its timeScale
# is NaN as well, which reset() does not change. warp divides both time scales by the present timeScale, to multiply by
# it later: 0 / 0. The same warp is right while timeScale is 1.
#
# In this package: there is no warp; the speed of a state can be a number that is set in each frame, docs/controller.md.
# In three.js, set timeScale to 1 before warp(0, 1, 1).
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

/** Stands for half a second with a time scale of 0, and is warped to 1 within a second. */
function start(timeScaleBefore) {
  const windmill = new THREE.Object3D();
  const mixer = new THREE.AnimationMixer(windmill);
  const track = new THREE.NumberKeyframeTrack(".position[x]", [0, 4], [0, 4]);
  const action = mixer.clipAction(new THREE.AnimationClip("turn", 4, [track])).play();
  action.timeScale = 0;
  mixer.update(0.5);
  assert.equal(action.time, 0);
  action.timeScale = timeScaleBefore;
  action.warp(0, 1, 1);
  const seconds = Array.from({ length: 8 }, () => {
    mixer.update(0.25);
    return action.time;
  });
  const { x } = windmill.position;
  const { timeScale } = action;
  action.reset().play();
  mixer.update(0.25);
  return { seconds, x, timeScale, timeAfterReset: action.time };
}
const stands = start(0);
const control = start(1);
const print = ({ seconds, x, timeScale, timeAfterReset }) => `${seconds.join(", ")} with x ${x}; then timeScale ${timeScale}, and time ${timeAfterReset} after reset()`;
console.log("action.time after a warp from timeScale 0:", print(stands));
console.log("after the same with timeScale 1:", print(control));
assert.ok(stands.seconds.every(Number.isNaN));
assert.equal(stands.x, 4); // the last key
assert.ok(Number.isNaN(stands.timeScale) && Number.isNaN(stands.timeAfterReset));
assert.ok(control.seconds.every((time, i) => time > (control.seconds[i - 1] ?? 0)));
assert.ok(control.x > 1 && control.x < 2);
assert.deepEqual([control.timeScale, control.timeAfterReset], [1, 0.25]);
EOF
node run.mjs
