#!/usr/bin/env bash
# three.js: GLTFLoader takes extras of the name "pivot" for an order, and moves nodes.
#
# Expected: Extras are data of the application (glTF 2.0, 3.2): a loader hands them on, and nodes are where translation,
# rotation and scale put them. A custom property "pivot" of an object in a modeling tool becomes such extras.
#
# Instead: The node is moved by the negative of the extras, its first child is moved to the origin of the node, and the
# extras are dropped. For a crane with the pivot [0, 3, 0] and a hook at x = 5, the crane sinks by 3, and the hook is in
# the crane. With one number in place of three, the position of the crane is NaN. GLTFExporter writes Object3D.pivot in
# this form, under no name of its own.
#
# In this package: validate --for three finds such extras.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "three@${LATEST:-0.187.0}" "gltf-validator@${LATEST:-2.0.0-dev.3.10}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import validator from "gltf-validator";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";

for (const name of ["three", "gltf-validator"]) {
  console.log(`${name} ${JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version}`);
}
globalThis.self ??= globalThis; // GLTFLoader asks it for the creation of URLs

/** Where a crane and its hook are in the world, which GLTFLoader loads with some extras of the crane. */
async function load(extras) {
  const file = JSON.stringify({
    asset: { version: "2.0" },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [
      { name: "crane", translation: [1, 2, 0], children: [1], extras },
      { name: "hook", translation: [5, 0, 0] },
    ],
  });
  const { issues } = await validator.validateString(file);
  const { scene } = await new GLTFLoader().parseAsync(file, "");
  scene.updateMatrixWorld(true);
  const [crane, hook] = ["crane", "hook"].map((name) => scene.getObjectByName(name).matrixWorld.elements.slice(12, 15).join(" "));
  return { problems: issues.numErrors + issues.numWarnings, crane, hook };
}
const expected = { problems: 0, crane: "1 2 0", hook: "6 2 0" };
const [other, vector, number] = [await load({ note: [0, 3, 0] }), await load({ pivot: [0, 3, 0] }), await load({ pivot: 3 })];
console.log("extras note: [0, 3, 0]: ", other, "expected:", expected);
console.log("extras pivot: [0, 3, 0]:", vector);
console.log("extras pivot: 3:        ", number);
assert.deepEqual(other, expected);
assert.deepEqual(vector, { problems: 0, crane: "1 -1 0", hook: "1 -1 0" });
assert.match(number.crane, /NaN/);
assert.equal(number.problems, 0);
EOF
node run.mjs
