#!/usr/bin/env bash
# three.js: a cross-fade that is interrupted jumps.
#
# Expected: crossFadeTo changes weights gradually. Where a fade from "idle" (x = 0) to "run" (x = 10) is turned around
# after 0.3 of 1 s, as when a key is released again, "run" fades out from its present weight, 0.3: x goes from 3 back to
# 0.
#
# Instead: Each fade begins at the weights 1 and 0, whatever they are at the moment: x jumps from 3 to 10, and fades
# from there.
#
# In this package: a fade that begins during another continues from its weights; docs/behavior.md.
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

const node = new THREE.Object3D();
const mixer = new THREE.AnimationMixer(node);
const [idle, run] = [0, 10].map((x) =>
  mixer.clipAction(new THREE.AnimationClip(`at ${x}`, -1, [new THREE.VectorKeyframeTrack(".position", [0, 1], [x, 0, 0, x, 0, 0])])).play(),
);
idle.crossFadeTo(run, 1);
mixer.update(0.3);
const before = node.position.x;
run.crossFadeTo(idle, 1);
mixer.update(0.001);
console.log(`x before the second fade: ${before.toFixed(2)}, a millisecond later: ${node.position.x.toFixed(2)}`);
assert.ok(Math.abs(before - 3) < 0.01);
assert.ok(node.position.x > 9.9);
EOF
node run.mjs
