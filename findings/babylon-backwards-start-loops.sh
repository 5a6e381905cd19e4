#!/usr/bin/env bash
# Babylon.js: a run backwards begins with a loop event.
#
# Expected: A group that starts at its last frame, backwards, reports its first loop when it has come to frame 0.
#
# Instead: The loop observable is notified in the first frame, before any pass is complete: a counter of repetitions is
# one too high.
#
# In this package: clips and compiled groups compute crossings from times; docs/upstream.md.
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
group.start(true, -1);
render(3);
console.log(`after 0.032 s of a pass of 1 s backwards: ${loops} loop`);
assert.equal(loops, 1);
EOF
node run.mjs
