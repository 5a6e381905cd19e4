#!/usr/bin/env bash
# Babylon.js: rotations lose STEP and tangents when a group is serialized and parsed.
#
# Expected: AnimationGroup.Parse of what serialize() returned is the same animation: a door that turns by 90 degrees at
# frame 60, with STEP, has not turned at frame 30. Numbers and vectors keep STEP and tangents.
#
# Instead: Tangents and interpolation of a rotation are written as members behind its four numbers, and looked for as a
# list of 13 numbers. They are not found: halfway, the door has turned by 45 degrees. Scenes that are saved as .babylon
# files are read so, too.
#
# In this package: `ParseClip` reads them.
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

const door = new BABYLON.TransformNode("door", scene);
door.rotationQuaternion = BABYLON.Quaternion.Identity();
const turn = (degrees) => BABYLON.Quaternion.RotationAxis(BABYLON.Axis.Y, (degrees * Math.PI) / 180);

/** How far the door has turned at a frame, in degrees: of the animation, and of the one that was serialized and parsed. */
function turns(frame, ease) {
  const animation = new BABYLON.Animation("turn", "rotationQuaternion", 60, BABYLON.Animation.ANIMATIONTYPE_QUATERNION);
  animation.setKeys([0, 90].map((degrees, i) => ({ frame: 60 * i, value: turn(degrees), ...ease })));
  const group = new BABYLON.AnimationGroup("group", scene);
  group.addTargetedAnimation(animation, door);
  const parsed = BABYLON.AnimationGroup.Parse(JSON.parse(JSON.stringify(group.serialize())), scene);
  return [group, parsed].map(({ targetedAnimations }) => {
    const { y, w } = targetedAnimations[0].animation.evaluate(frame);
    return Math.round((20 * Math.atan2(y, w) * 180) / Math.PI) / 10;
  });
}

const steps = turns(30, { interpolation: BABYLON.AnimationKeyInterpolation.STEP });
console.log("degrees at frame 30 with STEP, before and after, expected 0 and 0:", steps);
assert.deepEqual(steps, [0, 45]);
const still = BABYLON.Quaternion.Zero();
const splines = turns(15, { inTangent: still, outTangent: still });
console.log("degrees at frame 15 with tangents of 0, expected 13.2 and 13.2:", splines);
assert.deepEqual(splines, [13.2, 22.5]);
EOF
node run.mjs
