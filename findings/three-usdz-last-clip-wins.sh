#!/usr/bin/env bash
# three.js: USDZExporter writes one clip of several, the last one for each property, and says nothing.
#
# Expected: A USDZ file has one timeline. An exporter that takes a list of animations plays them one after the
# other, or says that it cannot.
#
# Instead: For each property the last clip that has it replaces those before: of "open" (1 s, from 0 to 1) and
# "slam" (0.5 s, from 7 to 8) the file has "slam" alone, within the timeline of the longest.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "three@${LATEST:-0.187.0}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import * as THREE from "three";
import { USDZExporter } from "three/addons/exporters/USDZExporter.js";
import { strFromU8, unzipSync } from "three/addons/libs/fflate.module.js";

console.log(`three ${JSON.parse(readFileSync("node_modules/three/package.json", "utf8")).version}`);
/** The translations of a door over time that USDZExporter writes, by frame; 60 frames are a second. */
async function write(...clips) {
  const scene = new THREE.Scene();
  const door = new THREE.Mesh(new THREE.BoxGeometry(), new THREE.MeshStandardMaterial());
  door.name = "door";
  scene.add(door);
  const files = unzipSync(new Uint8Array(await new USDZExporter().parseAsync(scene, { animations: clips })));
  const [, samples] = /xformOp:translate\.timeSamples = \{([^}]*)\}/.exec(strFromU8(files["model.usda"]));
  return Array.from(samples.matchAll(/([\d.]+): \(([^)]*)\)/g), ([, frame, value]) => [Number(frame), ...value.split(", ").map(Number)]);
}

const clip = (name, end, from, to) =>
  new THREE.AnimationClip(name, -1, [new THREE.VectorKeyframeTrack("door.position", [0, end], [from, 0, 0, to, 0, 0])]);
const warnings = [];
console.warn = (text) => warnings.push(text);
const samples = await write(clip("open", 1, 0, 1), clip("slam", 0.5, 7, 8));
console.log("samples, frame and translation:", samples, "warnings:", warnings);
assert.deepEqual([samples, warnings], [[[0, 7, 0, 0], [30, 8, 0, 0]], []]);
EOF
node run.mjs
