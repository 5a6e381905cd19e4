#!/usr/bin/env bash
# Babylon.js: BoneIKController makes an arm shorter if a node above the body is scaled.
#
# Expected: A body may be scaled by itself or by a node above it, as files in centimeters are. An arm of two bones whose
# hand can reach a target reaches it, in both cases, and its bones keep their lengths.
#
# Instead: Where a bone is turned in world space, the scale of the mesh is taken out, that of the nodes above is not, and
# becomes a scale of the bone: below a node of scale 2, the upper arm gets the scale 0.5, and the hand comes half of the
# way; below one of 0.01, the arm becomes 100 times as long. bone.setRotationQuaternion(q, Space.WORLD, mesh),
# bone.setRotation and BoneLookController do the same.
#
# In this package: not concerned. The bones of glTF files follow nodes, which get the rotation only, and reach the target.
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

/** Reaches for a point with an arm of two bones. @returns how far the hand is from it, and the scale of the upper arm */
function reach(scaleAbove, scaleOfMesh) {
  const root = new BABYLON.TransformNode("root", scene);
  root.scaling.setAll(scaleAbove);
  const body = BABYLON.CreateBox("body", {}, scene);
  body.parent = root;
  body.scaling.setAll(scaleOfMesh);
  const skeleton = new BABYLON.Skeleton("skeleton", "skeleton", scene);
  body.skeleton = skeleton;
  const [shoulder, upper, lower, hand] = [0, 0, 1, 1].reduce((bones, y, i) => {
    return [...bones, new BABYLON.Bone(`bone${i}`, skeleton, bones[i - 1] ?? null, BABYLON.Matrix.Translation(0, y, 0))];
  }, []);
  render(1);
  const scale = scaleAbove * scaleOfMesh;
  const controller = new BABYLON.BoneIKController(body, lower, { poleTargetBone: shoulder });
  controller.targetPosition = new BABYLON.Vector3(0.9, 0.8, 0.1).scale(scale); // 1.21 away for an arm of length 2
  controller.poleTargetBone = null;
  controller.poleTargetPosition = new BABYLON.Vector3(0, 1, -5).scale(scale);
  for (let i = 0; i < 3; i++) {
    controller.update();
    render(1);
  }
  skeleton.computeAbsoluteMatrices(true);
  const world = hand.getAbsoluteMatrix().multiply(body.computeWorldMatrix(true)).getTranslation();
  const miss = BABYLON.Vector3.Distance(world, controller.targetPosition) / controller.targetPosition.length();
  return { miss, upperArm: upper.getScale().x };
}

const near = (a, b) => assert.ok(Math.abs(a - b) < 1e-4, `${a} is not ${b}`);
for (const [above, ofMesh, expected] of [[1, 1, 1], [1, 2, 1], [2, 1, 1 / 2], [0.01, 1, 100]]) {
  const { miss, upperArm } = reach(above, ofMesh);
  console.log(`scale ${above} above, ${ofMesh} of the mesh: the hand misses by ${miss.toFixed(3)} of the way; scale of the arm: ${upperArm.toFixed(3)}`);
  near(upperArm / expected, 1);
  near(miss / Math.max(1, expected), Math.abs(expected - 1) / Math.max(1, expected));
}
EOF
node run.mjs
