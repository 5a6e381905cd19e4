#!/usr/bin/env bash
# Babylon Lite: nodes without a skin stand still while they fade.
#
# Expected: crossFadeAnimationGroups() fades from one group of a glTF file to another in 1 s, in a manager with
# enableAnimationBlending(). A door that is at x = 2 in the first and at x = 4 in the second is at x = 3 halfway, and at
# 4 at the end.
#
# Instead: Once a group has another weight than 1, only joints of skins are mixed: the door stays at x = 2 during the
# fade, and after it, as the first group is at the weight 0 and still plays. It moves to x = 4 when that is stopped.
#
# In this package: groups of a Babylon.js scene are mixed whatever they animate.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "@babylonjs/lite@${LATEST:-1.10.0}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { addAnimationGroup, createAnimationGroups, createAnimationManager, createNullEngine, crossFadeAnimationGroups, enableAnimationBlending, playAnimation, setAnimationWeight, stopAnimation, updateAnimationManager } from "@babylonjs/lite";

console.log(`@babylonjs/lite ${JSON.parse(readFileSync("node_modules/@babylonjs/lite/package.json", "utf8")).version}`);

let x = null;
const rest = { parentIdx: -1, tx: 0, ty: 0, tz: 0, rx: 0, ry: 0, rz: 0, rw: 1, sx: 1, sy: 1, sz: 1 };
// data as the loader makes them of a file: each clip holds the door at some x
const clips = [2, 4].map((place) => ({
  name: `at${place}`,
  channels: [{ samplerIdx: 0, nodeIdx: 0, path: 0 }],
  samplers: [{ input: new Float32Array([0, 1]), output: new Float32Array([place, 0, 0, place, 0, 0]), interpolation: 0 }],
  duration: 1,
}));
const [from, to] = createAnimationGroups({
  clips,
  nodes: [rest],
  skeletons: [],
  morphBindings: [],
  nodeTargets: [{ position: { set: (value) => (x = value) }, rotationQuaternion: { set() {} }, scaling: { set() {} } }],
  excludedNodeIndices: new Set(),
  nodeNames: ["door"],
});
// an engine whose device draws nothing
const engine = Object.assign(createNullEngine(), { _device: { queue: { writeBuffer() {}, writeTexture() {} } } });
const manager = createAnimationManager({ engine });
enableAnimationBlending(manager);
[from, to].forEach((group) => addAnimationGroup(manager, group));

/** Where the door is after some tenths of a second. */
function xAfter(tenths) {
  for (let i = 0; i < tenths; i++) {
    updateAnimationManager(manager, 100);
  }
  return x;
}
const before = xAfter(1);
playAnimation(to);
setAnimationWeight(to, 0);
crossFadeAnimationGroups(manager, from, to, { durationMs: 1000 });
const [halfway, end] = [xAfter(5), xAfter(5)];
const [weights, later] = [[from.weight, to.weight], xAfter(10)];
stopAnimation(from);
const stopped = xAfter(1);
console.log("x, expected 2, 3, 4, 4 and 4: before", before, "halfway", halfway, "at the end", end, "1 s later", later, "after the first is stopped", stopped);
assert.deepEqual(weights, [0, 1]);
assert.deepEqual([before, halfway, end, later, stopped], [2, 2, 2, 2, 4]);
EOF
node run.mjs
