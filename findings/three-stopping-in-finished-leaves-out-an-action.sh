#!/usr/bin/env bash
# three.js: an action that is stopped when it has finished leaves out another one for a frame.
#
# Expected: A listener of "finished" stops the action that has finished, the wave of a hand. The other actions, which
# animate a tail and a head, go on as if nothing was: they advance in each update by its seconds.
#
# Instead: The list of the actions is reordered while the mixer goes through it: the last one takes the place of the
# stopped one, which has had its turn, and the turn of the last goes to the stopped one. In that frame the head is in
# its rest pose, and its action is a frame late from then on; the stopped action is not at 0.
#
# In this package: other clips advance when an observer stops one that ends; docs/engines.md.
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
const STEP = 0.25;

/** What is shown in each of six frames, and the times of the actions at the end. */
function play(stops) {
  const body = new THREE.Object3D();
  const parts = ["hand", "tail", "head"].map((name) => Object.assign(new THREE.Object3D(), { name }));
  body.add(...parts);
  const mixer = new THREE.AnimationMixer(body);
  // Each part moves from x = 10 on, by 1 in a second; at rest, it is at 0.
  const actions = parts.map(({ name }) => mixer.clipAction(new THREE.AnimationClip(name, -1, [new THREE.NumberKeyframeTrack(`${name}.position[x]`, [0, 8], [10, 18])])));
  const wave = mixer.clipAction(new THREE.AnimationClip("wave", -1, [new THREE.NumberKeyframeTrack("hand.position[x]", [0, 1], [10, 11])]));
  actions[0] = wave.setLoop(THREE.LoopOnce);
  wave.clampWhenFinished = true;
  for (const action of actions) {
    action.play();
  }
  if (stops) {
    mixer.addEventListener("finished", ({ action }) => action.stop());
  }
  const heads = [];
  for (let frame = 0; frame < 6; frame++) {
    mixer.update(STEP);
    heads.push(parts[2].position.x);
  }
  return { heads, times: actions.map(({ time }) => time) };
}
const expected = Array.from({ length: 6 }, (_, i) => 10 + (i + 1) * STEP);
const held = play(false);
const stopped = play(true);
console.log(`x of the head, expected ${expected.join(", ")}`);
console.log(`the wave stays: ${held.heads.join(", ")}; the wave is stopped: ${stopped.heads.join(", ")}`);
console.log(`times of the wave, the tail and the head, expected 0, 1.5, 1.5: ${stopped.times.join(", ")}`);
assert.deepEqual(held.heads, expected);
assert.deepEqual(stopped.heads, expected.map((x, i) => (i < 3 ? x : i === 3 ? 0 : x - STEP)));
assert.deepEqual(stopped.times, [STEP, 6 * STEP, 5 * STEP]);
EOF
node run.mjs
