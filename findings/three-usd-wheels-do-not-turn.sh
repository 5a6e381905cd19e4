#!/usr/bin/env bash
# three.js: USDLoader does not play a turn about one axis.
#
# Expected: A USD stage animates a wheel by time samples of xformOp:rotateY, one of the operations of UsdGeom.Xformable,
# from 0 to 90 degrees. It turns by 45 degrees within half of the time, as it does by xformOp:rotateXYZ.
#
# Instead: The wheel stands still, and has no track; if nothing else moves, the stage has no animations. Of time
# samples, translate, scale, orient, rotateXYZ and transform are read, the first four without a suffix such as that of
# xformOp:translate:lift. A wheel that is turned by rotateY and stands still is right.
#
# In this package: not concerned; docs/file-tools.md. Export the turns of a stage as rotateXYZ or as matrices.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "three@${LATEST:-0.187.0}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import * as THREE from "three";
import { USDLoader } from "three/addons/loaders/USDLoader.js";

console.log(`three ${JSON.parse(readFileSync("node_modules/three/package.json", "utf8")).version}`);

/** A stage of a second with a wheel, placed by one operation. */
const createStage = (operation, value) => `#usda 1.0
(
    defaultPrim = "Wheel"
    startTimeCode = 0
    endTimeCode = 24
    timeCodesPerSecond = 24
    upAxis = "Y"
)

def Xform "Wheel"
{
    ${value}
    uniform token[] xformOpOrder = ["xformOp:${operation}"]
}
`;
const samples = (type, operation, from, to) => `${type} xformOp:${operation}.timeSamples = {
        0: ${from},
        24: ${to},
    }`;

/** Loads a stage, and plays it to the middle. @returns how many tracks it has, where the wheel is, and its degrees about Y */
function play(operation, value) {
  const stage = new USDLoader().parse(new TextEncoder().encode(createStage(operation, value)).buffer);
  const mixer = new THREE.AnimationMixer(stage);
  stage.animations.forEach((clip) => mixer.clipAction(clip).play());
  mixer.update(0.5);
  const { position, quaternion } = stage.getObjectByName("Wheel");
  return {
    tracks: stage.animations.flatMap(({ tracks }) => tracks).length,
    x: Number(position.x.toFixed(3)),
    degrees: Math.round((360 / Math.PI) * Math.atan2(quaternion.y, quaternion.w)),
  };
}
const seen = {
  rotateXYZ: play("rotateXYZ", samples("float3", "rotateXYZ", "(0, 0, 0)", "(0, 90, 0)")),
  rotateY: play("rotateY", samples("float", "rotateY", "0", "90")),
  rotateYAtRest: play("rotateY", "float xformOp:rotateY = 45"),
  translate: play("translate", samples("double3", "translate", "(0, 0, 0)", "(1, 0, 0)")),
  translateWithSuffix: play("translate:lift", samples("double3", "translate:lift", "(0, 0, 0)", "(1, 0, 0)")),
};
console.log("in the middle:", seen);
assert.deepEqual(seen.rotateXYZ, { tracks: 1, x: 0, degrees: 45 });
assert.deepEqual(seen.rotateY, { tracks: 0, x: 0, degrees: 0 }); // expected as above
assert.deepEqual(seen.rotateYAtRest, { tracks: 0, x: 0, degrees: 45 });
assert.deepEqual(seen.translate, { tracks: 1, x: 0.5, degrees: 0 });
assert.deepEqual(seen.translateWithSuffix, { tracks: 0, x: 0, degrees: 0 }); // expected as above
EOF
node run.mjs
