#!/usr/bin/env bash
# Babylon.js: a frame that spans whole loops reports none of them.
#
# Expected: onAnimationGroupLoopObservable is notified for each loop, or at least once in a frame in which loops were
# passed: after a hitch, for fast animations, in a tab that was hidden.
#
# Instead: A loop is found by a frame number that is smaller than that of the frame before. A step of whole passes lands
# on the same frame number, and any other step counts once: of 160 loops, none is reported.
#
# In this package: clips report each crossing, up to a limit, and how many the last notification stands for.
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

/** A group that moves a value along keys, at 60 frames a second. */
function createGroup(target, property, type, keys) {
  const animation = new BABYLON.Animation(property, property, 60, type, BABYLON.Animation.ANIMATIONLOOPMODE_CYCLE);
  animation.setKeys(keys);
  const group = new BABYLON.AnimationGroup(property, scene);
  group.addTargetedAnimation(animation, target);
  return group;
}

const keys = [{ frame: 0, value: 0 }, { frame: 60, value: 1 }];
const group = createGroup({ x: 0 }, "x", BABYLON.Animation.ANIMATIONTYPE_FLOAT, keys);
let loops = 0;
group.onAnimationGroupLoopObservable.add(() => loops++);
group.start(true, 1000); // 16 passes in each frame
render(11);
console.log(`160 loops were passed, ${loops} were reported`);
assert.equal(loops, 0);
EOF
node run.mjs
