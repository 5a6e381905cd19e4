#!/usr/bin/env bash
# three.js: a spline plays its tangents after it was saved as JSON.
#
# Expected: AnimationClip.toJSON and parse, and scene.toJSON with ObjectLoader, which editors save with, keep an
# animation. A CUBICSPLINE translation of a glTF file, with tangents of 0, is at x = 2 halfway between 1 and 3.
#
# Instead: The JSON has the tangents among the values, but no interpolation: the parsed track is linear, with nine
# numbers for each key, of which the first three are used. They are the in-tangents: the node stays at x = 0.
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

const still = [0, 0, 0];
const { scene, animations } = await loadSpline("translation", "VEC3", [...still, 1, 0, 0, ...still, ...still, 3, 0, 0, ...still]);
scene.animations = animations;
const saved = new THREE.ObjectLoader().parse(JSON.parse(JSON.stringify(scene.toJSON())));

/** Where the door is halfway. */
function halfway(root) {
  const mixer = new THREE.AnimationMixer(root);
  mixer.clipAction(root.animations[0]).play();
  mixer.update(0.5);
  return root.getObjectByName("door").position.x;
}
const [loaded, parsed] = [halfway(scene), halfway(saved)];
console.log(`x halfway, expected 2: ${loaded} in the loaded scene, ${parsed} in the saved one`);
assert.equal(loaded, 2);
assert.equal(parsed, 0);
EOF
node run.mjs
