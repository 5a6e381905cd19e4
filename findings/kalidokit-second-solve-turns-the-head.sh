#!/usr/bin/env bash
# Kalidokit: the head turns when the same face is solved again.
#
# Expected: Face.solve() computes the turn of a head from landmarks of MediaPipe, which are shares of the width and
# height of an image. A face that is rolled by 30 degrees in an image of 640 x 480 is rolled by 30 degrees as often as
# it is solved, for two avatars of one person, too.
#
# Instead: The landmarks themselves are multiplied by the size of the image. In the second call, they are multiplied
# again: the roll is 23 degrees. What else uses them, such as a drawing of the face, gets pixels in place of shares.
#
# In this package: not concerned; what it is given stays as it is.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "kalidokit@${LATEST:-1.1.5}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

console.log(`kalidokit ${JSON.parse(readFileSync("node_modules/kalidokit/package.json", "utf8")).version}`);
const { Face } = createRequire(import.meta.url)("kalidokit/dist/kalidokit.umd.js");

const imageSize = { width: 640, height: 480 };
const ROLL = Math.PI / 6;

/** A landmark at a place on a flat face, in pixels from its center, which is rolled in the image. */
function landmark(x, y) {
  const [right, down] = [x * Math.cos(ROLL) - y * Math.sin(ROLL), x * Math.sin(ROLL) + y * Math.cos(ROLL)];
  return { x: 0.5 + right / imageSize.width, y: 0.5 + down / imageSize.height, z: 0 };
}
const face = Array.from({ length: 478 }, (_, i) => landmark((i % 20) * 5 - 50, Math.floor(i / 20) * 5 - 60));
// the corners by which the head's turn is found
const CORNERS = [[21, -60, -80], [251, 60, -80], [397, 60, 80], [172, -60, 80]];
CORNERS.forEach(([index, x, y]) => (face[index] = landmark(x, y)));

const before = { ...face[21] };
const rolls = [1, 2].map(() => Math.abs(Face.solve(face, { runtime: "mediapipe", imageSize }).head.degrees.z));
console.log("roll, expected 30 degrees twice:", rolls.map((roll) => roll.toFixed(2)).join(" and "));
console.log("a landmark:", before, "afterwards:", face[21]);
const { width, height } = imageSize;
assert.ok(Math.abs(rolls[0] - 30) < 1e-6);
assert.ok(Math.abs(rolls[1] - (Math.atan((Math.tan(ROLL) * height) / width) * 180) / Math.PI) < 1e-6);
assert.ok(Math.abs(face[21].x / before.x - width ** 2) < 1e-3);
EOF
node run.mjs
