#!/usr/bin/env bash
# three.js: GLTFExporter animates weights that the clip does not animate, with 0.
#
# Expected: A face with two morph targets, of which "smile" has the weight 0.7, blinks in a clip that has one track, for
# "blink". glTF animates all weights of a mesh together, so that the exported keys hold 0.7 for "smile".
#
# Instead: The keys hold 0: in the file, the smile goes when the face blinks. The weights of the mesh itself are written
# as they are, 0.7.
#
# In this package: docs/authoring.md advises against it for faces; docs/file-tools.md.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "three@${LATEST:-0.187.0}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import * as THREE from "three";
import { GLTFExporter } from "three/addons/exporters/GLTFExporter.js";

console.log(`three ${JSON.parse(readFileSync("node_modules/three/package.json", "utf8")).version}`);

// GLTFExporter reads its own blobs with it.
globalThis.FileReader ??= class {
  async readAsDataURL(blob) {
    this.result = `data:application/octet-stream;base64,${Buffer.from(await blob.arrayBuffer()).toString("base64")}`;
    this.onloadend();
  }
};

const names = ["smile", "blink"];
const positions = (...numbers) => new THREE.Float32BufferAttribute(numbers, 3);
const geometry = new THREE.BufferGeometry().setAttribute("position", positions(0, 0, 0, 1, 0, 0, 0, 1, 0));
geometry.morphAttributes.position = names.map((name) => Object.assign(positions(0, 0, 0, 0, 0, 1, 0, 0, 0), { name }));
const face = new THREE.Mesh(geometry);
face.name = "face";
face.morphTargetInfluences[0] = 0.7;
const blink = new THREE.NumberKeyframeTrack("face.morphTargetInfluences[blink]", [0, 1], [0, 1]);
const scene = new THREE.Scene().add(face);
const json = await new GLTFExporter().parseAsync(scene, { animations: [new THREE.AnimationClip("blink", -1, [blink])] });

const { bufferView, count } = json.accessors[json.animations[0].samplers[0].output];
const bytes = Buffer.from(json.buffers[0].uri.split(",")[1], "base64");
const keys = Array.from({ length: count }, (_, i) => bytes.readFloatLE((json.bufferViews[bufferView].byteOffset ?? 0) + 4 * i));
console.log("weights of the mesh:", json.meshes[0].weights, "keys for smile and blink, expected 0.7, 0, 0.7, 1:", keys);
assert.deepEqual(json.meshes[0].weights, [0.7, 0]);
assert.deepEqual(keys, [0, 0, 0, 1]);
EOF
node run.mjs
