#!/usr/bin/env bash
# Babylon.js: sprites play twice as fast where two cameras show them.
#
# Expected: playAnimation(from, to, loop, 100) shows each cell for 100 ms, however many cameras the scene has, as the
# animations of nodes do: after 800 ms, the cell 7 in a split screen, too.
#
# Instead: With two cameras in scene.activeCameras it is the cell 15, with three the cell 23. Sprites are animated
# when they are drawn, once for each camera, with the time of the whole frame. With frame graphs, once.
#
# In this package: not used, as clips do not animate sprites. An animation of cellIndex, in a group, keeps the time.
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

/** Plays a sprite with 100 ms a cell, and an animation that does the same, for 50 frames of 16 ms. @returns the cells */
async function play(cameras) {
  const engine = new BABYLON.NullEngine();
  engine.getDeltaTime = () => 16;
  const scene = new BABYLON.Scene(engine);
  scene.useConstantAnimationDeltaTime = true; // 16 ms, for animations
  for (let camera = 0; camera < cameras; camera++) {
    scene.activeCameras.push(new BABYLON.FreeCamera(`camera${camera}`, BABYLON.Vector3.Zero(), scene));
  }
  const sprites = new BABYLON.SpriteManager("sprites", "sheet.png", 10, 64, scene);
  const [playing, animated] = ["playing", "animated"].map((name) => new BABYLON.Sprite(name, sprites));
  animated.cellIndex = 0; // undefined before
  while (!sprites.isReady()) {
    await new Promise(setImmediate); // shaders are imported
  }
  playing.playAnimation(0, 1000, false, 100);
  const cells = new BABYLON.Animation("cells", "cellIndex", 10, BABYLON.Animation.ANIMATIONTYPE_FLOAT);
  cells.setKeys([0, 1000].map((frame) => ({ frame, value: frame })));
  scene.beginDirectAnimation(animated, [cells], 0, 1000, false);
  for (let frame = 0; frame < 50; frame++) {
    scene.render();
  }
  return { cameras, cell: playing.cellIndex, animated: Math.floor(animated.cellIndex) };
}
const shown = [await play(1), await play(2), await play(3)];
console.log("after 800 ms, expected the cell 7:", shown);
assert.deepEqual(shown.map(({ animated }) => animated), [7, 7, 7]); // the first frame has the time 0
assert.deepEqual(shown.map(({ cell }) => cell), [7, 15, 23]);
EOF
node run.mjs
