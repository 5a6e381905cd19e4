#!/usr/bin/env bash
# Babylon.js: scene.deltaTime is undefined in the first frame.
#
# Expected: The type says that scene.deltaTime is a number: the milliseconds since the frame before, so 0 or some
# milliseconds in the first frame.
#
# Instead: The value is undefined until the scene has stepped its animations once. An observer of the first frame that
# computes a speed or a distance from it gets NaN, and whatever it moves stays NaN in all later frames.
#
# In this package: the demos and guides read engine.getDeltaTime(), which is a number from the first frame on.
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
const scene = new BABYLON.Scene(new BABYLON.NullEngine());
scene.useConstantAnimationDeltaTime = true; // each frame is 16 ms
new BABYLON.FreeCamera("camera", BABYLON.Vector3.Zero(), scene);
const render = (frames) => Array.from({ length: frames }, () => scene.render());

const times = [];
scene.onBeforeAnimationsObservable.add(() => times.push(scene.deltaTime));
render(3);
console.log("scene.deltaTime in the first three frames:", times);
assert.deepEqual(times, [undefined, 16, 16]);
EOF
node run.mjs
