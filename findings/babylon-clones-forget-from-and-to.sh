#!/usr/bin/env bash
# Babylon.js: the clone of a group plays more than the group.
#
# Expected: A file has one long animation, and group.from = 30, group.to = 60 choose the walk in it. A clone plays the
# same frames, as the copy that AnimationGroup.Parse makes of serialize() does, and so does each character that
# instantiateModelsToScene makes.
#
# Instead: The clone gets from and to, and then its channels, each of which widens the range to all of its keys: it
# plays from 0 to 90, three times as long, also what stands before and after the walk.
#
# In this package: clips keep their range, compiled groups do the same as Babylon.js; docs/upstream.md.
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

/** A node whose x is the frame, from 0 to 90, at 60 frames a second, and the group that moves it. */
function createRuler(name = "ruler") {
  const node = new BABYLON.TransformNode(name, scene);
  const animation = new BABYLON.Animation("x", "position.x", 60, BABYLON.Animation.ANIMATIONTYPE_FLOAT);
  animation.setKeys([{ frame: 0, value: 0 }, { frame: 90, value: 90 }]);
  const group = new BABYLON.AnimationGroup(name, scene);
  group.addTargetedAnimation(animation, node);
  return { node, animation, group };
}

const rangeOf = ({ from, to }) => [from, to];
const container = new BABYLON.AssetContainer(scene);
const { node, group } = createRuler();
container.transformNodes.push(node);
container.animationGroups.push(group);
group.from = 30;
group.to = 60;
const ranges = {
  group: rangeOf(group),
  parsed: rangeOf(BABYLON.AnimationGroup.Parse(JSON.parse(JSON.stringify(group.serialize())), scene)),
  clone: rangeOf(group.clone("clone")),
  instance: rangeOf(container.instantiateModelsToScene().animationGroups[0]),
};
console.log(ranges);

/** How many frames of 16 ms a group plays. */
function play(group) {
  let frames = 0;
  for (group.start(false); group.isPlaying; frames++) {
    render(1);
  }
  return frames;
}
const [own, cloned] = [play(group), play(group.clone("another"))];
console.log(`frames of 16 ms that the group plays: ${own}, that its clone plays: ${cloned}`);
assert.deepEqual(ranges, { group: [30, 60], parsed: [30, 60], clone: [0, 90], instance: [0, 90] });
assert.ok(Math.abs(own - 0.5 / 0.016) <= 2 && Math.abs(cloned - 1.5 / 0.016) <= 2);
EOF
node run.mjs
