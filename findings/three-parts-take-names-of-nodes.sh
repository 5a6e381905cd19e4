#!/usr/bin/env bash
# three.js: a part of a mesh gets the name of a node of the file, and moves in its place.
#
# Expected: A channel names its node by index (glTF 2.0, 3.11.1), so that the node "Mole_1" moves, whatever the names of
# other nodes and meshes are.
#
# Instead: GLTFLoader makes names unique with numbers, without a look at the names in the file: beside a node "Mole",
# the two primitives of a mesh "Mole" become "Mole_1" and "Mole_2". The animation finds its object by name, moves the
# first primitive, and the node stays at rest.
#
# In this package: validate --for three finds such nodes, and bake --for three gives them other names.
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
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";

console.log(`three r${THREE.REVISION}`);
console.log(`gltf-validator ${JSON.parse(readFileSync("node_modules/gltf-validator/package.json", "utf8")).version}`);
globalThis.ProgressEvent ??= Event; // Node has none
const floats = [...[0, 0, 0, 1, 0, 0, 0, 1, 0], ...[0, 1], ...[0, 0, 0], ...[4, 0, 0]];
const bytes = Buffer.from(new Float32Array(floats).buffer);
const uri = `data:application/octet-stream;base64,${bytes.toString("base64")}`;
const primitive = { attributes: { POSITION: 0 } };
const json = {
  asset: { version: "2.0" },
  scene: 0,
  scenes: [{ nodes: [0, 1] }],
  nodes: [{ name: "Mole", mesh: 0 }, { name: "Mole_1" }],
  meshes: [{ name: "Mole", primitives: [primitive, primitive] }],
  animations: [
    {
      samplers: [{ input: 1, output: 2 }],
      channels: [{ sampler: 0, target: { node: 1, path: "translation" } }],
    },
  ],
  buffers: [{ byteLength: bytes.length, uri }],
  bufferViews: [
    { buffer: 0, byteLength: 36, target: 34962 },
    { buffer: 0, byteOffset: 36, byteLength: 32 },
  ],
  accessors: [
    { bufferView: 0, componentType: 5126, count: 3, type: "VEC3", min: [0, 0, 0], max: [1, 1, 0] },
    { bufferView: 1, componentType: 5126, count: 2, type: "SCALAR", min: [0], max: [1] },
    { bufferView: 1, byteOffset: 8, componentType: 5126, count: 2, type: "VEC3" },
  ],
};
const { issues } = await validator.validateString(JSON.stringify(json));
const { scene, animations, parser } = await new GLTFLoader().parseAsync(JSON.stringify(json), "");
const node = await parser.getDependency("node", 1);
const [part] = (await parser.getDependency("node", 0)).children;
const mixer = new THREE.AnimationMixer(scene);
mixer.clipAction(animations[0]).play();
mixer.update(0.5);
console.log(`${issues.numErrors} errors in the file`);
console.log(`x halfway, expected 2 for the node and 0 for the primitive: ${node.name}`, node.position.x, `and ${part.name}`, part.position.x);
assert.equal(issues.numErrors, 0);
assert.deepEqual([node.name, node.position.x, part.name, part.position.x], ["Mole_1", 0, "Mole_1", 2]);
EOF
node run.mjs
