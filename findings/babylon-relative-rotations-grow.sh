#!/usr/bin/env bash
# Babylon.js: ANIMATIONLOOPMODE_RELATIVE makes a turning node larger.
#
# Expected: In this mode, each pass goes on from where the one before ended. For a turn by 90 degrees in a second, the
# node has turned by 180 degrees after 2 s, and once around after 4 s, and keeps its size.
#
# Instead: The difference between the last and the first quaternion is added, number by number, once for each pass. The
# sum has neither the right angle nor unit length: after 2 s the node has turned by 147 degrees and is 3 times as large,
# after 4 s it has turned by 187 degrees and is 15 times as large.
#
# In this package: clips and compiled groups do the same; docs/upstream.md.
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

const node = new BABYLON.TransformNode("wheel", scene);
node.rotationQuaternion = BABYLON.Quaternion.Identity();
const { ANIMATIONTYPE_QUATERNION, ANIMATIONLOOPMODE_RELATIVE } = BABYLON.Animation;
const animation = new BABYLON.Animation("turn", "rotationQuaternion", 60, ANIMATIONTYPE_QUATERNION, ANIMATIONLOOPMODE_RELATIVE);
animation.setKeys([0, 1].map((i) => ({ frame: 60 * i, value: BABYLON.Quaternion.RotationAxis(BABYLON.Axis.Y, (i * Math.PI) / 2) })));
const group = new BABYLON.AnimationGroup("turn", scene);
group.addTargetedAnimation(animation, node);
group.start(true);
render(1);

const sizes = [125, 125].map((frames) => {
  render(frames); // 2 s
  const size = BABYLON.Vector3.TransformNormal(BABYLON.Axis.X, node.computeWorldMatrix(true)).length();
  const { y, w } = node.rotationQuaternion;
  const degrees = ((2 * Math.atan2(y, w) * 180) / Math.PI).toFixed(0);
  console.log(`${frames * 0.016} s later: turned by ${degrees} degrees, ${size.toFixed(2)} times as large`);
  return size;
});
assert.ok(sizes[0] > 3);
assert.ok(sizes[1] > 10);
EOF
node run.mjs
