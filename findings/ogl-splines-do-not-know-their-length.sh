#!/usr/bin/env bash
# OGL: the tangents of a spline count for less the longer it is from key to key.
#
# Expected: Tangents are per second, and so are multiplied by the seconds between two keys (glTF 2.0, appendix C.5):
# with 4 s from 0 to 10, and 4 per second at the first key, the value after 1 s is 3.8125.
#
# Instead: The time between the keys is not used. Tangents are weighed by the position between the keys instead:
# after 1 s the value is 1.98.
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
const node = new Transform();
const values = new Float32Array([0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 10, 0, 0, 0, 0, 0]); // in-tangent, value, out-tangent of each key
const times = new Float32Array([0, 4]);
const animation = new GLTFAnimation([{ node, transform: "position", interpolation: "CUBICSPLINE", times, values }]);
animation.elapsed = 1;
animation.update(1, true);
const [t, seconds] = [0.25, 4];
const expected = (t ** 3 - 2 * t ** 2 + t) * seconds * 4 + (3 * t ** 2 - 2 * t ** 3) * 10;
console.log(`after 1 s, expected ${expected}:`, node.position.x);
assert.equal(expected, 3.8125);
assert.ok(Math.abs(node.position.x - expected) > 1);
EOF
node run.mjs
