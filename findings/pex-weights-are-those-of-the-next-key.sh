#!/usr/bin/env bash
# pex-renderer: a face has the weights of the next key.
#
# Expected: Weights of LINEAR keys change steadily (glTF 2.0, appendix C.3): from 0 at 1 s to 1 at 3 s, the weight is
# 0.25 at 1.5 s.
#
# Instead: The weight is 1, that of the next key, from the first moment after the key before: a smile of 2 s is there at
# once, and as early as the mouth should begin to move. With STEP, the weight is that of the next key, too, so that each
# face comes a key too early.
#
# In this package: weights are interpolated as the sampler says.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "pex-renderer@${LATEST:-3.0.0-44}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

console.log(`pex-renderer ${JSON.parse(readFileSync("node_modules/pex-renderer/package.json", "utf8")).version}`);
const createAnimation = createRequire(import.meta.url)("pex-renderer/animation");

/** The weight at a time, with keys at 1 s and 3 s: data as the loader makes them of a file. */
function weightAt(time, interpolation) {
  let weight = null;
  const target = { getComponent: () => ({ set: ({ weights }) => ([weight] = weights) }) };
  const channel = { input: new Float32Array([1, 3]), output: [[0], [1]], interpolation, path: "weights", target };
  const animation = createAnimation({ channels: [channel] });
  animation.set({ time });
  animation.update();
  return weight;
}
for (const [interpolation, expected] of [["LINEAR", 0.25], ["STEP", 0]]) {
  const seen = weightAt(1.5, interpolation);
  console.log(`${interpolation}: the weight at 1.5 s, expected ${expected}: ${seen}`);
  assert.equal(seen, 1);
}
EOF
node run.mjs
