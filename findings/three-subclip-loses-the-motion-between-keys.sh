#!/usr/bin/env bash
# three.js: AnimationUtils.subclip returns a still pose for a second of motion.
#
# Expected: subclip(clip, "first", 0, 30, 30) has the first second of a clip with keys at 0, 1 and 2 s, from x = 0 to 10
# to 20: it lasts 1 s, and moves from 0 to 10. subclip(clip, "middle", 15, 45, 30) moves from 5 to 15.
#
# Instead: Only keys within the range are kept, without the one at its end, and no key is made at a bound. "first" has
# one key, and lasts 0 s. "middle" has the key in its middle, and lasts 0 s, too; a range without a key has no tracks at
# all.
#
# In this package: a clip is a range of its animation, without new keys, and `BakeClips` splits curves exactly;
# docs/file-tools.md.
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

const track = new THREE.VectorKeyframeTrack("node.position", [0, 1, 2], [0, 0, 0, 10, 0, 0, 20, 0, 0]);
const clip = new THREE.AnimationClip("move", -1, [track]);
const cut = (name, from, to) => {
  const { duration, tracks } = THREE.AnimationUtils.subclip(clip, name, from, to, 30);
  console.log(`${name}, frames ${from} to ${to}, expected 1 s: ${duration} s,`, tracks.map(({ values }) => Array.from(values)));
  return { duration, keys: tracks.map(({ times }) => times.length) };
};
assert.deepEqual(cut("first", 0, 30), { duration: 0, keys: [1] });
assert.deepEqual(cut("middle", 15, 45), { duration: 0, keys: [1] });
EOF
node run.mjs
