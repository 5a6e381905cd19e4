#!/usr/bin/env bash
# three.js: USDLoader plays a shot of a second as 42 seconds of stillness and the shot.
#
# Expected: A USD stage states where its time begins and ends, startTimeCode = 1001 and endTimeCode = 1025, as shots of
# films are numbered; at 24 codes a second, the clip lasts a second, and half a second after its beginning the ball is
# half way.
#
# Instead: The clip lasts 42.7 seconds, of which the ball lies still for 41.7, in each loop. Time codes are divided by
# the rate; startTimeCode is not read. A stage that begins at 1 stops for a frame in each loop; one that begins at 0 is
# right.
#
# In this package: not concerned. Shift the tracks of the clip by -1001 / 24, and call resetDuration();
# docs/file-tools.md.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "three@${LATEST:-0.187.0}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import * as THREE from "three";
import { USDLoader } from "three/addons/loaders/USDLoader.js";

console.log(`three ${JSON.parse(readFileSync("node_modules/three/package.json", "utf8")).version}`);

/** A stage of 24 codes, from the given one on, in which a ball moves along x from 0 to 1. */
const createStage = (start) => `#usda 1.0
(
    defaultPrim = "Ball"
    startTimeCode = ${start}
    endTimeCode = ${start + 24}
    timeCodesPerSecond = 24
    upAxis = "Y"
)

def Xform "Ball"
{
    double3 xformOp:translate.timeSamples = {
        ${start}: (0, 0, 0),
        ${start + 24}: (1, 0, 0),
    }
    uniform token[] xformOpOrder = ["xformOp:translate"]
}
`;

/** Loads and plays a stage. @returns the length of its clip, and x every half second */
function play(start, shift) {
  const stage = new USDLoader().parse(new TextEncoder().encode(createStage(start)).buffer);
  const [clip] = stage.animations;
  if (shift) {
    clip.tracks.forEach((track) => track.shift(-start / 24));
    clip.resetDuration();
  }
  const mixer = new THREE.AnimationMixer(stage);
  mixer.clipAction(clip).play();
  const x = Array.from({ length: 5 }, () => {
    mixer.update(0.5);
    return Number(stage.getObjectByName("Ball").position.x.toFixed(3));
  });
  return { duration: Number(clip.duration.toFixed(2)), x };
}
const seen = { from0: play(0, false), from1: play(1, false), from1001: play(1001, false), shifted: play(1001, true) };
console.log("length of the clip, expected 1, and x every half second:", seen);
assert.equal(seen.from0.duration, 1);
assert.equal(seen.from0.x[0], 0.5);
assert.deepEqual([seen.from1.duration, seen.from1.x[0]], [1.04, 0.458]);
assert.deepEqual(seen.from1001, { duration: 42.71, x: [0, 0, 0, 0, 0] });
assert.deepEqual([seen.shifted.duration, seen.shifted.x[0]], [1, 0.5]);
EOF
node run.mjs
