#!/usr/bin/env bash
# Babylon.js: a range of a group plays channels from their beginning that have ended before it.
#
# Expected: A group has a channel of a second, and one that ends at frame 30. start(false, 1, 40, 60) plays its last
# third, in which the short channel holds its last value, as goToFrame(50) shows it, and as it does when the whole group
# plays.
#
# Instead: The short channel plays its own beginning during the range, from 0 to two thirds. A bound of the range beyond
# the keys of a channel is replaced by the bound of its keys: from 40 to 60 becomes from 0 to 30.
#
# In this package: clips hold, compiled groups do the same as Babylon.js; docs/upstream.md. normalize() gives all
# channels keys at both ends, as the glTF loader does; groups that are merged or made of own animations need it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "@babylonjs/core@${LATEST:-9.35.0}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import * as BABYLON from "@babylonjs/core";

console.log(`@babylonjs/core ${JSON.parse(readFileSync("node_modules/@babylonjs/core/package.json", "utf8")).version}`);

/** What the channels show at 6 frames within a range, and in the middle of it by goToFrame. */
function play(from, to, normalize) {
  const scene = new BABYLON.Scene(new BABYLON.NullEngine());
  scene.useConstantAnimationDeltaTime = true; // each frame is 16 ms
  new BABYLON.FreeCamera("camera", BABYLON.Vector3.Zero(), scene);
  const group = new BABYLON.AnimationGroup("group", scene);
  const nodes = [30, 60].map((end) => {
    const node = new BABYLON.TransformNode(`ends at ${end}`, scene);
    const animation = new BABYLON.Animation("move", "position.x", 62.5, BABYLON.Animation.ANIMATIONTYPE_FLOAT); // a frame is 16 ms
    animation.setKeys([{ frame: 0, value: 0 }, { frame: end, value: 1 }]);
    group.addTargetedAnimation(animation, node);
    return node;
  });
  if (normalize) {
    group.normalize();
  }
  const shown = () => nodes.map(({ position }) => Number(position.x.toFixed(2)));
  group.start(false, 1, from, to);
  group.goToFrame((from + to) / 2);
  const sought = shown();
  group.stop();
  group.start(false, 1, from, to);
  const played = [0, 5, 5, 5].map((frames) => {
    Array.from({ length: frames || 1 }, () => scene.render());
    return shown();
  });
  return { sought, played };
}

const whole = play(0, 60, false);
const range = play(40, 60, false);
const normalized = play(40, 60, true);
const print = ({ sought, played }) => `${played.map((values) => values.join(" / ")).join(", ")}; sought: ${sought.join(" / ")}`;
console.log("the short channel / the long one, frames 0 to 60:", print(whole));
console.log("frames 40 to 60, expected 1 / ...:", print(range));
console.log("frames 40 to 60 of the normalized group:", print(normalized));
assert.deepEqual(whole.sought, [1, 0.5]);
assert.deepEqual(whole.played, [[0, 0], [0.17, 0.08], [0.33, 0.17], [0.5, 0.25]]);
assert.deepEqual(range.sought, [1, 0.83]);
assert.deepEqual(range.played, [[0, 0.67], [0.17, 0.75], [0.33, 0.83], [0.5, 0.92]]);
assert.deepEqual(normalized.played, [[1, 0.67], [1, 0.75], [1, 0.83], [1, 0.92]]);
EOF
node run.mjs
