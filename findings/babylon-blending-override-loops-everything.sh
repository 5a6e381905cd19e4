#!/usr/bin/env bash
# Babylon.js: turning on blending for a scene makes every animation a cycle.
#
# Expected: scene.animationPropertiesOverride with enableBlending: true lets animations start smoothly, as its
# documentation shows. Their loopMode is the mode of each animation; that of the override is "the default loop mode".
#
# Instead: It is no default: it takes the place of the mode that the animation has, and it is ANIMATIONLOOPMODE_CYCLE
# unless it is set. A door that swings (YOYO) jumps back, one that stays open (CONSTANT) closes, a wheel that turns on
# (RELATIVE) begins again. Only morph targets keep their mode. With animation.enableBlending, all keep it.
#
# In this package: the same, so that poses agree; docs/upstream.md. animation.enableBlending of each animation blends
# without it, as do the fades of clips.
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

const { ANIMATIONLOOPMODE_CONSTANT, ANIMATIONLOOPMODE_CYCLE, ANIMATIONLOOPMODE_RELATIVE, ANIMATIONLOOPMODE_YOYO } = BABYLON.Animation;

/** Plays x from 0 to 1 in 1 s, in a loop. @returns x after 0.96 s, and after 1.12 s */
function play(mode, enableBlending) {
  const node = new BABYLON.TransformNode("node", scene);
  const animation = new BABYLON.Animation("x", "position.x", 60, BABYLON.Animation.ANIMATIONTYPE_FLOAT, mode);
  Object.assign(animation, { enableBlending, blendingSpeed: 1 });
  animation.setKeys([0, 1].map((value) => ({ frame: 60 * value, value })));
  const group = new BABYLON.AnimationGroup("group", scene);
  group.addTargetedAnimation(animation, node);
  group.start(true);
  return [61, 10].map((frames) => {
    for (let frame = 0; frame < frames; frame++) {
      scene.render();
    }
    return Number(node.position.x.toFixed(2));
  });
}
const modes = { ANIMATIONLOOPMODE_CYCLE, ANIMATIONLOOPMODE_CONSTANT, ANIMATIONLOOPMODE_RELATIVE, ANIMATIONLOOPMODE_YOYO };
const playAll = (enableBlending) => Object.entries(modes).map(([name, mode]) => [name.slice(18), play(mode, enableBlending)]);
const own = playAll(true);
scene.animationPropertiesOverride = Object.assign(new BABYLON.AnimationPropertiesOverride(), { enableBlending: true, blendingSpeed: 1 });
const overridden = playAll(false);
console.log("x after 0.96 s and 1.12 s with enableBlending of the animations", own);
console.log("with enableBlending of the scene's override, expected the same", overridden);
assert.deepEqual(own, [["CYCLE", [0.96, 0.12]], ["CONSTANT", [0.96, 1]], ["RELATIVE", [0.96, 1.12]], ["YOYO", [0.13, 0.37]]]);
assert.deepEqual(overridden, own.map(([name]) => [name, [0.96, 0.12]]));
EOF
node run.mjs
