#!/usr/bin/env bash
# Babylon.js: a group with enableBlending blends positions and rotations from the values of different frames.
#
# Expected: A group whose animations have enableBlending begins at what the node shows. Where another group moves and
# turns the node in step, a meter and a radian a second, the blending begins at one number for both.
#
# Instead: Beside a group with the weight 1 that plays alone, positions are blended from the value of the present frame,
# rotations from that of the frame before: the node gets the vector that holds the value of the playing group, but a
# copy of its quaternion, and the playing group computes its next value before the blending looks at the node.
#
# In this package: both are blended from the frame before; docs/upstream.md.
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
const FRAME = 0.016;
const scene = new BABYLON.Scene(new BABYLON.NullEngine());
scene.useConstantAnimationDeltaTime = true; // each frame is 16 ms
new BABYLON.FreeCamera("camera", BABYLON.Vector3.Zero(), scene);

const KINDS = {
  position: [BABYLON.Animation.ANIMATIONTYPE_VECTOR3, (x) => new BABYLON.Vector3(x, 0, 0)],
  rotationQuaternion: [BABYLON.Animation.ANIMATIONTYPE_QUATERNION, (x) => BABYLON.Quaternion.RotationAxis(BABYLON.Vector3.Right(), x)],
};

/** A group that moves and turns a node from one number to another, in a second. */
function createGroup(node, from, to) {
  const group = new BABYLON.AnimationGroup("group", scene);
  for (const [property, [type, valueOf]] of Object.entries(KINDS)) {
    const animation = new BABYLON.Animation(property, property, 60, type, BABYLON.Animation.ANIMATIONLOOPMODE_CYCLE);
    animation.setKeys([from, to].map((x, i) => ({ frame: 60 * i, value: valueOf(x) })));
    group.addTargetedAnimation(animation, node);
  }
  return group;
}

const node = new BABYLON.TransformNode("node", scene);
node.rotationQuaternion = BABYLON.Quaternion.Identity();
const [moving, other] = [createGroup(node, 0, 1), createGroup(node, 0, 0)];
moving.start(true);
moving.weight = 1;
for (let i = 0; i < 10; i++) {
  scene.render();
}
const shown = node.position.x; // 9 frames
other.enableBlending = true;
other.blendingSpeed = 0; // stays at what the blending begins with
other.start(true);
other.weight = 1;
moving.weight = 0;
scene.render();
const framesOf = (x) => Math.round((x / FRAME) * 1e3) / 1e3;
const begins = { position: framesOf(node.position.x), rotation: framesOf(2 * Math.asin(node.rotationQuaternion.x)) };
console.log("frames that the node had moved when blending began:", framesOf(shown), "and where it blends from:", begins);
assert.deepEqual([framesOf(shown), begins], [9, { position: 10, rotation: 9 }]);
EOF
node run.mjs
