#!/usr/bin/env bash
# Babylon.js: a vertex animation that was baked in half floats is noise after it was saved and loaded.
#
# Expected: VertexAnimationBaker.bakeVertexDataSync(ranges, true) returns half floats, serializeBakedVertexDataToJSON
# takes them, and loadBakedVertexDataFromJSON returns what was saved: 5 frames of a skeleton of one bone are 160 numbers,
# and the texture of them is 8 texels wide and 5 high.
#
# Instead: The bytes are read as floats of 4 bytes: 80 numbers, each of two others. The texture has two and a half
# frames. The JSON states the height, 5, but not the type. Float data, without the second argument, comes back as it was.
#
# In this package: not concerned; crowds bake half floats by themselves, docs/crowds.md.
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

const skeleton = new BABYLON.Skeleton("skeleton", "skeleton", scene);
const bone = new BABYLON.Bone("bone", skeleton, null, BABYLON.Matrix.Identity());
const box = BABYLON.CreateBox("box", {}, scene);
box.skeleton = skeleton;
const animation = new BABYLON.Animation("move", "_matrix", 60, BABYLON.Animation.ANIMATIONTYPE_MATRIX);
animation.setKeys([0, 4].map((frame) => ({ frame, value: BABYLON.Matrix.Translation(frame, 0, 0) })));
bone.animations.push(animation);
const baker = new BABYLON.VertexAnimationBaker(scene, box);

/** Bakes, saves and loads. @returns the numbers before and after, and the size of the texture of the latter */
function bake(halfFloat) {
  const baked = baker.bakeVertexDataSync([{ name: "move", from: 0, to: 4 }], halfFloat);
  const loaded = baker.loadBakedVertexDataFromJSON(baker.serializeBakedVertexDataToJSON(baked));
  return { baked, loaded, size: baker.textureFromBakedVertexData(loaded).getSize() };
}
const [floats, halves] = [bake(false), bake(true)];
for (const { baked, loaded, size } of [floats, halves]) {
  console.log(`${baked.length} numbers (${baked.constructor.name}), loaded as ${loaded.length} (${loaded.constructor.name}):`, size);
}
assert.deepEqual(floats.loaded, floats.baked);
assert.equal(halves.baked.length, floats.baked.length);
assert.equal(BABYLON.FromHalfFloat(halves.baked[0]), 1); // the first number of the matrix of a bone that does not turn
assert.equal(halves.loaded.length, floats.baked.length / 2);
assert.ok(Math.abs(halves.loaded[0]) < 1e-30);
assert.equal(halves.size.height, 2.5);
EOF
node run.mjs
