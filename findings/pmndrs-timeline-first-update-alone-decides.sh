#!/usr/bin/env bash
# pmndrs timeline: of several updates of an action, the first alone decides when it ends.
#
# Expected: action({ update: [a, b] }) does both, and ends when both have ended, or when one has ("return false to
# finish"): in any case, the order of two transitions, of a camera's position and of its target, makes no difference.
#
# Instead: It ends with the first of the list. With the shorter one first, the longer one is left on its way for good;
# with the longer one first, both arrive. The code that puts the answers together asks for the first answer twice, where
# it should ask for the answer "go on".
#
# In this package: transitions of controllers end each by itself. For timeline, put the longest first.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "@pmndrs/timeline@${LATEST:-0.3.10}" "three@${LATEST:-0.187.0}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { action, runTimeline, time, transition } from "@pmndrs/timeline";
import { Vector3 } from "three";

for (const name of ["@pmndrs/timeline", "three"]) {
  console.log(`${name} ${JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version}`);
}
/** Moves one vector to x = 1 within half a second, and another one within a second, in steps of an eighth. @returns where they are after 2 seconds */
async function move(timeline) {
  const [short, long] = [new Vector3(), new Vector3()];
  const goal = new Vector3(1, 0, 0);
  const update = runTimeline(timeline(transition(short, goal, time(0.5)), transition(long, goal, time(1))));
  for (let i = 0; i < 16; i++) {
    await new Promise((resolve) => setImmediate(resolve)); // the timeline begins and ends in microtasks
    update({}, 1 / 8);
  }
  return [short.x, long.x];
}
const shown = {
  "the longer one first": await move((short, long) => action({ update: [long, short] })),
  "the shorter one first": await move((short, long) => action({ update: [short, long] })),
};
for (const [what, x] of Object.entries(shown)) {
  console.log(`${what}: x of both after 2 s, expected 1, 1: ${x.join(", ")}`);
}
assert.deepEqual(Object.values(shown), [[1, 1], [1, 0.5]]);
EOF
node run.mjs
