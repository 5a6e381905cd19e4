#!/usr/bin/env bash
# glTF-Transform: quantize() loses the weights of an animated node.
#
# Expected: Weights of a node take the place of those of its mesh (glTF 2.0, 3.7.2.2): a face with node.weights [1]
# smiles, also while its node nods. Quantization changes numbers a little.
#
# Instead: Because positions are scaled, the mesh of an animated node moves to a new child. The weights stay behind, at
# a node without a mesh, where glTF does not allow them: the smile is gone. A node that is not animated keeps it.
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
import { quantize } from "@gltf-transform/functions";

console.log(`@gltf-transform/functions ${JSON.parse(readFileSync("node_modules/@gltf-transform/functions/package.json", "utf8")).version}`);

/** Quantizes a face whose node has the weight 1. @returns the weights of the node that has the mesh afterwards */
async function smile(isAnimated) {
  const document = new Document().setLogger(new Logger(Logger.Verbosity.SILENT));
  const buffer = document.createBuffer();
  const accessor = (type, numbers) => document.createAccessor().setType(type).setArray(new Float32Array(numbers)).setBuffer(buffer);
  const target = document.createPrimitiveTarget().setAttribute("POSITION", accessor("VEC3", [0, 0, 0, 0, 0, 1, 0, 0, 0]));
  const primitive = document.createPrimitive().setAttribute("POSITION", accessor("VEC3", [0, 0, 0, 1, 0, 0, 0, 1, 0])).addTarget(target);
  const mesh = document.createMesh("face").addPrimitive(primitive).setWeights([0]);
  const node = document.createNode("head").setMesh(mesh).setWeights([1]);
  document.createScene().addChild(node);
  if (isAnimated) {
    const sampler = document.createAnimationSampler().setInput(accessor("SCALAR", [0, 1])).setOutput(accessor("VEC3", [0, 0, 0, 0, 1, 0]));
    const channel = document.createAnimationChannel().setTargetNode(node).setTargetPath("translation").setSampler(sampler);
    document.createAnimation("nod").addSampler(sampler).addChannel(channel);
  }
  await document.transform(quantize());
  return document.getRoot().listNodes().find((candidate) => candidate.getMesh() !== null).getWeights();
}

const [still, animated] = [await smile(false), await smile(true)];
console.log("weights of the node with the mesh, expected 1: not animated", still, "animated", animated);
assert.deepEqual(still, [1]);
assert.deepEqual(animated, []);
EOF
node run.mjs
