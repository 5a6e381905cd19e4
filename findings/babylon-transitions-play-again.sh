#!/usr/bin/env bash
# Babylon.js: Animation.TransitionTo plays the earlier transitions of the object again.
#
# Expected: TransitionTo("visibility", 0, ...) hides a box. When it is shown again, TransitionTo("position", ...) moves
# the box and leaves its visibility alone: it "transitions a property", and stopCurrent concerns "this property".
#
# Instead: Each transition is added to the animations of the object, and all of these are started: while the box moves,
# it fades out a second time. The list gets longer with each call, and a second transition of one property plays beside
# the first one.
#
# In this package: not used.
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

const box = BABYLON.CreateBox("box", {}, scene);
const transition = (property, type) => BABYLON.Animation.CreateAnimation(property, type, 60, null);
const { ANIMATIONTYPE_FLOAT, ANIMATIONTYPE_VECTOR3 } = BABYLON.Animation;
const to = (property, type, value) => BABYLON.Animation.TransitionTo(property, value, box, scene, 60, transition(property, type), 500);

to("visibility", ANIMATIONTYPE_FLOAT, 0);
render(40);
assert.equal(box.visibility, 0);
assert.equal(scene.animatables.length, 0);
box.visibility = 1;
to("position", ANIMATIONTYPE_VECTOR3, new BABYLON.Vector3(5, 0, 0));
render(16);
const halfway = box.visibility;
render(24);
console.log(`visibility while the box moves, expected 1: ${halfway}, afterwards: ${box.visibility}; x: ${box.position.x}`);
console.log("animations of the box:", box.animations.map(({ targetProperty }) => targetProperty));
assert.ok(Math.abs(halfway - (1 - 15 * 0.016 / 0.5)) < 1e-6); // 15 frames of 16 ms into a fade of 0.5 s
assert.equal(box.visibility, 0);
assert.equal(box.position.x, 5);
assert.equal(box.animations.length, 2);
EOF
node run.mjs
