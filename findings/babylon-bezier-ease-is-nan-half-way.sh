#!/usr/bin/env bash
# Babylon.js: a Bezier ease has no value half way.
#
# Expected: BezierCurveEase takes the four numbers of a CSS cubic-bezier. (1, 0, 0, 1) is slow at both ends and fast in
# between, and half of the way at half of the time: a node that moves from 0 to 1 within 60 frames is at 0.5 at frame
# 30.
#
# Instead: It is at NaN, and with it all its children, where a frame falls on the middle. The curve is solved by
# Newton's method, which divides by a slope that is 0 there, and multiplies the infinity by an error of 0. goToFrame(30)
# does it, too. The values beside it are right, and so is the middle of (0.9, 0, 0.1, 1). (1, 0, 0, 1) is what
# FlowGraphEasingBlock takes without parameters.
#
# In this package: compiled groups show the same value; the exporter of ./serializer reports that the curve has a value
# that is not finite, if it samples the middle. 0.999 in place of 1 will do.
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

/** The curve by bisection: y where x is the time. */
function solve(time, [x1, y1, x2, y2]) {
  const at = (u, p1, p2) => 3 * (1 - u) ** 2 * u * p1 + 3 * (1 - u) * u * u * p2 + u ** 3;
  let [low, high] = [0, 1];
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    [low, high] = at(middle, x1, x2) < time ? [middle, high] : [low, middle];
  }
  return at(low, y1, y2);
}

/** A node that moves by a curve. @returns its x, and that of its child in the world, at some frames */
function play(curve, frames) {
  const scene = new BABYLON.Scene(new BABYLON.NullEngine());
  scene.useConstantAnimationDeltaTime = true; // each frame is 16 ms
  new BABYLON.FreeCamera("camera", BABYLON.Vector3.Zero(), scene);
  const node = new BABYLON.TransformNode("node", scene);
  const child = new BABYLON.TransformNode("child", scene);
  child.parent = node;
  const animation = new BABYLON.Animation("move", "position.x", 62.5, BABYLON.Animation.ANIMATIONTYPE_FLOAT); // a frame is 16 ms
  animation.setKeys([{ frame: 0, value: 0 }, { frame: 60, value: 1 }]);
  animation.setEasingFunction(new BABYLON.BezierCurveEase(...curve));
  const group = new BABYLON.AnimationGroup("move", scene);
  group.addTargetedAnimation(animation, node);
  group.start();
  const shown = {};
  for (let frame = 0; frame < 60; frame++) {
    scene.render();
    if (frames.includes(frame)) {
      child.computeWorldMatrix(true);
      shown[frame] = { x: node.position.x, child: child.absolutePosition.x };
    }
  }
  group.stop();
  group.start();
  group.goToFrame(30);
  return { shown, sought: node.position.x };
}

const [steep, gentle] = [[1, 0, 0, 1], [0.9, 0, 0.1, 1]];
const FRAMES = [15, 29, 30, 31];
const seen = play(steep, FRAMES);
const control = play(gentle, FRAMES);
for (const frame of FRAMES) {
  console.log(`frame ${frame}: x = ${seen.shown[frame].x}, expected ${solve(frame / 60, steep).toFixed(4)}; by the other curve ${control.shown[frame].x.toFixed(4)}`);
  if (frame !== 30) {
    assert.ok(Math.abs(seen.shown[frame].x - solve(frame / 60, steep)) < 0.005); // next to the middle, Newton's method is 0.004 off
  }
  assert.ok(Math.abs(control.shown[frame].x - solve(frame / 60, gentle)) < 0.001);
}
assert.ok(Number.isNaN(seen.shown[30].x) && Number.isNaN(seen.shown[30].child) && Number.isNaN(seen.sought));
assert.ok(Math.abs(new BABYLON.BezierCurveEase(0.999, 0, 0.001, 1).ease(0.5) - 0.5) < 1e-6);
EOF
node run.mjs
