#!/usr/bin/env bash
# three.js: makeClipAdditive bends splines.
#
# Expected: An additive clip has the motion of its source, relative to the reference frame: a door that hangs upside
# down, and turns by 120 degrees at a constant speed, by keys of CUBICSPLINE, has turned by 30 degrees after a quarter,
# in both.
#
# Instead: The values are multiplied by the inverse of the reference, but their tangents are left as they were, in the
# axes of the source, so that the additive clip leaves the axis of the hinge: after a quarter, it is off by 21 degrees.
#
# In this package: docs/file-tools.md says so.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "three@${LATEST:-0.187.0}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import * as THREE from "three";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";

console.log(`three ${JSON.parse(readFileSync("node_modules/three/package.json", "utf8")).version}`);

globalThis.self ??= globalThis; // GLTFLoader asks it for the creation of URLs

/** The clip of a file that animates a node "door", from 0 to 1 s, with CUBICSPLINE. */
async function loadSpline(path, type, outputs) {
  const floats = new Float32Array([0, 1, ...outputs]);
  const json = {
    asset: { version: "2.0" },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ name: "door" }],
    buffers: [{ byteLength: floats.byteLength }],
    bufferViews: [{ buffer: 0, byteLength: 8 }, { buffer: 0, byteOffset: 8, byteLength: floats.byteLength - 8 }],
    accessors: [
      { bufferView: 0, componentType: 5126, count: 2, type: "SCALAR", min: [0], max: [1] },
      { bufferView: 1, componentType: 5126, count: 6, type },
    ],
    animations: [{ channels: [{ sampler: 0, target: { node: 0, path } }], samplers: [{ input: 0, output: 1, interpolation: "CUBICSPLINE" }] }],
  };
  const text = JSON.stringify(json);
  const chunk = Buffer.from(text.padEnd(Math.ceil(text.length / 4) * 4));
  const header = (...numbers) => Buffer.from(new Uint32Array(numbers).buffer);
  const length = 12 + 8 + chunk.length + 8 + floats.byteLength;
  const parts = [header(0x46546c67, 2, length, chunk.length, 0x4e4f534a), chunk, header(floats.byteLength, 0x004e4942), Buffer.from(floats.buffer)];
  return new GLTFLoader().parseAsync(Uint8Array.from(Buffer.concat(parts)).buffer, "");
}

const { PI, cos, sin } = Math;
const END = (2 * PI) / 3;
// Half a turn about X, then the angle about Y; and how this changes in a second.
const rotations = [0, END].map((angle) => [cos(angle / 2), 0, sin(angle / 2), 0]);
const tangents = [0, END].map((angle) => [-sin(angle / 2), 0, cos(angle / 2), 0].map((number) => (number * END) / 2));
const outputs = [0, 1].flatMap((key) => [...tangents[key], ...rotations[key], ...tangents[key]]);
const { scene, animations } = await loadSpline("rotation", "VEC4", outputs);
const door = scene.getObjectByName("door");
const hinged = new THREE.Quaternion().setFromEuler(new THREE.Euler(0, END / 4, 0));

/** How far the door is from its place after a quarter, in degrees. */
function errorOf(clip, rest) {
  door.quaternion.identity();
  const mixer = new THREE.AnimationMixer(scene);
  mixer.clipAction(clip).play();
  mixer.update(0.25);
  return THREE.MathUtils.radToDeg(door.quaternion.angleTo(rest.clone().multiply(hinged)));
}
const source = errorOf(animations[0], new THREE.Quaternion(1, 0, 0, 0));
const additive = errorOf(THREE.AnimationUtils.makeClipAdditive(animations[0].clone()), new THREE.Quaternion());
console.log(`degrees that the door is off after a quarter, expected 0: ${source.toFixed(1)} in the source, ${additive.toFixed(1)} in the additive clip`);
assert.ok(source < 0.5);
assert.ok(additive > 20);
EOF
node run.mjs
