#!/usr/bin/env bash
# Babylon.js: a synchronized group ends by its own time, in the middle of its motion.
#
# Expected: syncAllAnimationsWith sets the speed of a walk of 1 s by that of a run of 2 s: half through the run, the
# walk is half through, and both end together after 2 s.
#
# Instead: The pose is that of the other group, but the end is looked for by the own time: after 1 s, the walk ends,
# half through, and its node stays there while the run goes on.
#
# In this package: clips that follow another one play as long as that; docs/upstream.md.
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
const scene = new BABYLON.Scene(new BABYLON.NullEngine());
scene.useConstantAnimationDeltaTime = true; // each frame is 16 ms
new BABYLON.FreeCamera("camera", BABYLON.Vector3.Zero(), scene);
const render = (frames) => Array.from({ length: frames }, () => scene.render());

/** A group that moves a node along keys, at 60 frames a second. */
function createGroup(node, property, type, keys) {
  const animation = new BABYLON.Animation(property, property, 60, type, BABYLON.Animation.ANIMATIONLOOPMODE_CYCLE);
  animation.setKeys(keys);
  const group = new BABYLON.AnimationGroup(property, scene);
  group.addTargetedAnimation(animation, node);
  return group;
}

const [walker, runner] = ["walker", "runner"].map((name) => new BABYLON.TransformNode(name, scene));
const move = (node, frame) => createGroup(node, "position.x", BABYLON.Animation.ANIMATIONTYPE_FLOAT, [{ frame: 0, value: 0 }, { frame, value: frame }]);
const [walk, run] = [move(walker, 60), move(runner, 120)];
run.start(false);
walk.start(false);
walk.syncAllAnimationsWith(run.animatables[0]);
render(100); // 1.6 s
const [of, at] = [run.getCurrentFrame(), walker.position.x];
console.log(`after 1.6 s: the run is at frame ${of.toFixed(1)} of 120, the walk, expected ${(of / 2).toFixed(1)} of 60, at ${at.toFixed(1)}; it has ended: ${!walk.isStarted}`);
assert.ok(of > 90);
assert.ok(at < 31);
assert.equal(walk.isStarted, false);
EOF
node run.mjs
