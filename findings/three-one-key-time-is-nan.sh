#!/usr/bin/env bash
# three.js: the time of an action whose clip has one key at 0 is NaN.
#
# Expected: A clip that holds one pose has the duration 0. Its action shows the pose, its time stays 0, and with
# LoopOnce it finishes at once.
#
# Instead: The pose is shown, but the time is divided by the duration: action.time is NaN from the first update on, so
# that code which synchronizes actions by their times hands NaN on. With clampWhenFinished and LoopOnce, "finished" is
# sent and the time is 0.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "three@${LATEST:-0.187.0}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import * as THREE from "three";

console.log(`three r${THREE.REVISION}`);
function play(loop) {
  const node = new THREE.Object3D();
  const mixer = new THREE.AnimationMixer(node);
  let finished = 0;
  mixer.addEventListener("finished", () => finished++);
  const track = new THREE.VectorKeyframeTrack(".position", [0], [1, 2, 3]);
  const action = mixer.clipAction(new THREE.AnimationClip("pose", -1, [track]));
  action.clampWhenFinished = true;
  action.setLoop(loop, Infinity).play();
  mixer.update(0.1);
  return { time: action.time, position: node.position.toArray(), finished };
}
const [repeated, once] = [play(THREE.LoopRepeat), play(THREE.LoopOnce)];
console.log("LoopRepeat:", repeated, "LoopOnce:", once);
assert.deepEqual(repeated, { time: NaN, position: [1, 2, 3], finished: 0 });
assert.deepEqual(once, { time: 0, position: [1, 2, 3], finished: 1 });
EOF
node run.mjs
