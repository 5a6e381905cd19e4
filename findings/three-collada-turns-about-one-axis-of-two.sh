#!/usr/bin/env bash
# three.js: ColladaLoader plays one axis of a turn about two.
#
# Expected: A node of a Collada file has rotations about Z, Y and X, as exporters write it that do not write matrices,
# and curves for two of them: an arm that turns by 40 degrees about Z and by 60 about X ends with both.
#
# Instead: The first curve makes a track of the node's rotation in which the other angle keeps its value at rest, and
# the second curve is left out: the arm ends with 40 and 0. Where each curve has an element <animation> of its own,
# there are two such tracks of one name, which the mixer mixes by halves.
#
# In this package: docs/file-tools.md says so.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "three@${LATEST:-0.187.0}" "@xmldom/xmldom@${LATEST:-0.9.12}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { DOMParser } from "@xmldom/xmldom";
import * as THREE from "three";
import { ColladaLoader } from "three/addons/loaders/ColladaLoader.js";

console.log(`three ${JSON.parse(readFileSync("node_modules/three/package.json", "utf8")).version}`);
globalThis.DOMParser ??= DOMParser; // ColladaLoader reads XML with the browser's
console.debug = () => {}; // ColladaLoader reports the version of each file

const source = (id, type, array, name, words) => `<source id="${id}">
  <${array} id="${id}-array" count="2">${words.join(" ")}</${array}>
  <technique_common><accessor source="#${id}-array" count="2" stride="1"><param name="${name}" type="${type}"/></accessor></technique_common>
</source>`;
/** A curve of an angle of the arm, from 0 to some degrees within a second. */
const curve = (sid, degrees) => `${source(`${sid}-input`, "float", "float_array", "TIME", [0, 1])}
${source(`${sid}-output`, "float", "float_array", "ANGLE", [0, degrees])}
${source(`${sid}-interpolation`, "name", "Name_array", "INTERPOLATION", ["LINEAR", "LINEAR"])}
<sampler id="${sid}-sampler">
  <input semantic="INPUT" source="#${sid}-input"/><input semantic="OUTPUT" source="#${sid}-output"/><input semantic="INTERPOLATION" source="#${sid}-interpolation"/>
</sampler>
<channel source="#${sid}-sampler" target="arm/${sid}.ANGLE"/>`;
/** The angles of the arm about X and Z at the end, in degrees, of a file with some elements <animation>. */
function load(...animations) {
  const { scene } = new ColladaLoader().parse(
    `<?xml version="1.0" encoding="utf-8"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
  <asset><unit name="meter" meter="1"/><up_axis>Y_UP</up_axis></asset>
  <library_animations>${animations.map((curves, i) => `<animation id="animation${i}">${curves}</animation>`).join("")}</library_animations>
  <library_visual_scenes><visual_scene id="scene"><node id="arm" name="arm" type="NODE">
    <translate sid="location">0 0 0</translate>
    <rotate sid="rotationZ">0 0 1 0</rotate><rotate sid="rotationY">0 1 0 0</rotate><rotate sid="rotationX">1 0 0 0</rotate>
  </node></visual_scene></library_visual_scenes>
  <scene><instance_visual_scene url="#scene"/></scene>
</COLLADA>`,
    "",
  );
  const mixer = new THREE.AnimationMixer(scene);
  const action = mixer.clipAction(scene.animations[0]).play();
  action.setLoop(THREE.LoopOnce).clampWhenFinished = true;
  mixer.update(1);
  const { x, z } = new THREE.Euler().setFromQuaternion(scene.getObjectByName("arm").quaternion, "ZYX");
  return [x, z].map((angle) => Math.round(THREE.MathUtils.radToDeg(angle)));
}
const one = load(curve("rotationX", 60));
const both = load(curve("rotationZ", 40) + curve("rotationX", 60));
const apart = load(curve("rotationZ", 40), curve("rotationX", 60));
console.log(`degrees about X and Z: of X alone ${one.join(", ")}; of both, expected 60, 40: ${both.join(", ")}; in two elements: ${apart.join(", ")}`);
assert.deepEqual(one, [60, 0]);
assert.deepEqual(both, [0, 40]);
assert.ok(Math.abs(apart[0] - 30) < 6 && Math.abs(apart[1] - 20) < 6);
EOF
node run.mjs
