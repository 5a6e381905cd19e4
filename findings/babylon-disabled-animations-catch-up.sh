#!/usr/bin/env bash
# Babylon.js: animations jump ahead when scene.animationsEnabled is set again.
#
# Expected: animationsEnabled = false stops all animations, as for a menu over a game. When it is true again, they go on
# from where they stopped.
#
# Instead: The time of the last step is not brought up to date while animations are off: the next step takes all of it
# at once. After a menu of 2 s, the node is 2 s further in the next frame. scene.resetLastAnimationTimeFrame() before
# mends it.
#
# In this package: clips do not make up for that time; docs/behavior.md.
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
new BABYLON.FreeCamera("camera", BABYLON.Vector3.Zero(), scene);
let now = 0; // milliseconds; frames are 16 ms apart
Object.defineProperty(BABYLON.PrecisionDate, "Now", { get: () => now });
const render = (frames) => Array.from({ length: frames }, () => ((now += 16), scene.render()));

const node = new BABYLON.TransformNode("node", scene);
const animation = new BABYLON.Animation("x", "position.x", 60, BABYLON.Animation.ANIMATIONTYPE_FLOAT);
animation.setKeys([{ frame: 0, value: 0 }, { frame: 600, value: 10 }]); // x is the time in seconds
const group = new BABYLON.AnimationGroup("group", scene);
group.addTargetedAnimation(animation, node);
group.start(true);
render(50);
const before = node.position.x;
scene.animationsEnabled = false;
render(125); // 2 s
const off = node.position.x;
scene.animationsEnabled = true;
render(1);
console.log(`seconds before: ${before.toFixed(3)}, while off: ${off.toFixed(3)}, a frame later, expected ${(off + 0.016).toFixed(3)}: ${node.position.x.toFixed(3)}`);
assert.equal(off, before);
assert.ok(node.position.x > before + 2);
EOF
node run.mjs
