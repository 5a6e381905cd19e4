#!/usr/bin/env bash
# pex-renderer: the first and last tangents of a spline do not count.
#
# Expected: CUBICSPLINE (glTF 2.0, appendix C.5): between two keys, the out-tangent of the first and the in-tangent of
# the second count. A ball that is thrown from x = 0 and gets back to 0 after 1 s, with the tangents 4 and -4, is at x =
# 1 halfway.
#
# Instead: The ball does not move. The out-tangent of the first key and the in-tangent of the last key of a channel are
# taken for 0.
#
# In this package: bake --for all writes LINEAR keys within a tolerance.
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

/** The spline between two keys by the formula of the specification. */
function spline(t, { value: v0, out: b }, { in: a, value: v1 }, seconds) {
  const [t2, t3] = [t * t, t * t * t];
  return (2 * t3 - 3 * t2 + 1) * v0 + seconds * (t3 - 2 * t2 + t) * b + (3 * t2 - 2 * t3) * v1 + seconds * (t3 - t2) * a;
}
const keys = [
  { in: 0, value: 0, out: 4 },
  { in: -4, value: 0, out: 0 },
];

/** Where the ball is at a time: data as the loader makes them of a file. */
function xAt(time) {
  let x = null;
  const target = { transform: { set: ({ position }) => ([x] = position) } };
  const output = keys.flatMap((key) => [key.in, key.value, key.out].map((value) => [value, 0, 0]));
  const animation = createAnimation({ channels: [{ input: new Float32Array([0, 1]), output, interpolation: "CUBICSPLINE", path: "translation", target }] });
  animation.set({ time });
  animation.update();
  return x;
}
for (const time of [0.25, 0.5, 0.75]) {
  const [expected, seen] = [spline(time, ...keys, 1), xAt(time)];
  console.log(`x at ${time} s, expected ${expected}: ${seen}`);
  assert.ok(expected > 0.7 && seen === 0);
}
EOF
node run.mjs
