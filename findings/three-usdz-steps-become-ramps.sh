#!/usr/bin/env bash
# three.js: USDZExporter writes keys of InterpolateDiscrete as a straight motion.
#
# Expected: USD interpolates time samples linearly, so that an exporter writes a second sample just before a jump. A
# door that jumps by 5 after a second is at rest until then.
#
# Instead: Each key becomes one sample, whatever the interpolation of the track is: the door glides for the whole
# second.
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

const track = new THREE.VectorKeyframeTrack("door.position", [0, 1], [0, 0, 0, 5, 0, 0], THREE.InterpolateDiscrete);
const samples = await write(new THREE.AnimationClip("jump", -1, [track]));
console.log("samples, frame and translation:", samples);
assert.deepEqual(samples, [[0, 0, 0, 0], [60, 5, 0, 0]]);
EOF
node run.mjs
