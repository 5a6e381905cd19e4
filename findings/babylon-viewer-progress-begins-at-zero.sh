#!/usr/bin/env bash
# Babylon.js: the viewer's animationProgress counts from frame 0, wherever the animation begins.
#
# Expected: Viewer.animationProgress is "normalized between 0 and 1": 0.5 and 1 show the middle and the end of an
# animation from frame 15 to frame 75, where x goes from 0 to 1.
#
# Instead: The progress is multiplied by the length, and the first frame is not added: 1 shows frame 60 of 75, where x
# is 0.75, and 0.5 shows frame 30, where x is 0.25. The last quarter cannot be reached.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "@babylonjs/core@${LATEST:-9.35.0}" "@babylonjs/loaders@${LATEST:-9.28.0}" "@babylonjs/viewer@${LATEST:-9.35.0}" "jsdom@${LATEST:-26.1.0}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { JSDOM } from "jsdom";

const { version } = JSON.parse(readFileSync("node_modules/@babylonjs/viewer/package.json", "utf8"));
console.log(`@babylonjs/viewer ${version}`);
const { window } = new JSDOM("<!doctype html>");
for (const name of ["window", "document", "customElements", "HTMLElement", "Document", "CSSStyleSheet"]) {
  globalThis[name] ??= window[name];
}
const BABYLON = await import("@babylonjs/core");
const { Viewer } = await import("@babylonjs/viewer");

/** A file of Babylon's own format: a box that moves from x = 0 at frame 15 to x = 1 at frame 75. */
function createFile() {
  const scene = new BABYLON.Scene(new BABYLON.NullEngine());
  const box = BABYLON.CreateBox("box", {}, scene);
  box.material = new BABYLON.StandardMaterial("material", scene);
  const animation = new BABYLON.Animation("x", "position.x", 60, BABYLON.Animation.ANIMATIONTYPE_FLOAT);
  animation.setKeys([{ frame: 15, value: 0 }, { frame: 75, value: 1 }]);
  const group = new BABYLON.AnimationGroup("move", scene);
  group.addTargetedAnimation(animation, box);
  return JSON.stringify(BABYLON.SceneSerializer.Serialize(scene));
}

let scene;
const viewer = new Viewer(new BABYLON.NullEngine(), { onInitialized: (details) => (scene = details.scene) });
await viewer.loadModel(`data:${createFile()}`, { pluginExtension: ".babylon" });
viewer.selectedAnimation = 0;
viewer.pauseAnimation();
const { from, to } = scene.animationGroups[0];
assert.deepEqual([from, to], [15, 75]);
const shown = [0, 0.5, 1].map((progress) => {
  viewer.animationProgress = progress;
  return scene.getMeshByName("box").position.x;
});
console.log(`x at the progress 0, 0.5 and 1 of the animation from ${from} to ${to}:`, shown);
assert.deepEqual(shown, [0, 0.25, 0.75]);
process.exit(); // the viewer goes on to render
EOF
node run.mjs
