#!/usr/bin/env bash
# three.js: GLTFExporter writes an invalid file for a track of one component.
#
# Expected: A NumberKeyframeTrack of "lift.position[y]" moves a node up and down, and leaves x and z. GLTFExporter
# writes a translation with three components, or leaves the track out with a warning, as it does for properties that
# glTF does not have.
#
# Instead: It writes a translation whose outputs have one component, and says nothing: Khronos' validator finds an
# error, and the file does not play.
#
# In this package: docs/file-tools.md says so.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "three@${LATEST:-0.187.0}" "gltf-validator@${LATEST:-2.0.0-dev.3.10}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import validator from "gltf-validator";
import * as THREE from "three";
import { GLTFExporter } from "three/addons/exporters/GLTFExporter.js";

console.log(`three ${JSON.parse(readFileSync("node_modules/three/package.json", "utf8")).version}`);

// GLTFExporter reads its own blobs with it.
globalThis.FileReader ??= class {
  async readAsArrayBuffer(blob) {
    this.result = await blob.arrayBuffer();
    this.onloadend();
  }
};

const lift = Object.assign(new THREE.Object3D(), { name: "lift" });
const scene = new THREE.Scene().add(lift);
const track = new THREE.NumberKeyframeTrack("lift.position[y]", [0, 1], [0, 4]);
const clip = new THREE.AnimationClip("up", -1, [track]);
const mixer = new THREE.AnimationMixer(scene);
mixer.clipAction(clip).play();
mixer.update(0.5);
console.log("three.js itself plays the track, halfway:", lift.position.toArray());
assert.deepEqual(lift.position.toArray(), [0, 2, 0]);
mixer.stopAllAction();

const warnings = [];
console.warn = (message) => warnings.push(message);
const glb = await new GLTFExporter().parseAsync(scene, { animations: [clip], binary: true });
const { issues } = await validator.validateBytes(new Uint8Array(glb));
const errors = issues.messages.filter(({ severity }) => severity === 0).map(({ code }) => code);
console.log("errors of the file, expected none:", errors, "warnings of the exporter:", warnings);
assert.deepEqual(errors, ["ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_FORMAT"]);
assert.deepEqual(warnings, []);
EOF
node run.mjs
