#!/usr/bin/env bash
# Babylon Lite: goToFrame() of the last frame shows the first one.
#
# Expected: goToFrame() seeks to a frame, applies the pose, and pauses. In an animation of 1 s, from x = 0 to x = 6 at
# 60 frames a second, frame 60 is the pose of its last key: x = 6, as for a door that is open when the scene begins.
#
# Instead: The door is shut, at x = 0, and currentTime is 0: the end of an animation that loops, as all do by default,
# counts as the beginning of its next pass, also where a single frame is asked for. Frame 59 is at x = 5.9. With
# loopAnimation = false, frame 60 is at x = 6.
#
# In this package: `goToFrame` of the last frame shows the last key, as in Babylon.js.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "@babylonjs/lite@${LATEST:-1.10.0}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createAnimationGroups, createNullEngine, goToFrame } from "@babylonjs/lite";

console.log(`@babylonjs/lite ${JSON.parse(readFileSync("node_modules/@babylonjs/lite/package.json", "utf8")).version}`);

/** Where a node is at a frame of an animation that moves it from x = 0 to 6 in 1 s: data as the loader makes them of a file. */
function xAt(frame, isLoop) {
  let x = null;
  const rest = { parentIdx: -1, tx: 0, ty: 0, tz: 0, rx: 0, ry: 0, rz: 0, rw: 1, sx: 1, sy: 1, sz: 1 };
  const samplers = [{ input: new Float32Array([0, 1]), output: new Float32Array([0, 0, 0, 6, 0, 0]), interpolation: 0 }];
  const [group] = createAnimationGroups({
    clips: [{ name: "open", channels: [{ samplerIdx: 0, nodeIdx: 0, path: 0 }], samplers, duration: 1 }],
    nodes: [rest],
    skeletons: [],
    morphBindings: [],
    nodeTargets: [{ position: { set: (value) => (x = value) }, rotationQuaternion: { set() {} }, scaling: { set() {} } }],
    excludedNodeIndices: new Set(),
    nodeNames: ["door"],
  });
  if (!isLoop) {
    group.loopAnimation = false;
  }
  goToFrame(group, frame, createNullEngine());
  return x;
}
const [before, last, once] = [xAt(59, true), xAt(60, true), xAt(60, false)];
console.log("x at frame 59, expected 5.9:", before, "at frame 60, expected 6:", last, "without a loop:", once);
assert.ok(Math.abs(before - 5.9) < 1e-5);
assert.deepEqual([last, once], [0, 6]);
EOF
node run.mjs
