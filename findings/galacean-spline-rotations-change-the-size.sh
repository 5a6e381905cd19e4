#!/usr/bin/env bash
# Galacean: a node shrinks or grows while a spline turns it.
#
# Expected: glTF 2.0 (appendix C.5): the quaternion of a CUBICSPLINE rotation is normalized after the interpolation. A
# door that turns by 162 degrees, with tangents of 0, has the length 1 halfway, and keeps its size.
#
# Instead: The curve gives a quaternion of the length 0.76: the components are interpolated, and not normalized, and
# the matrix that is made of it scales the node.
#
# In this package: bake --for galacean writes LINEAR keys.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "@galacean/engine@${LATEST:-1.6.13}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
// a page with nothing in it
globalThis.window = globalThis;
globalThis.document = { addEventListener() {}, createElement: () => ({ getContext: () => null, style: {} }) };
const { AnimationQuaternionCurve, InterpolationType, Keyframe, Matrix, Quaternion, Vector3, Vector4 } = await import("@galacean/engine");

console.log(`@galacean/engine ${JSON.parse(readFileSync("node_modules/@galacean/engine/package.json", "utf8")).version}`);

const curve = new AnimationQuaternionCurve();
curve.interpolation = InterpolationType.CubicSpine; // as the loader sets it for CUBICSPLINE
for (const [time, angle] of [[0, 0], [1, 0.9 * Math.PI]]) {
  const value = new Quaternion(0, Math.sin(angle / 2), 0, Math.cos(angle / 2));
  curve.addKey(Object.assign(new Keyframe(), { time, value, inTangent: new Vector4(), outTangent: new Vector4() }));
}
const rotation = curve.evaluate(0.5);
const matrix = new Matrix();
Matrix.affineTransformation(new Vector3(1, 1, 1), rotation, new Vector3(), matrix);
const width = Math.hypot(...matrix.elements.slice(0, 3));
console.log("length of the quaternion, expected 1:", rotation.length(), "width of the node, expected 1:", width);
assert(Math.abs(rotation.length() - 0.7604) < 1e-3);
assert(Math.abs(width - 1) > 0.2);
EOF
node run.mjs
