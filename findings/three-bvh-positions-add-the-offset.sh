#!/usr/bin/env bash
# three.js: BVHLoader adds the OFFSET of a joint to its position channels.
#
# Expected: Blender writes position channels that include OFFSET, so that hips with an OFFSET of 1 upwards and a
# channel Yposition of 1 are at a height of 1.
#
# Instead: The tracks hold OFFSET plus the channels: the hips are at a height of 2 while the clip plays, and fall to
# 1 when it ends.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "three@${LATEST:-0.187.0}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { BVHLoader } from "three/addons/loaders/BVHLoader.js";

console.log(`three ${JSON.parse(readFileSync("node_modules/three/package.json", "utf8")).version}`);
const { clip, skeleton } = new BVHLoader().parse(`HIERARCHY
ROOT hips
{
  OFFSET 0 1 0
  CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
  End Site
  {
    OFFSET 0 -1 0
  }
}
MOTION
Frames: 2
Frame Time: 1
0 1 0 0 0 0
2 1 0 0 0 0
`);
const [rest] = skeleton.bones.map(({ position }) => position.toArray());
const [{ name, values }] = clip.tracks;
console.log(`at rest ${rest}; ${name}, expected 0,1,0 and 2,1,0:`, [...values]);
assert.deepEqual([name, ...values], ["hips.position", 0, 2, 0, 2, 2, 0]);
EOF
node run.mjs
