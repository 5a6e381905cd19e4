#!/usr/bin/env bash
# Babylon.js: Animation.createKeyForFrame makes no key where the value is 0.
#
# Expected: createKeyForFrame(30) of a ramp from -1 to 1 makes a key of the value 0 at frame 30, and returns its index.
#
# Instead: No key is made, because the value 0 is taken for "there is a key already"; the index that is returned is that
# of another key. AnimationGroup.ClipFrames, which uses it, loses such bounds.
#
# In this package: clips play a range without new keys; docs/upstream.md.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "@babylonjs/core@${LATEST:-9.35.0}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import * as BABYLON from "@babylonjs/core";

const version = JSON.parse(readFileSync("node_modules/@babylonjs/core/package.json", "utf8")).version;
console.log(`@babylonjs/core ${version}`);
const scene = new BABYLON.Scene(new BABYLON.NullEngine());
scene.useConstantAnimationDeltaTime = true; // each frame is 16 ms
new BABYLON.FreeCamera("camera", BABYLON.Vector3.Zero(), scene);
const render = (frames) => Array.from({ length: frames }, () => scene.render());

const create = (first) => {
  const { FLOAT, CYCLE } = { FLOAT: BABYLON.Animation.ANIMATIONTYPE_FLOAT, CYCLE: BABYLON.Animation.ANIMATIONLOOPMODE_CYCLE };
  const animation = new BABYLON.Animation("x", "x", 60, FLOAT, CYCLE);
  animation.setKeys([{ frame: 0, value: first }, { frame: 60, value: 1 }]);
  animation.createKeyForFrame(30);
  return animation.getKeys().map(({ frame }) => frame);
};
const [zero, other] = [create(-1), create(0)];
console.log("frames of the keys: a value of 0 in between", zero, "a value of 0.5 in between", other);
assert.deepEqual(zero, [0, 60]);
assert.deepEqual(other, [0, 30, 60]);
EOF
node run.mjs
