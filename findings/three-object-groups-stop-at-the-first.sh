#!/usr/bin/env bash
# three.js: objects of an AnimationObjectGroup take over the pose of the first one.
#
# Expected: Actions that stop give each object back the value that it had before, and an action with the weight 0.5 mixes
# the clip with that. Trees of the sizes 1, 2 and 3 that grow to 5 have the sizes 3, 3.5 and 4 at half the weight, and 1,
# 2 and 3 after stop().
#
# Instead: A group has one value from before, that of its first object: at half the weight all trees have the size 3, and
# after stop() all have the size 1.
#
# In this package: docs/engines.md says so.
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
const SIZES = [1, 2, 3];
const grow = new THREE.AnimationClip("grow", -1, [new THREE.VectorKeyframeTrack(".scale", [0, 1], [5, 5, 5, 5, 5, 5])]);

/** The sizes of trees at half the weight, and after stop(): of a group with one mixer, or of trees with one each. */
function play(inGroup) {
  const trees = SIZES.map((size) => {
    const tree = new THREE.Object3D();
    tree.scale.setScalar(size);
    return tree;
  });
  const roots = inGroup ? [new THREE.AnimationObjectGroup(...trees)] : trees;
  const mixers = roots.map((root) => new THREE.AnimationMixer(root));
  const actions = mixers.map((mixer) => mixer.clipAction(grow).play());
  const sizes = () => trees.map(({ scale }) => scale.x);
  actions.forEach((action) => (action.weight = 0.5));
  mixers.forEach((mixer) => mixer.update(0.1));
  const half = sizes();
  actions.forEach((action) => action.stop());
  return { half, stopped: sizes() };
}
const [single, group] = [play(false), play(true)];
console.log("a mixer for each tree:", single);
console.log("one for a group:      ", group);
assert.deepEqual(single, { half: SIZES.map((size) => (size + 5) / 2), stopped: SIZES });
assert.deepEqual(group, { half: SIZES.map(() => (SIZES[0] + 5) / 2), stopped: SIZES.map(() => SIZES[0]) });
EOF
node run.mjs
