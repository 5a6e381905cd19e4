#!/usr/bin/env bash
# Rhodonite: a channel of one key makes its node vanish.
#
# Expected: A sampler may have a single key (glTF 2.0, 3.11): its value is held. Exporters write such channels for
# what does not move in a clip.
#
# Instead: The time within the loop is a remainder of 0, and the position is NaN at all times, so that the node is not
# drawn.
#
# In this package: bake --for rhodonite writes a key at 0 and one at the common end.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "rhodonite@${LATEST:-0.15.3}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import Rn from "rhodonite";

console.log(`rhodonite ${JSON.parse(readFileSync("node_modules/rhodonite/package.json", "utf8")).version}`);

// an application that draws nothing
Rn.MemoryManager.createInstanceIfNotCreated({ cpuGeneric: 1, gpuInstanceData: 1, gpuVertexData: 1 });

/** A node whose translation is animated by a sampler, with its keys as in glTF. */
function animated(times, values, interpolationMethod = Rn.AnimationInterpolation.Linear) {
  const node = Rn.EntityRepository.addComponentToEntity(Rn.AnimationComponent, Rn.createGroupEntity());
  const sampler = { input: new Float32Array(times), output: new Float32Array(values), outputComponentN: 3, interpolationMethod };
  node.getAnimation().setAnimation("translate", new Rn.AnimatedVector3(new Map([["walk", sampler]]), "walk"));
  return node;
}

/** The x of a node at a time in seconds. */
function xAt(node, time) {
  Rn.AnimationComponent.globalTime = time;
  node.getAnimation().$logic();
  return node.getTransform().localPosition.x;
}

const still = animated([0], [3, 0, 0]);
console.log("at 0 s and 0.5 s, expected x = 3:", xAt(still, 0), xAt(still, 0.5));
assert.deepEqual([xAt(still, 0), xAt(still, 0.5)], [NaN, NaN]);
EOF
node run.mjs
