#!/usr/bin/env bash
# Rhodonite: a channel that is shorter than its animation loops alone.
#
# Expected: glTF 2.0 (3.11): after its last key, a channel holds the last value. A door that opens within 1 s, in an
# animation of 4 s, is open at 1.5 s, with x = 1.
#
# Instead: The door is half open again: each channel repeats by its own length, so that the parts of one animation run
# out of step. Khronos' BoxAnimated is such a file.
#
# In this package: bake --for rhodonite writes a key at the common end.
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

const [door, hero] = [animated([0, 1], [0, 0, 0, 1, 0, 0]), animated([0, 4], [0, 0, 0, 4, 0, 0])];
console.log("at 1.5 s, expected door 1, hero 1.5: door", xAt(door, 1.5), "hero", xAt(hero, 1.5));
assert.deepEqual([xAt(door, 1.5), xAt(hero, 1.5)], [0.5, 1.5]);
EOF
node run.mjs
