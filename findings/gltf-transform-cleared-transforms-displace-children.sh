#!/usr/bin/env bash
# glTF-Transform: clearNodeTransform displaces the children of a node that is turned or scaled.
#
# Expected: clearNodeTransform(arm) makes the transform of a node the identity and "applies it to children and meshes":
# a hand below the arm stays where it is seen.
#
# Instead: The hand is elsewhere, unless the arm is moved only: both matrices are multiplied in the wrong order, as if
# the arm were below the hand.
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

/** Clears the transform of an arm. @returns where the hand at x = 1 below it is seen, before and after */
function clear(transform) {
  const document = new Document();
  const hand = document.createNode("hand").setTranslation([1, 0, 0]);
  const arm = document.createNode("arm").addChild(hand);
  document.createScene().addChild(arm);
  transform(arm);
  const seen = () => hand.getWorldTranslation().map((x) => Math.round(1000 * x) / 1000 + 0);
  const before = seen();
  clearNodeTransform(arm);
  return { before, after: seen() };
}
const moved = clear((arm) => arm.setTranslation([10, 0, 0]));
const turned = clear((arm) => arm.setTranslation([10, 0, 0]).setRotation([0, 0, Math.SQRT1_2, Math.SQRT1_2]));
const scaled = clear((arm) => arm.setScale([2, 2, 2]));
console.log("the hand below an arm at x = 10:", moved);
console.log("the same, turned by 90 degrees:", turned);
console.log("the hand below an arm of scale 2:", scaled);
assert.deepEqual(moved, { before: [11, 0, 0], after: [11, 0, 0] });
assert.deepEqual(turned, { before: [10, 1, 0], after: [11, 0, 0] });
assert.deepEqual(scaled, { before: [2, 0, 0], after: [1, 0, 0] });
EOF
node run.mjs
