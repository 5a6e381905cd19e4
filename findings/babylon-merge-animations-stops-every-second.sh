#!/usr/bin/env bash
# Babylon.js: AssetContainer.mergeAnimationsTo stops every second channel of a playing group.
#
# Expected: The groups of the container are cloned for the nodes in the scene, and the container's own channels are
# stopped ("Remove animatables related to the asset container").
#
# Instead: The list of a group's animatables becomes shorter while it is iterated, so that every second one is left out:
# the group is still playing, and half of the nodes of the container, which are not in the scene, go on to move.
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

const names = ["hips", "spine", "neck", "head"];
const createNodes = () => names.map((name) => new BABYLON.TransformNode(name, scene));
const body = createNodes();

const container = new BABYLON.AssetContainer(scene);
container.transformNodes.push(...createNodes());
const group = new BABYLON.AnimationGroup("walk", scene);
for (const node of container.transformNodes) {
  const animation = new BABYLON.Animation(node.name, "position.x", 60, BABYLON.Animation.ANIMATIONTYPE_FLOAT);
  animation.setKeys([{ frame: 0, value: 0 }, { frame: 60, value: 1 }]);
  group.addTargetedAnimation(animation, node);
}
container.animationGroups.push(group);
container.removeAllFromScene();
group.start(true);
scene.render();

const merged = container.mergeAnimationsTo(scene, []);
assert.deepEqual(merged[0].targetedAnimations.map(({ target }) => target), body);
const xs = container.transformNodes.map(({ position }) => position.x);
scene.render();
const moving = container.transformNodes.filter(({ position }, i) => position.x !== xs[i]).map(({ name }) => name);
console.log(`is the group of the container playing? ${group.isPlaying}. Its nodes that still move:`, moving);
assert.deepEqual(moving, ["spine", "head"]);
assert.equal(group.isPlaying, true);
EOF
node run.mjs
