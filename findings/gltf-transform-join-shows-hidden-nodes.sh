#!/usr/bin/env bash
# glTF-Transform: join() and flatten() show what is hidden by KHR_node_visibility.
#
# Expected: join() and flatten(), which optimize uses by default, change how a scene is stored, not what is seen. With
# KHRNodeVisibility registered, a helmet that is hidden by "visible": false stays hidden, and so do the parts below a
# hidden node, until an animation shows them.
#
# Instead: join() adds the helmet to the mesh of the body, which is visible: only nodes with instances are left out.
# flatten() puts the parts of a hidden node beside it, where they are visible. Both leave an empty, hidden node.
#
# In this package: docs/file-tools.md says so.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "@gltf-transform/core@${LATEST:-4.5.1}" "@gltf-transform/extensions@${LATEST:-4.5.1}" "@gltf-transform/functions@${LATEST:-4.5.1}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { Document } from "@gltf-transform/core";
import { KHRNodeVisibility } from "@gltf-transform/extensions";
import { flatten, join } from "@gltf-transform/functions";

console.log(`@gltf-transform/functions ${JSON.parse(readFileSync("node_modules/@gltf-transform/functions/package.json", "utf8")).version}`);

const triangle = (doc, material) => doc.createMesh().addPrimitive(doc.createPrimitive().setMaterial(material).setAttribute("POSITION", doc.createAccessor().setType("VEC3").setArray(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]))));
/** How many vertices of a document are visible. */
function visible(doc) {
  const count = (node) =>
    node.getExtension("KHR_node_visibility")?.getVisible() === false
      ? 0
      : (node.getMesh()?.listPrimitives() ?? []).reduce((sum, primitive) => sum + primitive.getAttribute("POSITION").getCount(), 0) + node.listChildren().reduce((sum, child) => sum + count(child), 0);
  return doc.getRoot().listScenes()[0].listChildren().reduce((sum, node) => sum + count(node), 0);
}

/** A body, with a hidden helmet beside it. */
function beside(ofHelmet) {
  const doc = new Document();
  const [steel, skin] = [doc.createMaterial("steel"), doc.createMaterial("skin")];
  const helmet = doc.createNode("helmet").setMesh(triangle(doc, ofHelmet === "steel" ? steel : skin));
  helmet.setExtension("KHR_node_visibility", doc.createExtension(KHRNodeVisibility).createVisibility().setVisible(false));
  doc.createScene().addChild(doc.createNode("body").setMesh(triangle(doc, skin))).addChild(helmet);
  return doc;
}
/** A hidden set of armor, of one part. */
function below() {
  const doc = new Document();
  const armor = doc.createNode("armor").addChild(doc.createNode("plate").setMesh(triangle(doc, doc.createMaterial("steel"))));
  armor.setExtension("KHR_node_visibility", doc.createExtension(KHRNodeVisibility).createVisibility().setVisible(false));
  doc.createScene().addChild(armor);
  return doc;
}
async function measure(doc, transform) {
  const before = visible(doc);
  await doc.transform(transform);
  return { before, after: visible(doc) };
}
const shown = {
  "join, a helmet of another material than the body": await measure(beside("steel"), join()),
  "join, a helmet of the material of the body": await measure(beside("skin"), join()),
  "flatten, a part of a hidden set": await measure(below(), flatten()),
};
for (const [what, { before, after }] of Object.entries(shown)) {
  console.log(`${what}: ${before} visible vertices become ${after}`);
}
assert.deepEqual(Object.values(shown), [{ before: 3, after: 3 }, { before: 3, after: 6 }, { before: 0, after: 3 }]);
EOF
node run.mjs
