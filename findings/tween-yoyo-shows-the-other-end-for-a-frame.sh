#!/usr/bin/env bash
# tween.js: where a yoyo turns, the other end is shown for a frame.
#
# Expected: With repeat(Infinity).yoyo(true), a door of 0 to 90 degrees opens, and closes again: in the first frame
# after it has opened, it is almost open.
#
# Instead: It is almost closed, for one frame, and almost open in the frame after it has closed: it flickers at each
# turn, except where a frame hits the turn exactly. The values are set before the direction is changed.
#
# In this package: clips with "reverse": true have no such frame.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "@tweenjs/tween.js@${LATEST:-25.0.0}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { Tween } from "@tweenjs/tween.js";

console.log(`@tweenjs/tween.js ${JSON.parse(readFileSync("node_modules/@tweenjs/tween.js/package.json", "utf8")).version}`);

/** The angles of a door that opens within a second, and closes within another, at times in milliseconds. */
function angles(times) {
  const door = { angle: 0 };
  const tween = new Tween(door).to({ angle: 90 }, 1000).repeat(Infinity).yoyo(true).start(0);
  return times.map((time) => {
    tween.update(time);
    return Number(door.angle.toFixed(2));
  });
}
const EXACT = [900, 1000, 1020, 1040, 1980, 2000, 2020];
const BETWEEN = [980, 1020, 1040, 1980, 2020, 2040];
const [exact, between] = [angles(EXACT), angles(BETWEEN)];
console.log(`${EXACT.join(", ")} ms: ${exact.join(", ")}`);
console.log(`${BETWEEN.join(", ")} ms: ${between.join(", ")}, expected 88.2, 88.2, 86.4, 1.8, 1.8, 3.6`);
assert.deepEqual(exact, [81, 90, 88.2, 86.4, 1.8, 0, 1.8]);
assert.deepEqual(between, [88.2, 1.8, 86.4, 1.8, 88.2, 3.6]);
EOF
node run.mjs
