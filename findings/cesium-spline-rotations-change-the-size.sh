#!/usr/bin/env bash
# CesiumJS: a node shrinks or grows while a spline turns it.
#
# Expected: glTF 2.0 (appendix C.5): the quaternion of a CUBICSPLINE rotation is normalized after the interpolation. A
# door that turns by 162 degrees, with tangents of 0, has the length 1 halfway, and keeps its size.
#
# Instead: The quaternion has the length 0.76 halfway: it is not normalized, and the matrix that is made of it scales
# the node.
#
# In this package: bake --for cesium writes LINEAR keys.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "cesium@${LATEST:-1.145.0}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { InterpolationType, Matrix3, ModelAnimationChannel, Quaternion } from "cesium";

console.log(`cesium ${JSON.parse(readFileSync("node_modules/cesium/package.json", "utf8")).version}`);

const turned = (angle) => new Quaternion(0, Math.sin(angle / 2), 0, Math.cos(angle / 2));
const still = new Quaternion(0, 0, 0, 0);
const node = {};
const sampler = {
  input: [0, 1],
  interpolation: InterpolationType.CUBICSPLINE,
  output: [still, turned(0), still, still, turned(0.9 * Math.PI), still],
};
const channel = { sampler, target: { path: "rotation" } };
new ModelAnimationChannel({ channel, runtimeAnimation: { model: {} }, runtimeNode: node }).animate(0.5);
const length = Quaternion.magnitude(node.rotation);
const height = Matrix3.fromQuaternion(node.rotation)[4];
console.log("length of the quaternion, expected 1:", length, "height of the node, expected 1:", height);
assert(Math.abs(length - 0.7604) < 1e-3);
assert(Math.abs(height - 1) > 0.3);
EOF
node run.mjs
