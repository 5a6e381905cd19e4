#!/usr/bin/env bash
# Babylon.js: the glTF exporter writes a door that opens and stays open as one that never opens.
#
# Expected: rotation.y goes from 0 to 90 degrees within a second and holds for another one, by keys at the frames 0, 60
# and 120. The file has an open door at 1 s and at 2 s, and the length of 2 s.
#
# Instead: The file has one key, the door that is shut. Of Euler angles, the exporter writes the first key of each pair
# that differs, and the last key if it differs from the one before: where motion is followed by a pause, the key that
# ends the motion is left out. A pause between two motions makes the first take longer. The bounds of the times are in
# frames in such a file, which makes it invalid, too. Positions with the same keys are right, and so is a door that
# opens without a pause.
#
# In this package: the exporter of ./serializer keeps pauses; docs/export.md, docs/file-tools.md.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "@babylonjs/core@${LATEST:-9.35.0}" "@babylonjs/serializers@${LATEST:-9.28.0}" "babylonjs-gltf2interface@${LATEST:-9.28.0}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { Animation, AnimationGroup, NullEngine, Scene, TransformNode } from "@babylonjs/core";
import { GLTF2Export } from "@babylonjs/serializers/glTF/2.0/glTFSerializer.js";

for (const name of ["@babylonjs/core", "@babylonjs/serializers", "babylonjs-gltf2interface"]) {
  console.log(`${name} ${JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version}`);
}

/** Exports keys of one number, one for each second. @returns times and values of the file, and the largest time that it states */
async function exportKeys(property, numbers) {
  const scene = new Scene(new NullEngine());
  scene.useRightHandedSystem = true;
  const animation = new Animation("open", property, 60, Animation.ANIMATIONTYPE_FLOAT);
  animation.setKeys(numbers.map((value, second) => ({ frame: 60 * second, value })));
  new AnimationGroup("open", scene).addTargetedAnimation(animation, new TransformNode("door", scene));
  const { files } = await GLTF2Export.GLTFAsync(scene, "door");
  const json = JSON.parse(files["door.gltf"]);
  const bytes = await files["door.bin"].arrayBuffer();
  const read = (index, size) => {
    const { bufferView, byteOffset = 0, count } = json.accessors[index];
    const start = (json.bufferViews[bufferView].byteOffset ?? 0) + byteOffset;
    return new Float32Array(bytes.slice(start, start + 4 * size * count));
  };
  const [{ input, output }] = json.animations[0].samplers;
  const isTurn = property === "rotation.y";
  const values = read(output, isTurn ? 4 : 3);
  const seconds = [...read(input, 1)];
  const shown = seconds.map((_, key) => (isTurn ? Math.round((360 / Math.PI) * Math.atan2(values[4 * key + 1], values[4 * key + 3])) : values[3 * key + 1]));
  return { seconds, shown, max: json.accessors[input].max[0] };
}

const OPEN = Math.PI / 2;
const seen = {
  opens: await exportKeys("rotation.y", [0, OPEN]),
  opensAndStays: await exportKeys("rotation.y", [0, OPEN, OPEN]),
  opensStaysCloses: await exportKeys("rotation.y", [0, OPEN, OPEN, 0]),
  risesAndStays: await exportKeys("position.y", [0, 1, 1]),
};
console.log("keys of the files:", seen);
assert.deepEqual(seen.opens, { seconds: [0, 1], shown: [0, 90], max: 1 });
assert.deepEqual(seen.opensAndStays, { seconds: [0], shown: [0], max: 120 }); // by the keys: at 0, 1 and 2 s, 0, 90 and 90 degrees
assert.deepEqual(seen.opensStaysCloses, { seconds: [0, 2, 3], shown: [0, 90, 0], max: 3 }); // by the keys: open from 1 s on
assert.deepEqual(seen.risesAndStays, { seconds: [0, 1, 2], shown: [0, 1, 1], max: 2 });
EOF
node run.mjs
