#!/usr/bin/env bash
# Babylon.js: what an animation does before frame 0 is not shown.
#
# Expected: Keys at the frames -30 and 30 are a motion of a second: the group is as long, from -30 to 30, and a node
# that goes from 0 to 1 is at a quarter after a quarter of the time. Frames before 0 are usual for a lead-in.
#
# Instead: In the first run, the node stands still until frame 0 and jumps to the middle. Each later run has the second
# half of the motion only, and takes half the time. The start of an animation whose first key is not at frame 0 puts a
# key at frame 0 in front of it: the keys are out of order in the first run, and from then on the first one is at 0, so
# that the range begins there. Keys from 30 to 90 are played in the first run as they are.
#
# In this package: clips begin at frame 0 each time, compiled groups do the same as Babylon.js; docs/upstream.md. glTF
# has no times below 0; ./serializer reports keys before 0 seconds, docs/export.md. Move the keys by 30.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "@babylonjs/core@${LATEST:-9.35.0}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import * as BABYLON from "@babylonjs/core";

console.log(`@babylonjs/core ${JSON.parse(readFileSync("node_modules/@babylonjs/core/package.json", "utf8")).version}`);

/** Plays a motion from 0 to 1 between two frames, twice. @returns for each run its frames, and x after some of them */
function play(from, to) {
  const scene = new BABYLON.Scene(new BABYLON.NullEngine());
  scene.useConstantAnimationDeltaTime = true; // each frame is 16 ms
  new BABYLON.FreeCamera("camera", BABYLON.Vector3.Zero(), scene);
  const node = new BABYLON.TransformNode("node", scene);
  const animation = new BABYLON.Animation("move", "position.x", 62.5, BABYLON.Animation.ANIMATIONTYPE_FLOAT); // a frame is 16 ms
  animation.setKeys([{ frame: from, value: 0 }, { frame: to, value: 1 }]);
  const group = new BABYLON.AnimationGroup("move", scene);
  group.addTargetedAnimation(animation, node);
  assert.deepEqual([group.from, group.to], [from, to]);
  return [1, 2].map(() => {
    const x = [];
    group.start();
    while (group.isStarted) {
      scene.render();
      x.push(Number(node.position.x.toFixed(2)));
    }
    return { frames: x.length - 1, x: [15, 29, 30, 31].map((frame) => x[frame]) };
  });
}
const below = play(-30, 30);
const above = play(30, 90);
console.log("two runs from frame -30 to 30, x after 15, 29, 30 and 31 frames, expected 0.25, 0.48, 0.5 and 0.52:", below);
console.log("two runs from frame 30 to 90:", above);
assert.deepEqual(above[0], { frames: 60, x: [0.25, 0.48, 0.5, 0.52] });
assert.deepEqual(below[0], { frames: 60, x: [0, 0, 0.5, 0.52] });
assert.deepEqual(below[1], { frames: 30, x: [0.75, 0.98, 1, undefined] });
EOF
node run.mjs
