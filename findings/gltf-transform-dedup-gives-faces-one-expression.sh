#!/usr/bin/env bash
# glTF-Transform: dedup() gives all faces of one shape the first one's expression.
#
# Expected: dedup() merges meshes that are the same. Two faces that share their vertices, of which one smiles and the
# other one is sad by the weights of its mesh (glTF 2.0, 3.7.2.2), are not.
#
# Instead: They become one mesh, and both smile. What is compared is the primitives, not the weights of the mesh.
# optimize of the command line does it, too.
#
# In this package: docs/file-tools.md says so. Weights of nodes survive, and so do meshes of other names with
# keepUniqueNames.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "@gltf-transform/core@${LATEST:-4.5.1}" "@gltf-transform/functions@${LATEST:-4.5.1}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { Document } from "@gltf-transform/core";
import { dedup } from "@gltf-transform/functions";

console.log(`@gltf-transform/functions ${JSON.parse(readFileSync("node_modules/@gltf-transform/functions/package.json", "utf8")).version}`);

/** Two nodes with a face each, of the same vertices and targets, and other weights. @returns the weights that are shown after dedup() */
async function weights(set) {
  const document = new Document();
  const vec3 = (...numbers) => document.createAccessor().setType("VEC3").setArray(new Float32Array(numbers));
  const position = vec3(0, 0, 0, 1, 0, 0, 0, 1, 0);
  const targets = ["smile", "sad"].map((name, i) => document.createPrimitiveTarget(name).setAttribute("POSITION", vec3(i, 0, 0, i, 0, 0, i, 0, 1)));
  const scene = document.createScene();
  const nodes = [[1, 0], [0, 1]].map((weights, i) => {
    const primitive = document.createPrimitive().setAttribute("POSITION", position);
    targets.forEach((target) => primitive.addTarget(target));
    const mesh = document.createMesh(`face${i}`).addPrimitive(primitive).setWeights([0, 0]);
    const node = document.createNode(`hero${i}`).setMesh(mesh);
    set({ mesh, node }, weights);
    scene.addChild(node);
    return node;
  });
  await document.transform(dedup());
  return nodes.map((node) => (node.getWeights().length > 0 ? node.getWeights() : node.getMesh().getWeights()));
}
const [ofMeshes, ofNodes] = [await weights(({ mesh }, weights) => mesh.setWeights(weights)), await weights(({ node }, weights) => node.setWeights(weights))];
console.log("weights of meshes, expected [[1, 0], [0, 1]]:", ofMeshes);
console.log("weights of nodes:", ofNodes);
assert.deepEqual(ofMeshes, [[1, 0], [1, 0]]);
assert.deepEqual(ofNodes, [[1, 0], [0, 1]]);
EOF
node run.mjs
