#!/usr/bin/env bash
# Babylon.js: a character that is seen while it is baked is baked a frame late.
#
# Expected: bakeVertexData bakes frames 0 to 10 of a bone that is at x = n in frame n: the rows of the texture have
# 0 to 10, whatever the camera looks at, and whatever the character has shown before. bakeVertexDataSync does so.
#
# Instead: If the character is in view, the rows have 7, 0, 1, ... 9: each frame is that of the row before, the last one
# is missing, and the first one is the pose that was shown before, here frame 7. A loop of this texture jumps. Out of
# view, all is right. The matrices are read when the frame of the animation has ended, in a render in which the skeleton
# counts as prepared, since the render before prepared it.
#
# In this package: crowds bake without rendering, docs/crowds.md. bakeVertexDataSync is right in both cases.
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
const FRAMES = Array.from({ length: 11 }, (_, frame) => frame);

/** Shows frame 7, then bakes all. @returns x of the bone in each baked frame */
async function bake(isSeen, isSync) {
  const scene = new BABYLON.Scene(new BABYLON.NullEngine());
  scene.useConstantAnimationDeltaTime = true; // each frame is 16 ms
  new BABYLON.FreeCamera("camera", new BABYLON.Vector3(0, 0, isSeen ? -50 : 50), scene); // looks along +z
  const skeleton = new BABYLON.Skeleton("skeleton", "skeleton", scene);
  const bone = new BABYLON.Bone("bone", skeleton, null, BABYLON.Matrix.Identity());
  const animation = new BABYLON.Animation("move", "_matrix", 60, BABYLON.Animation.ANIMATIONTYPE_MATRIX);
  animation.setKeys(FRAMES.map((frame) => ({ frame, value: BABYLON.Matrix.Translation(frame, 0, 0) })));
  bone.animations.push(animation);
  const body = BABYLON.CreateBox("body", {}, scene);
  body.skeleton = skeleton;
  scene.beginAnimation(skeleton, 7, 7);
  scene.render();
  scene.render();
  assert.equal(scene.getActiveMeshes().length, isSeen ? 1 : 0);
  const baker = new BABYLON.VertexAnimationBaker(scene, body);
  const ranges = [{ name: "move", from: 0, to: 10 }];
  let baked;
  if (isSync) {
    baked = baker.bakeVertexDataSync(ranges, false);
  } else {
    void baker.bakeVertexData(ranges).then((data) => (baked = data));
    for (let i = 0; i < 100 && baked === undefined; i++) {
      scene.render();
      await new Promise(setImmediate); // what the promise does next comes before the next frame
    }
  }
  return FRAMES.map((frame) => baked[(baked.length / FRAMES.length) * frame + 12]);
}
const seen = { inView: await bake(true, false), outOfView: await bake(false, false), inViewSync: await bake(true, true) };
for (const [name, x] of Object.entries(seen)) {
  console.log(`${name}: ${x.join(" ")}`);
}
assert.deepEqual(seen.outOfView, FRAMES);
assert.deepEqual(seen.inViewSync, FRAMES);
assert.deepEqual(seen.inView, [7, ...FRAMES.slice(0, -1)]); // expected the same
EOF
node run.mjs
