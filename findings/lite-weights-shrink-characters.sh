#!/usr/bin/env bash
# Babylon Lite: a character that fades in grows from nothing.
#
# Expected: Where the weights of a joint have a sum below 1, the pose at rest has the rest, as in Babylon.js. A clip
# that keeps the size of a character, with keys of scale 1, leaves it as it is at any weight: its size is 1.
#
# Instead: At the weight 0.5, the character has half its size, and at 0.1 a tenth. Scales are the sum of all clips times
# their weights, which is never divided or filled up; so two clips of weight 1 and 0.5 make a character 1.5 times as
# large.
#
# In this package: where the sum of weights is below 1, the rest is the values at rest; docs/behavior.md.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "@babylonjs/lite@${LATEST:-1.10.0}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { addAnimationGroup, createAnimationGroups, createAnimationManager, createNullEngine, enableAnimationBlending, playAnimation, setAnimationWeight, updateAnimationManager } from "@babylonjs/lite";

console.log(`@babylonjs/lite ${JSON.parse(readFileSync("node_modules/@babylonjs/lite/package.json", "utf8")).version}`);

// an engine whose device draws nothing
const engine = Object.assign(createNullEngine(), { _device: { queue: { writeBuffer() {}, writeTexture() {} } } });
const IDENTITY = new Float32Array([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);

/** The size of a character with one joint, whose clips keep the size, at some weights of these: data as the loader makes them of a file. */
function sizeAt(...weights) {
  const boneMatrices = new Float32Array(16);
  const rest = { parentIdx: -1, tx: 0, ty: 0, tz: 0, rx: 0, ry: 0, rz: 0, rw: 1, sx: 1, sy: 1, sz: 1 };
  const skeleton = { jointNodes: [0], inverseBindMatrices: IDENTITY, invMeshWorld: IDENTITY, boneTexture: {}, boneCount: 1 };
  const samplers = [{ input: new Float32Array([0, 1]), output: new Float32Array([1, 1, 1, 1, 1, 1]), interpolation: 0 }];
  const groups = createAnimationGroups({
    clips: weights.map((_, i) => ({ name: `clip${i}`, channels: [{ samplerIdx: 0, nodeIdx: 0, path: 2 }], samplers, duration: 1 })),
    nodes: [rest],
    skeletons: [{ ...skeleton, boneMatrices, runtimeSkeleton: {} }],
    morphBindings: [],
    nodeTargets: [],
    excludedNodeIndices: new Set([0]),
    nodeNames: ["joint"],
  });
  const manager = createAnimationManager({ engine });
  enableAnimationBlending(manager);
  groups.forEach((group, i) => {
    addAnimationGroup(manager, group);
    playAnimation(group);
    setAnimationWeight(group, weights[i]);
  });
  updateAnimationManager(manager, 100);
  return Math.hypot(...boneMatrices.slice(0, 3));
}
const weights = [[1], [0.5], [0.1], [0.5, 0.5], [1, 0.5]];
for (const some of weights) {
  const size = sizeAt(...some);
  const sum = some.reduce((total, weight) => total + weight);
  console.log(`the size at the weights ${some.join(" and ")}, expected 1: ${size.toFixed(3)}`);
  assert.ok(Math.abs(size - sum) < 1e-6);
}
EOF
node run.mjs
