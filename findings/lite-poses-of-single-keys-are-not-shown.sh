#!/usr/bin/env bash
# Babylon Lite: an animation that is one pose is not shown.
#
# Expected: An animation whose channels have one key at 0 each is a pose, such as a hand's. goToFrame() of its group,
# "apply the pose, and pause", moves the joint to x = 3.
#
# Instead: The joint stays at rest: a group of the length 0 applies nothing. The same key beside a channel of 1 s is
# applied.
#
# In this package: bake --for lite writes a key at 0 and one at the common end.
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

const floats = (...numbers) => new Float32Array(numbers);
const samplers = [
  { input: floats(0), output: floats(3, 0, 0), interpolation: 0 },
  { input: floats(0, 1), output: floats(0, 0, 0, 1, 0, 0), interpolation: 0 },
];

/** Where the first node is at 0 s, in an animation with the first channels of two: data as the loader makes them of a file. */
function xWith(count, duration) {
  let x = 0;
  const target = (set) => ({ position: { set }, rotationQuaternion: { set() {} }, scaling: { set() {} } });
  const rest = { parentIdx: -1, tx: 0, ty: 0, tz: 0, rx: 0, ry: 0, rz: 0, rw: 1, sx: 1, sy: 1, sz: 1 };
  const channels = [0, 1].slice(0, count).map((index) => ({ samplerIdx: index, nodeIdx: index, path: 0 }));
  const [group] = createAnimationGroups({
    clips: [{ name: "pose", channels, samplers, duration }],
    nodes: [rest, rest],
    skeletons: [],
    morphBindings: [],
    nodeTargets: [target((value) => (x = value)), target(() => {})],
    excludedNodeIndices: new Set(),
    nodeNames: ["joint", "other"],
  });
  goToFrame(group, 0, createNullEngine());
  return x;
}
const [alone, beside] = [xWith(1, 0), xWith(2, 1)];
console.log("x of the joint, expected 3: alone", alone, "beside a longer channel", beside);
assert.deepEqual([alone, beside], [0, 3]);
EOF
node run.mjs
