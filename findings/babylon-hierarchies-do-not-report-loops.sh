#!/usr/bin/env bash
# Babylon.js: beginHierarchyAnimation does not report loops.
#
# Expected: onAnimationLoop of scene.beginHierarchyAnimation, "the callback to call when an animation loops", is
# called as that of beginAnimation and of beginDirectHierarchyAnimation is: a walk of 0.5 s reports 3 loops within
# 1.94 s.
#
# Instead: It is never called. The function passes undefined where beginAnimation takes the callback. What is played
# is right, and onAnimationEnd is passed on. The animatables that it returns have an onAnimationLoop that can be set.
#
# In this package: not used; clips have their own events.
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

/** Lets a hierarchy of two nodes walk for 2 s. @returns how often the callback was called, per node, and x */
function walk(start) {
  const hero = new BABYLON.TransformNode("hero", scene);
  const arm = new BABYLON.TransformNode("arm", scene);
  arm.parent = hero;
  const animation = new BABYLON.Animation("walk", "position.x", 60, BABYLON.Animation.ANIMATIONTYPE_FLOAT, BABYLON.Animation.ANIMATIONLOOPMODE_CYCLE);
  animation.setKeys([0, 1].map((value) => ({ frame: 30 * value, value })));
  hero.animations.push(animation);
  arm.animations.push(animation.clone());
  let loops = 0;
  const animatables = start(hero, animation, () => loops++);
  for (let frame = 0; frame < 122; frame++) {
    scene.render();
  }
  const shown = { loops: loops / animatables.length, x: [hero, arm].map(({ position }) => Number(position.x.toFixed(2))) };
  animatables.forEach((animatable) => animatable.stop());
  return shown;
}
const hierarchy = walk((hero, _, onLoop) => scene.beginHierarchyAnimation(hero, false, 0, 30, true, 1, undefined, undefined, true, undefined, onLoop));
const direct = walk((hero, animation, onLoop) => scene.beginDirectHierarchyAnimation(hero, false, [animation], 0, 30, true, 1, undefined, onLoop));
const single = walk((hero, _, onLoop) =>
  [hero, ...hero.getChildren()].map((node) => scene.beginAnimation(node, 0, 30, true, 1, undefined, undefined, true, undefined, onLoop)),
);
console.log("loops in 1.94 s, expected 3: beginHierarchyAnimation", hierarchy);
console.log("beginDirectHierarchyAnimation", direct, "beginAnimation of each", single);
assert.deepEqual(hierarchy, { loops: 0, x: [0.87, 0.87] });
assert.deepEqual(direct, { loops: 3, x: [0.87, 0.87] });
assert.deepEqual(single, direct);
EOF
node run.mjs
