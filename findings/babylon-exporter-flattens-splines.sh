#!/usr/bin/env bash
# Babylon.js: the glTF exporter writes tangents that are too small by the frame rate.
#
# Expected: Babylon's tangents are per frame, glTF's per second: a tangent of 0.05 at 60 frames a second is 3. The
# exported animation moves as the animation in the scene does.
#
# Instead: The tangent is written as it is, 0.05 in place of 3. A door that is at 0.875 after half a second is at
# 0.506 in the file.
#
# In this package: the exporter of ./serializer writes tangents per second; docs/export.md.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "@babylonjs/core@${LATEST:-9.35.0}" "@babylonjs/serializers@${LATEST:-9.28.0}" "babylonjs-gltf2interface@${LATEST:-9.28.0}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { Animation, AnimationGroup, NullEngine, Scene, TransformNode, Vector3 } from "@babylonjs/core";
import { GLTF2Export } from "@babylonjs/serializers/glTF/2.0/glTFSerializer.js";

for (const name of ["@babylonjs/core", "@babylonjs/serializers", "babylonjs-gltf2interface"]) {
  console.log(`${name} ${JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version}`);
}
const scene = new Scene(new NullEngine());
scene.useRightHandedSystem = true;
const door = new TransformNode("door", scene);
const animation = new Animation("open", "position", 60, Animation.ANIMATIONTYPE_VECTOR3);
const [from, to, still] = [new Vector3(0, 0, 0), new Vector3(1, 0, 0), Vector3.Zero()];
animation.setKeys([
  { frame: 0, value: from, inTangent: still, outTangent: new Vector3(0.05, 0, 0) },
  { frame: 60, value: to, inTangent: still, outTangent: still },
]);
const group = new AnimationGroup("open", scene);
group.addTargetedAnimation(animation, door);
const shown = animation.evaluate(30).x;

const { files } = await GLTF2Export.GLTFAsync(scene, "door");
const json = JSON.parse(files["door.gltf"]);
const [{ samplers }] = json.animations;
const { bufferView, byteOffset = 0, count } = json.accessors[samplers[0].output];
const start = (json.bufferViews[bufferView].byteOffset ?? 0) + byteOffset;
const values = new Float32Array((await files["door.bin"].arrayBuffer()).slice(start, start + 12 * count));
const [value, out, next, into] = [3, 6, 12, 9].map((i) => values[i]);
const written = 0.5 * value + 0.125 * out + 0.5 * next - 0.125 * into; // glTF 2.0, appendix C.5, halfway between keys that are 1 s apart
console.log(`${samplers[0].interpolation}, out-tangent ${out}; after half a second ${shown} in the scene, ${written} in the file`);
assert.equal(samplers[0].interpolation, "CUBICSPLINE");
assert.ok(Math.abs(shown - 0.875) < 1e-6);
assert.ok(Math.abs(written - 0.50625) < 1e-6);
EOF
node run.mjs
