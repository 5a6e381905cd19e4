#!/usr/bin/env bash
# glTF-Transform: clearNodeTransform and transformMesh move what morph targets add.
#
# Expected: clearNodeTransform(head) leaves the head where it is seen, and moves the transform of its node into the
# mesh. The targets of a smile say how far each vertex moves (glTF 2.0, 3.7.2.2: displacements), which a translation
# does not change: by documentation, the attributes of targets are transformed, too.
#
# Instead: The translation of the node is added to each displacement: a smile of 1 cm on a head at a height of 1.5 m
# moves the face up by 1.5 m, too. Displacements are transformed as if they were positions. Displacements of normals are
# normalized: one of 0.1 becomes one of 1.
#
# In this package: docs/file-tools.md says so.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "@gltf-transform/core@${LATEST:-4.5.1}" "@gltf-transform/functions@${LATEST:-4.5.1}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { Document } from "@gltf-transform/core";
import { clearNodeTransform } from "@gltf-transform/functions";

console.log(`@gltf-transform/functions ${JSON.parse(readFileSync("node_modules/@gltf-transform/functions/package.json", "utf8")).version}`);

const round = (numbers) => [...numbers].map((number) => Math.round(1000 * number) / 1000 + 0);
/** Clears the transform of a head of one triangle. @returns its first vertex in the world, at rest and smiling, and the change of its normal */
function clear(transform) {
  const document = new Document();
  const vec3 = (...vector) => document.createAccessor().setType("VEC3").setArray(new Float32Array([...vector, ...vector, ...vector]));
  const smile = document.createPrimitiveTarget().setAttribute("POSITION", vec3(0.01, 0, 0)).setAttribute("NORMAL", vec3(0.1, 0, 0));
  const primitive = document.createPrimitive().setAttribute("POSITION", vec3(0, 0, 0)).setAttribute("NORMAL", vec3(0, 0, 1)).addTarget(smile);
  const head = document.createNode("head").setMesh(document.createMesh().addPrimitive(primitive));
  document.createScene().addChild(head);
  transform(head);
  clearNodeTransform(head);
  const [rest, change, normal] = [primitive.getAttribute("POSITION"), smile.getAttribute("POSITION"), smile.getAttribute("NORMAL")].map((accessor) => accessor.getElement(0, []));
  return { rest: round(rest), smiling: round(rest.map((x, i) => x + change[i])), normal: round(normal) };
}
const turned = clear((head) => head.setRotation([0, 0, Math.SQRT1_2, Math.SQRT1_2]));
const moved = clear((head) => head.setTranslation([0, 1.5, 0]));
console.log("a head that is turned by 90 degrees, expected smiling 0,0.01,0:", turned);
console.log("a head at y = 1.5, expected smiling 0.01,1.5,0, and a change of the normal of 0.1:", moved);
assert.deepEqual([turned.rest, turned.smiling], [[0, 0, 0], [0, 0.01, 0]]);
assert.deepEqual(moved, { rest: [0, 1.5, 0], smiling: [0.01, 3, 0], normal: [1, 0, 0] });
EOF
node run.mjs
