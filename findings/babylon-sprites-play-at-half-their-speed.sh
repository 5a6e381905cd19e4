#!/usr/bin/env bash
# Babylon.js: a sprite whose cells last as long as a frame plays at half its speed.
#
# Expected: playAnimation(from, to, loop, delay) shows each cell for the delay, in milliseconds: after 800 ms, a
# sprite with a delay of 16 ms shows the cell 50, and one with 8 ms the cell 100.
#
# Instead: They show the cells 25 and 50. A cell changes when the time is greater than the delay, not when it is
# equal: with frames of 16 ms, every second one changes it, and of its 32 ms nothing is carried over. And a frame
# changes it by one at most, and drops the time of the others: smoke with 8 ms a cell gets slower with the frame rate.
# A delay that is longer than a frame is right to a cell.
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
const engine = new BABYLON.NullEngine();
engine.getDeltaTime = () => 16;
const scene = new BABYLON.Scene(engine);
scene.useConstantAnimationDeltaTime = true; // each frame is 16 ms, for animations as well
new BABYLON.FreeCamera("camera", BABYLON.Vector3.Zero(), scene);
const sprites = new BABYLON.SpriteManager("sprites", "sheet.png", 10, 64, scene);

const delays = [8, 16, 17, 32, 40, 100];
const playing = delays.map((delay) => {
  const sprite = new BABYLON.Sprite(`${delay}`, sprites);
  sprite.playAnimation(0, 1000, false, delay);
  return sprite;
});
const animated = new BABYLON.Sprite("animated", sprites);
animated.cellIndex = 0; // undefined before
const cells = new BABYLON.Animation("cells", "cellIndex", 1000 / 16, BABYLON.Animation.ANIMATIONTYPE_FLOAT);
cells.setKeys([0, 1000].map((frame) => ({ frame, value: frame })));
scene.beginDirectAnimation(animated, [cells], 0, 1000, false);
while (!sprites.isReady()) {
  await new Promise(setImmediate); // shaders are imported
}
for (let frame = 0; frame < 50; frame++) {
  scene.render();
}
const shown = playing.map(({ cellIndex }) => cellIndex);
console.log("after 800 ms:", delays.map((delay, i) => `delay ${delay}: cell ${shown[i]}, expected ${Math.floor(800 / delay)}`));
console.log("an animation with a cell every 16 ms, whose first frame has the time 0:", animated.cellIndex);
assert.equal(animated.cellIndex, 49);
assert.deepEqual(shown, [50, 25, 47, 24, 19, 7]);
EOF
node run.mjs
