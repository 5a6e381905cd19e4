#!/usr/bin/env bash
# Babylon.js: the glTF exporter makes a blink twice as fast.
#
# Expected: A face has the morph targets "smile" and "blink". A group closes the eyes within 1 s, by keys at the frames
# 0 and 60. The exported channel of weights has its keys at 0 s and 1 s.
#
# Instead: The times of a channel are those of the first morph target. If the group does not animate that, they are
# spread over the length without its end: 0 s and 0.5 s for two keys. If it does, the others get its times.
#
# In this package: the exporter of ./serializer writes the times of all keys; docs/file-tools.md.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "@babylonjs/core@${LATEST:-9.35.0}" "@babylonjs/serializers@${LATEST:-9.28.0}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import * as BABYLON from "@babylonjs/core";
import { GLTF2Export } from "@babylonjs/serializers/glTF/2.0/index.js";

for (const name of ["core", "serializers"]) {
  console.log(`@babylonjs/${name} ${JSON.parse(readFileSync(`node_modules/@babylonjs/${name}/package.json`, "utf8")).version}`);
}
const scene = new BABYLON.Scene(new BABYLON.NullEngine());

const face = BABYLON.MeshBuilder.CreateBox("face", {}, scene);
face.morphTargetManager = new BABYLON.MorphTargetManager(scene);
const targets = ["smile", "blink"].map((name) => BABYLON.MorphTarget.FromMesh(face, name, 0));
targets.forEach((target) => face.morphTargetManager.addTarget(target));
const animation = new BABYLON.Animation("blink", "influence", 60, BABYLON.Animation.ANIMATIONTYPE_FLOAT);
animation.setKeys([{ frame: 0, value: 0 }, { frame: 60, value: 1 }]);
new BABYLON.AnimationGroup("blink", scene).addTargetedAnimation(animation, targets[1]);

const { files } = await GLTF2Export.GLTFAsync(scene, "face");
const json = JSON.parse(files["face.gltf"]);
const bytes = Buffer.from(await files["face.bin"].arrayBuffer());
const { input, output } = json.animations[0].samplers[0];
const [times, weights] = [input, output].map((index) => {
  const { bufferView, byteOffset = 0, count } = json.accessors[index];
  return Array.from({ length: count }, (_, i) => bytes.readFloatLE((json.bufferViews[bufferView].byteOffset ?? 0) + byteOffset + 4 * i));
});
console.log("weights of smile and blink:", weights, "at the seconds, expected 0 and 1:", times);
assert.deepEqual(weights, [0, 0, 0, 1]);
assert.deepEqual(times, [0, 0.5]);
EOF
node run.mjs
