#!/usr/bin/env bash
# three.js: GLTFExporter gives clones of a face the expression of the first one.
#
# Expected: In three.js, weights are those of the mesh object, and glTF has them for meshes and for nodes. Of two
# clones of a face, one smiles (1) and one does not (0); in the file, and when it is loaded again, too.
#
# Instead: Both smile. Meshes are written once for each pair of geometry and material, with the weights of the first
# object that has them, and the exporter never writes the weights of nodes. With a material of its own, or a geometry
# of its own, the second face keeps its expression.
#
# In this package: docs/file-tools.md. What a clip animates is written for each node, and is right.
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
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";

console.log(`three ${JSON.parse(readFileSync("node_modules/three/package.json", "utf8")).version}`);
globalThis.self ??= globalThis; // for the loader
globalThis.ProgressEvent ??= Event;
globalThis.FileReader ??= class {
  async readAsDataURL(blob) {
    this.result = `data:application/octet-stream;base64,${Buffer.from(await blob.arrayBuffer()).toString("base64")}`;
    this.onloadend();
  }
};

const positions = (...numbers) => new THREE.Float32BufferAttribute(numbers, 3);
const geometry = new THREE.BufferGeometry().setAttribute("position", positions(0, 0, 0, 1, 0, 0, 0, 1, 0));
geometry.morphAttributes.position = [positions(0, 0, 1, 0, 0, 1, 0, 0, 1)];
geometry.morphTargetsRelative = true;

/** Exports a face that smiles and a clone of it that does not, and a clip, if there is one. @returns the weights in the file and those after loading */
async function exportFaces(change, clips = []) {
  const first = new THREE.Mesh(geometry, new THREE.MeshStandardMaterial());
  const second = first.clone();
  [first.name, second.name] = ["first", "second"];
  [first.morphTargetInfluences, second.morphTargetInfluences] = [[1], [0]];
  change(second);
  const json = await new GLTFExporter().parseAsync(new THREE.Scene().add(first, second), { animations: clips });
  const loaded = await new GLTFLoader().parseAsync(JSON.stringify(json), "");
  const weights = ["first", "second"].map((name) => loaded.scene.getObjectByName(name).morphTargetInfluences[0]);
  return { meshes: json.meshes.map(({ weights }) => weights[0]), weights };
}
const [clone, own] = [await exportFaces(() => {}), await exportFaces((face) => (face.material = face.material.clone()))];
console.log("weights of a clone, expected 1 and 0 after loading:", clone);
console.log("with a material of its own:", own);
assert.deepEqual(clone, { meshes: [1], weights: [1, 1] });
assert.deepEqual(own, { meshes: [1, 0], weights: [1, 0] });
EOF
node run.mjs
