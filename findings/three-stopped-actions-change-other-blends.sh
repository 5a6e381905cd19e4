#!/usr/bin/env bash
# three.js: an action that stops turns a bone that it does not animate.
#
# Expected: Three actions turn a head with the weight 1/3 each. A fourth one moves a tail. When the fourth stops, the
# head stays as it is.
#
# Instead: Rotations are mixed two by two, in the order of the list of actions, and the result depends on that order.
# Where an action stops, the last one of the list takes its place: the head turns by 8 degrees from one frame to the
# next.
#
# In this package: groups keep the order of `playOrder` and of starting; docs/engines.md.
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

const root = new THREE.Object3D();
const [head, tail] = ["head", "tail"].map((name) => Object.assign(new THREE.Object3D(), { name }));
root.add(head, tail);
const mixer = new THREE.AnimationMixer(root);
const play = (name, track) => mixer.clipAction(new THREE.AnimationClip(name, -1, [track])).play();
const wag = play("wag", new THREE.VectorKeyframeTrack("tail.position", [0, 1], [0, 0, 0, 1, 0, 0]));
[[2, 0, 0], [0, 2, 0], [0, 0, 2]].forEach((angles) => {
  const rotation = new THREE.Quaternion().setFromEuler(new THREE.Euler(...angles)).toArray();
  play(`turn ${angles}`, new THREE.QuaternionKeyframeTrack("head.quaternion", [0, 1], [...rotation, ...rotation])).setEffectiveWeight(1 / 3);
});

mixer.update(0.016);
const before = head.quaternion.clone();
mixer.update(0.016);
const playing = THREE.MathUtils.radToDeg(before.angleTo(head.quaternion));
wag.stop();
mixer.update(0.016);
const stopped = THREE.MathUtils.radToDeg(before.angleTo(head.quaternion));
console.log(`degrees that the head turns while the tail moves: ${playing.toFixed(2)}, after it has stopped: ${stopped.toFixed(2)}`);
assert.ok(playing < 0.1);
assert.ok(stopped > 8);
EOF
node run.mjs
