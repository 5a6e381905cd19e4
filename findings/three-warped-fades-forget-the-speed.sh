#!/usr/bin/env bash
# three.js: a cross-fade that adapts the speeds begins at half the speed.
#
# Expected: crossFadeTo(run, 1, true) changes the speeds gradually, so that both clips make the same cycles in the fade.
# Where two clips of one length play twice as fast as made (timeScale = 2), nothing is to be adapted, and both go on at
# 2.
#
# Instead: The speeds in the fade are computed of the lengths alone: both clips drop to 1 at its first frame, and jump
# back to 2 when it is over.
#
# In this package: `keepStep` of a cross-fade counts the speeds, too; docs/behavior.md.
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

const mixer = new THREE.AnimationMixer(new THREE.Object3D());
const [walk, run] = ["walk", "run"].map((name) => {
  const track = new THREE.VectorKeyframeTrack(".position", [0, 1], [0, 0, 0, 1, 0, 0]);
  const action = mixer.clipAction(new THREE.AnimationClip(name, -1, [track])).play();
  action.timeScale = 2;
  return action;
});
mixer.update(0.1);
const speeds = () => [walk, run].map((action) => Math.round(1000 * action.getEffectiveTimeScale()) / 1000);
const before = speeds();
walk.crossFadeTo(run, 1, true);
mixer.update(0.5);
const during = speeds();
mixer.update(0.6);
console.log("speeds of walk and run before the fade:", before, "in it, expected 2 and 2:", during, "after it:", speeds());
assert.deepEqual([before, during, speeds()], [[2, 2], [1, 1], [2, 2]]);
EOF
node run.mjs
