#!/usr/bin/env bash
# three.js: SkeletonUtils.retargetClip leaves out what happens between evenly spread keys.
#
# Expected: A head that shakes to 90 degrees and back within 0.2 s, and is still for the rest of 1 s, as exporters and
# optimizers write it with four keys, shakes on the other skeleton as well.
#
# Instead: The clip is sampled as often as its longest track has keys, evenly: at 0, 1/3, 2/3 and 1 s, where the head is
# at 0 degrees. The shake is gone, and steps become slides. The option fps mends it.
#
# In this package: retargeted moves keep their keys, and get more where a curve needs them; docs/file-tools.md.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "three@${LATEST:-0.187.0}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import * as THREE from "three";
import { retargetClip } from "three/addons/utils/SkeletonUtils.js";

console.log(`three ${JSON.parse(readFileSync("node_modules/three/package.json", "utf8")).version}`);

/** A mesh with one bone, the head. */
function createBody() {
  const head = Object.assign(new THREE.Bone(), { name: "head" });
  const geometry = new THREE.BufferGeometry().setAttribute("position", new THREE.Float32BufferAttribute([0, 0, 0], 3));
  const body = new THREE.SkinnedMesh(geometry);
  body.add(head);
  body.bind(new THREE.Skeleton([head]));
  return body;
}
const turn = (degrees) => new THREE.Quaternion().setFromEuler(new THREE.Euler(0, THREE.MathUtils.degToRad(degrees), 0)).toArray();
const shake = new THREE.QuaternionKeyframeTrack("head.quaternion", [0, 0.1, 0.2, 1], [0, 90, 0, 0].flatMap(turn));
const clip = new THREE.AnimationClip("shake", -1, [shake]);

/** The angle of a head in a clip after 0.1 s. */
function angleOf(body, played) {
  const mixer = new THREE.AnimationMixer(body);
  mixer.clipAction(played).play();
  mixer.update(0.1);
  return THREE.MathUtils.radToDeg(body.skeleton.bones[0].rotation.y);
}
const [source, target] = [createBody(), createBody()];
const carried = retargetClip(target, source, clip, { hip: "none", names: { head: "head" } });
const [before, after] = [angleOf(createBody(), clip), angleOf(target, carried)];
console.log(`degrees after 0.1 s, expected 90: ${before.toFixed(1)} of the source, ${after.toFixed(1)} on the other skeleton`);
assert.ok(Math.abs(before - 90) < 0.1);
assert.ok(Math.abs(after) < 0.1);
EOF
node run.mjs
