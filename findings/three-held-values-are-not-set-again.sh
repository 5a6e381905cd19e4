#!/usr/bin/env bash
# three.js: an action that holds a value does not set it.
#
# Expected: An action sets what it animates in each update. Code that turns a head towards something after mixer.update,
# by head.rotateY(0.1), turns it by 0.1 in each frame, since the next update starts from the animation again.
#
# Instead: A value is set only if it differs from that of the update before. Where the clip holds the rotation, nothing
# is set, and the turns add up: after 10 frames the head has turned by 1 radian. As soon as the clip moves, it jumps
# back.
#
# In this package: groups and clips write their pose in each frame, so that the loop of docs/recipes.md is right;
# docs/engines.md.
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

/** Turns a head by 0.1 after each of 10 updates, while a clip plays. @returns its angle */
function look(to) {
  const head = new THREE.Object3D();
  const mixer = new THREE.AnimationMixer(head);
  const rotations = [0, to].flatMap((angle) => new THREE.Quaternion().setFromEuler(new THREE.Euler(0, angle, 0)).toArray());
  mixer.clipAction(new THREE.AnimationClip("look", -1, [new THREE.QuaternionKeyframeTrack(".quaternion", [0, 1], rotations)])).play();
  for (let frame = 0; frame < 10; frame++) {
    mixer.update(0.016);
    head.rotateY(0.1);
  }
  return head.rotation.y;
}
const [held, moved] = [look(0), look(0.0001)];
console.log(`angle with a clip that holds still, expected 0.1: ${held.toFixed(3)}; with one that moves a little: ${moved.toFixed(3)}`);
assert.ok(Math.abs(held - 1) < 0.001);
assert.ok(Math.abs(moved - 0.1) < 0.001);
EOF
node run.mjs
