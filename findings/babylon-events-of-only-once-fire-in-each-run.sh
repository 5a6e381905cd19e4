#!/usr/bin/env bash
# Babylon.js: an AnimationEvent with onlyOnce fires again when its group starts again.
#
# Expected: onlyOnce "specifies if the event should be triggered only once". A tutorial that shows a hint at the first
# jump shows it once.
#
# Instead: It fires once in each run: a group that is stopped and started three times shows the hint three times. Each
# start makes copies of the events, of which the one with onlyOnce is dropped; the event of the animation stays as it
# was. Within one run, it is fired in one of the passes only.
#
# In this package: clips and compiled groups do the same; docs/upstream.md. removeEvents(frame) of the animation, called
# by the event, ends it.
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

const animation = new BABYLON.Animation("jump", "position.y", 62.5, BABYLON.Animation.ANIMATIONTYPE_FLOAT); // a frame is 16 ms
animation.setKeys([{ frame: 0, value: 0 }, { frame: 20, value: 1 }]);
const fired = { once: 0, always: 0, removed: 0 };
animation.addEvent(new BABYLON.AnimationEvent(5, () => fired.once++, true));
animation.addEvent(new BABYLON.AnimationEvent(10, () => fired.always++));
const removed = () => {
  fired.removed++;
  animation.removeEvents(15);
};
animation.addEvent(new BABYLON.AnimationEvent(15, removed, true));
const group = new BABYLON.AnimationGroup("jump", scene);
group.addTargetedAnimation(animation, new BABYLON.TransformNode("hero", scene));

const runs = [1, 2, 3].map(() => {
  group.start(true);
  Array.from({ length: 59 }, () => scene.render()); // three passes
  group.stop();
  return { ...fired };
});
console.log("events after each of three runs of three passes, expected once: 1:", runs);
assert.deepEqual(runs[0], { once: 1, always: 3, removed: 1 });
assert.deepEqual(runs[2], { once: 3, always: 9, removed: 1 });
EOF
node run.mjs
