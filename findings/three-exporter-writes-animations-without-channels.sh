#!/usr/bin/env bash
# three.js: GLTFExporter writes an invalid file for a clip that animates a material only.
#
# Expected: GLTFExporter cannot write tracks of materials, and leaves them out. A clip with no other track is left
# out, too: the channels and samplers of an animation must not be empty (glTF 2.0, 5.5).
#
# Instead: The animation is written, with channels and samplers that are empty, and the file is invalid: Khronos'
# validator finds two errors, where the scene alone has none.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "three@${LATEST:-0.187.0}" "gltf-validator@${LATEST:-2.0.0-dev.3.10}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import * as THREE from "three";
import { GLTFExporter } from "three/addons/exporters/GLTFExporter.js";
import validator from "gltf-validator";

for (const name of ["three", "gltf-validator"]) {
  console.log(`${name} ${JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version}`);
}
const lamp = new THREE.Group();
lamp.name = "lamp";
lamp.material = new THREE.MeshStandardMaterial();
const track = new THREE.NumberKeyframeTrack("lamp.material.opacity", [0, 1], [0, 1]);
console.warn = () => {};

/** The number of errors in the file for a list of clips, and its animations. */
async function write(animations) {
  const json = await new GLTFExporter().parseAsync(lamp, { animations });
  const { issues } = await validator.validateString(JSON.stringify(json));
  return { errors: issues.numErrors, animations: json.animations };
}
const results = [await write([]), await write([new THREE.AnimationClip("fade", -1, [track])])];
console.log("without and with the clip:", JSON.stringify(results));
assert.deepEqual(results.map(({ errors }) => errors), [0, 2]);
EOF
node run.mjs
