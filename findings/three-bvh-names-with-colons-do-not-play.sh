#!/usr/bin/env bash
# three.js: the clip of a BVH file does not move its skeleton if names have a colon.
#
# Expected: BVHLoader returns a skeleton and a clip for it. Names such as mixamorig:Hips, which motion libraries
# write, are no obstacle: GLTFLoader replaces the characters that bindings reserve.
#
# Instead: BVHLoader keeps the names. The binding of the track mixamorig:Hips.quaternion finds no bone, and only the
# console says so: the skeleton stays in its rest pose.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "three@${LATEST:-0.187.0}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { AnimationMixer } from "three";
import { BVHLoader } from "three/addons/loaders/BVHLoader.js";

console.log(`three ${JSON.parse(readFileSync("node_modules/three/package.json", "utf8")).version}`);
/** How far the root turns in a second. */
function turnOf(name) {
  const { clip, skeleton } = new BVHLoader().parse(`HIERARCHY
ROOT ${name}
{
  OFFSET 0 0 0
  CHANNELS 3 Zrotation Xrotation Yrotation
  End Site
  {
    OFFSET 0 1 0
  }
}
MOTION
Frames: 3
Frame Time: 1
0 0 0
90 0 0
90 0 0
`);
  const [root] = skeleton.bones;
  const mixer = new AnimationMixer(root);
  mixer.clipAction(clip).play();
  mixer.update(1);
  return Math.round((root.rotation.z * 180) / Math.PI);
}

const turns = ["Hips", "mixamorig:Hips"].map((name) => [name, turnOf(name)]);
console.log("degrees after a second:", turns);
assert.deepEqual(turns, [["Hips", 90], ["mixamorig:Hips", 0]]);
EOF
node run.mjs
