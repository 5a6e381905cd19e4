#!/usr/bin/env bash
# three.js: AnimationMixer.setTime shows another pose for the same time.
#
# Expected: mixer.setTime(0.25) shows what plays 0.25 s after the start, whatever was shown before: a slider of a
# timeline depends on it. A clip of 1 s in ping-pong, from x = 0 to 1, is at 0.25.
#
# Instead: setTime sets the times of the actions to 0, but not the passes that they have counted. After setTime(1.5),
# which is in the way back, setTime(0.25) shows 0.75. With a number of repetitions, each setTime counts more of them,
# until the action has finished and does not move any more.
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

/** The x that a clip of 1 s, from 0 to 1, has at some times, which are set one after the other. */
function scrub(loop, repetitions, times) {
  const node = new THREE.Object3D();
  const mixer = new THREE.AnimationMixer(node);
  const clip = new THREE.AnimationClip("slide", -1, [new THREE.VectorKeyframeTrack(".position", [0, 1], [0, 0, 0, 1, 0, 0])]);
  mixer.clipAction(clip).setLoop(loop, repetitions).play();
  return times.map((time) => {
    mixer.setTime(time);
    return node.position.x;
  });
}

const pingPong = scrub(THREE.LoopPingPong, Infinity, [0.25, 1.5, 0.25]);
console.log("ping-pong, set to 0.25 s, 1.5 s and 0.25 s, expected 0.25, 0.5, 0.25:", pingPong);
assert.deepEqual(pingPong, [0.25, 0.5, 0.75]);
const repeated = scrub(THREE.LoopRepeat, 4, [2.5, 0.25, 2.5, 0.25]);
console.log("4 repetitions, set to 2.5 s, 0.25 s, 2.5 s and 0.25 s, expected 0.5, 0.25, 0.5, 0.25:", repeated);
assert.notEqual(repeated.at(-1), 0.25);
EOF
node run.mjs
