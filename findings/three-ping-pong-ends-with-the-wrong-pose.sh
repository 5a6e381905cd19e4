#!/usr/bin/env bash
# three.js: an action in ping-pong shows the other end of its clip for a frame when it finishes.
#
# Expected: A door opens and closes again: setLoop(LoopPingPong, 2), and clampWhenFinished holds the end. In the frame
# in which the action finishes, and in all that follow, the door is closed, at 0.
#
# Instead: In that frame the door is wide open, at 10, and closed in the next one: the direction is that of a third
# pass, which does not come. With one pass, the door that has opened is shut for a frame.
#
# In this package: a clip that ends has the pose of its end in that frame; docs/engines.md.
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
const SECONDS = 1;
const WIDE = 10;
const STEP = 0.3;

/** Where the door is in the frame in which the action finishes, in that before and in that after, and where it should be. */
function finish(passes) {
  const door = new THREE.Object3D();
  const mixer = new THREE.AnimationMixer(door);
  const action = mixer.clipAction(new THREE.AnimationClip("open", -1, [new THREE.NumberKeyframeTrack(".position[x]", [0, SECONDS], [0, WIDE])]));
  action.setLoop(THREE.LoopPingPong, passes).play();
  action.clampWhenFinished = true;
  let last;
  mixer.addEventListener("finished", () => (last = frame));
  const shown = [];
  let frame = 0;
  for (; last === undefined || frame <= last + 1; frame++) {
    mixer.update(STEP);
    shown.push(Number(door.position.x.toFixed(6)));
  }
  // A triangle wave that stops after the passes.
  const expected = shown.map((_, i) => {
    const time = Math.min((i + 1) * STEP, passes * SECONDS);
    const phase = time % (2 * SECONDS);
    return Number((WIDE * Math.min(phase, 2 * SECONDS - phase)).toFixed(6));
  });
  return { expected: expected.slice(last - 1), shown: shown.slice(last - 1) };
}
for (const passes of [1, 2, 3]) {
  const { expected, shown } = finish(passes);
  console.log(`${passes} passes: expected ${expected.join(", ")}; shown ${shown.join(", ")}`);
  assert.deepEqual([shown[0], shown[2]], [expected[0], expected[2]]);
  assert.equal(shown[1], WIDE - expected[1]);
}
EOF
node run.mjs
