#!/usr/bin/env bash
# three.js: a retargeted clip is mixed with the rest pose, not with the clip that plays beside it.
#
# Expected: SkeletonUtils.retargetClip makes a clip for a skeleton. A clip that the skeleton had, where its head is at 2
# radians, and the retargeted one, at 1, play with weights that shift from the one to the other: the head moves from 2
# to 1.
#
# Instead: The tracks of the new clip are called .bones[head].quaternion, those of a file head.quaternion. The mixer
# mixes by these names, so that each of the two is mixed with the rest pose, and the one that is set last is shown: with
# the first quarter of the weight, the head jumps from 2 to 0.25.
#
# In this package: retargeted moves have the targets of the character's own clips, and mix with them;
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
import { retargetClip } from "three/addons/utils/SkeletonUtils.js";

console.log(`three ${JSON.parse(readFileSync("node_modules/three/package.json", "utf8")).version}`);

/** A mesh with two bones. */
function body() {
  const [hips, head] = ["hips", "head"].map((name) => Object.assign(new THREE.Bone(), { name }));
  head.position.y = 1;
  hips.add(head);
  const mesh = new THREE.SkinnedMesh(new THREE.BufferGeometry().setAttribute("position", new THREE.Float32BufferAttribute([0, 0, 0], 3)));
  mesh.add(hips);
  mesh.updateMatrixWorld(true);
  mesh.bind(new THREE.Skeleton([hips, head]));
  return mesh;
}
/** A clip that holds the head at an angle for 10 s. */
function turned(angle) {
  const rotation = new THREE.Quaternion().setFromEuler(new THREE.Euler(0, angle, 0)).toArray();
  return new THREE.AnimationClip("turned", -1, [new THREE.QuaternionKeyframeTrack("head.quaternion", [0, 10], [...rotation, ...rotation])]);
}
/** The angles of the head while the weight shifts from 2 radians to another clip. */
function shift(clip) {
  const mesh = body();
  const mixer = new THREE.AnimationMixer(mesh);
  const [from, to] = [turned(2), clip].map((each) => mixer.clipAction(each).play());
  return [0, 0.25, 0.5, 0.75, 1].map((weight) => {
    from.weight = 1 - weight;
    to.weight = weight;
    mixer.update(0.1);
    const { y, w } = mesh.skeleton.bones[1].quaternion;
    return Number((2 * Math.atan2(y, w)).toFixed(3));
  });
}
const retargeted = retargetClip(body(), body(), turned(1), { hip: "hips", names: { hips: "hips", head: "head" } });
const [plain, moved] = [shift(turned(1)), shift(retargeted)];
console.log("tracks of the retargeted clip:", retargeted.tracks.map(({ name }) => name));
console.log(`a clip of the file, expected 2, 1.75, 1.5, 1.25, 1: ${plain.join(", ")}; the same retargeted: ${moved.join(", ")}`);
assert.deepEqual(plain, [2, 1.75, 1.5, 1.25, 1]);
assert.deepEqual(moved, [2, 0.25, 0.5, 0.75, 1]);
EOF
node run.mjs
