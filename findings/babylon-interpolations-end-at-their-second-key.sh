#!/usr/bin/env bash
# Babylon.js: an interpolation of the flow graph ends at its second key.
#
# Expected: keyFramesCount of FlowGraphInterpolationBlock is "the number of keyframes to interpolate between": with 2,
# a door that is at 0, at 10 after 1 s and at 0 again after 2 s opens and shuts.
#
# Instead: It opens and stays open after 1 s. The inputs of all keys are made by keyFramesCount; the animation is made
# by config.numberOfKeyFrames, which the configuration does not have, so that it takes 1. The third key is never read.
#
# In this package: not used. KHR_interactivity knows interpolations between two values only, and is not affected.
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

/** Interpolates x of a door by a flow graph, through values that are a second apart. @returns x every half second */
function interpolate(values) {
  const door = new BABYLON.TransformNode("door", scene);
  const coordinator = new BABYLON.FlowGraphCoordinator({ scene });
  const graph = coordinator.createGraph();
  const context = graph.createContext();
  const ready = new BABYLON.FlowGraphSceneReadyEventBlock();
  graph.addEventBlock(ready);
  const play = new BABYLON.FlowGraphPlayAnimationBlock();
  const last = values.length - 1;
  const path = new BABYLON.FlowGraphInterpolationBlock({ keyFramesCount: last, duration: last, propertyName: "position.x" });
  values.forEach((value, i) => {
    path.getDataInput(`value_${i}`).setValue(value, context);
    path.getDataInput(`duration_${i}`).setValue(i, context); // the time of the key, in seconds
  });
  play.animation.connectTo(path.animation);
  play.object.setValue(door, context);
  ready.done.connectTo(play.in);
  coordinator.start();
  const xs = Array.from({ length: 4 }, () => {
    for (let frame = 0; frame < 32; frame++) {
      scene.render();
    }
    return Number(door.position.x.toFixed(1));
  });
  coordinator.dispose();
  return xs;
}
const [single, there] = [interpolate([0, 10]), interpolate([0, 10, 0])];
console.log("x every half second from 0 to 10:", single);
console.log("from 0 to 10 and back, expected to be 0 at the end:", there);
assert.deepEqual(single, [5, 10, 10, 10]);
assert.deepEqual(there, single);
EOF
node run.mjs
