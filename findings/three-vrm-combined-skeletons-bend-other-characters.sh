#!/usr/bin/env bash
# three-vrm: VRMUtils.combineSkeletons bends the other characters of the same mesh.
#
# Expected: combineSkeletons(root) "traverses the given object and combines the skeletons of skinned meshes", for speed.
# What does not belong to the object stays: of two copies by SkeletonUtils.clone, which have the mesh in common and a
# skeleton each, either can be combined.
#
# Instead: The vertices of the other copy follow other bones: a head that leans to the side does no longer. The new
# numbers of bones, which fit the combined skeleton only, are set on the mesh that both have in common. Within one
# object, a mesh that is used twice is copied first.
#
# In this package: it does not renumber bones. For three-vrm, combine before cloning, or clone the geometries, too.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "@pixiv/three-vrm@${LATEST:-3.5.5}" "three@${LATEST:-0.187.0}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import * as THREE from "three";
import { clone } from "three/addons/utils/SkeletonUtils.js";
import { VRMUtils } from "@pixiv/three-vrm";

for (const name of ["@pixiv/three-vrm", "three"]) {
  console.log(`${name} ${JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version}`);
}
/** A character with three bones, one above the other, and a face of which all vertices follow the head. */
function character() {
  const root = new THREE.Group();
  const bones = ["hips", "chest", "head"].map((name, i) => Object.assign(new THREE.Bone(), { name }).translateY(i > 0 ? 1 : 0));
  root.add(bones[0].add(bones[1].add(bones[2])));
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute("position", new THREE.Float32BufferAttribute([0, 2, 0, 1, 2, 0, 0, 3, 0], 3));
  geometry.setAttribute("skinIndex", new THREE.Uint16BufferAttribute([2, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0], 4));
  geometry.setAttribute("skinWeight", new THREE.Float32BufferAttribute([1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0], 4));
  const face = Object.assign(new THREE.SkinnedMesh(geometry), { name: "face" });
  root.add(face);
  root.updateMatrixWorld(true);
  face.bind(new THREE.Skeleton(bones), new THREE.Matrix4());
  return root;
}
/** Moves the head to x = 0.5. @returns x of the face's first vertex, where it is seen */
function lean(root) {
  root.getObjectByName("head").position.x = 0.5;
  root.updateMatrixWorld(true);
  const face = root.getObjectByName("face");
  return face.applyBoneTransform(0, new THREE.Vector3().fromBufferAttribute(face.geometry.getAttribute("position"), 0)).x;
}
function measure(order) {
  const first = character();
  if (order === "before") {
    VRMUtils.combineSkeletons(first);
  }
  const second = clone(first);
  if (order === "after") {
    VRMUtils.combineSkeletons(second);
  }
  return [lean(first), lean(second)];
}
const shown = { "not combined": measure("never"), "combined before the copy": measure("before"), "the copy combined": measure("after") };
for (const [what, [first, second]] of Object.entries(shown)) {
  console.log(`${what}: x of the first face ${first}, of the copy ${second}, expected 0.5 and 0.5`);
}
assert.deepEqual(Object.values(shown), [[0.5, 0.5], [0.5, 0.5], [0, 0.5]]);
EOF
node run.mjs
