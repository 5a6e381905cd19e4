#!/usr/bin/env bash
# Babylon.js: the clone of a MorphTargetManager has other settings.
#
# Expected: The clone of a manager with numMaxInfluencers = 4 and optimizeInfluencers = false has 4 and false: a cloned
# character needs the same shader and reacts alike.
#
# Instead: Both are at their defaults in the clone (0 and true), so that a cloned character compiles another shader, and
# drops influences of weight 0.
#
# In this package: nothing, as Babylon.js makes the instances; docs/upstream.md.
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

const manager = new BABYLON.MorphTargetManager(scene);
manager.addTarget(new BABYLON.MorphTarget("target", 1, scene));
manager.numMaxInfluencers = 4;
manager.optimizeInfluencers = false;
const { numMaxInfluencers, optimizeInfluencers } = manager.clone();
console.log("the settings of the clone of { 4, false }:", { numMaxInfluencers, optimizeInfluencers });
assert.deepEqual({ numMaxInfluencers, optimizeInfluencers }, { numMaxInfluencers: 0, optimizeInfluencers: true });
EOF
node run.mjs
