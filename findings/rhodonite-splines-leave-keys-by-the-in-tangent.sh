#!/usr/bin/env bash
# Rhodonite: a spline leaves each key by the tangent by which it came.
#
# Expected: A key of CUBICSPLINE has an in-tangent, a value and an out-tangent (glTF 2.0, 3.11), which may differ:
# from 0 to 1 in 1 s, with an out-tangent of 4 at the first key and all others 0, the value after 0.5 s is 1 (appendix
# C.5).
#
# Instead: The out-tangent is not used: the in-tangent of a key counts on both sides, and the value is 0.5.
#
# In this package: bake --for rhodonite writes LINEAR keys.
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

const keys = [0, 0, 0, 0, 0, 0, 4, 0, 0, /* second key */ 0, 0, 0, 1, 0, 0, 0, 0, 0];
const spline = animated([0, 1], keys, Rn.AnimationInterpolation.CubicSpline);
console.log("x after 0.5 s, expected 1:", xAt(spline, 0.5));
assert.equal(xAt(spline, 0.5), 0.5);
EOF
node run.mjs
