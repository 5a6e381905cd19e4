#!/usr/bin/env bash
# three-vrm: an expression that overrides its own kind hides itself.
#
# Expected: VRMC_vrm 1.0 lets an expression block expressions of three kinds: blinks, looks and mouths. A blink that
# blocks blinks is invalid, and the specification has implementations ignore it: the blink shows its weight of 0.8.
#
# Instead: The blink blocks itself, and the weight that reaches its morph targets is 0. A file whose exporter states
# the override for all expressions never blinks.
#
# In this package: docs/faces.md says which overrides count.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "@pixiv/three-vrm@${LATEST:-3.5.5}" "three@${LATEST:-0.187.0}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { VRMExpression, VRMExpressionManager } from "@pixiv/three-vrm";

for (const name of ["@pixiv/three-vrm", "three"]) {
  console.log(`${name} ${JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version}`);
}

/** The weight that an expression of weight 0.8 gives its morph target. */
function shown(overrideBlink) {
  const manager = new VRMExpressionManager();
  const expression = new VRMExpression("blink");
  expression.overrideBlink = overrideBlink;
  let weight = 0;
  expression.addBind({ clearAppliedWeight: () => (weight = 0), applyWeight: (applied) => (weight = applied) });
  manager.registerExpression(expression);
  manager.setValue("blink", 0.8);
  manager.update();
  return weight;
}

console.log("without override, expected 0.8:", shown("none"));
console.log("a blink that blocks blinks, expected 0.8:", shown("block"));
assert.equal(shown("none"), 0.8);
assert.equal(shown("block"), 0);
EOF
node run.mjs
