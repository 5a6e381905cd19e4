#!/usr/bin/env bash
# Babylon.js: an additive group stops the motion of a group that has no weight.
#
# Expected: An additive group adds to what is shown. A body that walks, by a group that was started as usual, walks on
# when an additive "nod" of weight 1 begins.
#
# Instead: Weighted and additive groups are mixed over the value that the property had before any of them began, and the
# result replaces what a group without a weight (-1, the default) has written in the same frame: the body stops where it
# is when the nod begins. With walk.weight = 1, it walks.
#
# In this package: an additive clip in a layer above adds to groups without a weight; docs/clips.md.
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

const body = new BABYLON.TransformNode("body", scene);
const keysOf = (...values) => values.map((value, i) => ({ frame: 60 * i, value: new BABYLON.Vector3(...value) }));
const walk = createGroup(body, "position", BABYLON.Animation.ANIMATIONTYPE_VECTOR3, keysOf([0, 0, 0], [60, 0, 0]));
const nod = createGroup(body, "position", BABYLON.Animation.ANIMATIONTYPE_VECTOR3, keysOf([0, 1, 0], [0, 1, 0]));
nod.isAdditive = true;
nod.weight = 1;
walk.start(true);
render(11);
const alone = body.position.x;
nod.start(true);
render(2);
const [x, y] = body.position.asArray();
walk.weight = 1;
render(1);
console.log(`x alone: ${alone}; with the nod, expected more: ${x} (y ${y}); with walk.weight = 1: ${body.position.x.toFixed(2)}`);
assert.ok(alone > 9);
assert.deepEqual([x, y], [alone, 1]);
assert.ok(body.position.x > alone);
EOF
node run.mjs
