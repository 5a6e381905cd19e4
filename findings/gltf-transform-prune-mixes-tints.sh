#!/usr/bin/env bash
# glTF-Transform: prune() tints a material with the color of another one.
#
# Expected: prune(), which optimize uses, replaces a texture of one color by the factors of its materials. Two materials
# that tint the same white texture red and blue stay red and blue.
#
# Instead: The blue one becomes black. The color of the texture is multiplied by the factor of the first material in
# place, and the second material gets the product of all.
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
import { Document, Logger } from "@gltf-transform/core";
import { prune } from "@gltf-transform/functions";

console.log(`@gltf-transform/functions ${JSON.parse(readFileSync("node_modules/@gltf-transform/functions/package.json", "utf8")).version}`);

const WHITE = "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADklEQVR4nGP4DwYMEAoAU7oL9ZisIGcAAAAASUVORK5CYII="; // a PNG of 2 x 2 pixels
const TINTS = [[1, 0, 0, 1], [0, 0, 1, 1]];
/** Two materials with these tints. @returns the tints after prune() */
async function tints(shared) {
  const document = new Document().setLogger(new Logger(Logger.Verbosity.WARN));
  const texture = (i) => document.createTexture(`white${i}`).setMimeType("image/png").setImage(new Uint8Array(Buffer.from(WHITE, "base64")));
  const white = texture(0);
  const scene = document.createScene();
  const materials = TINTS.map((tint, i) => {
    const material = document.createMaterial().setBaseColorFactor(tint).setBaseColorTexture(shared ? white : texture(i));
    const position = document.createAccessor().setType("VEC3").setArray(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]));
    scene.addChild(document.createNode().setMesh(document.createMesh().addPrimitive(document.createPrimitive().setMaterial(material).setAttribute("POSITION", position))));
    return material;
  });
  await document.transform(prune());
  assert.deepEqual(materials.map((material) => material.getBaseColorTexture()), [null, null]);
  return materials.map((material) => material.getBaseColorFactor());
}
const [own, shared] = [await tints(false), await tints(true)];
console.log("red and blue, each with a white texture of its own:", own);
console.log("red and blue, with one white texture:", shared);
assert.deepEqual(own, TINTS);
assert.deepEqual(shared, [[1, 0, 0, 1], [0, 0, 0, 1]]);
EOF
node run.mjs
