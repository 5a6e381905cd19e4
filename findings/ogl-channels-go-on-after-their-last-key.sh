#!/usr/bin/env bash
# OGL: a channel that is shorter than its animation goes on after its last key.
#
# Expected: glTF 2.0 (3.11): after its last key, a channel holds the last value. A door that is open at 1 s, in an
# animation of 2 s, stays so.
#
# Instead: The line through the first two keys is continued: at 1.75 s the door is 75 % too far. A channel of STEP
# returns to its first value.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "ogl@${LATEST:-1.0.11}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { GLTFAnimation, Transform } from "ogl";

console.log(`ogl ${JSON.parse(readFileSync("node_modules/ogl/package.json", "utf8")).version}`);
const [linear, step, other] = [new Transform(), new Transform(), new Transform()];
const channel = (node, interpolation, end) => ({
  node,
  transform: "position",
  interpolation,
  times: new Float32Array([0, end]),
  values: new Float32Array([0, 0, 0, 1, 0, 0]),
});
const animation = new GLTFAnimation([channel(linear, "LINEAR", 1), channel(step, "STEP", 1), channel(other, "LINEAR", 2)]);
animation.elapsed = 1.75;
animation.update(1, true);
console.log("after the last key, expected 1 and 1: LINEAR", linear.position.x, "STEP", step.position.x);
assert.deepEqual([linear.position.x, step.position.x], [1.75, 0]);
EOF
node run.mjs
