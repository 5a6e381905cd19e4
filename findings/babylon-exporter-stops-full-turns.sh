#!/usr/bin/env bash
# Babylon.js: the glTF exporter writes a wheel that turns as a wheel that stands still.
#
# Expected: rotation.y goes from 0 to 360 degrees in a second. glTF has quaternions, between whose keys a rotation takes
# the shorter way, so that Euler angles need keys in between: animationSampleRate is "the sample rate to bake animation
# curves", 1 / 60 by default. A quarter of a second after the beginning, the wheel has turned by 90 degrees.
#
# Instead: The option is never read, also if it is given, and curves are sampled at their own keys only. The file has
# two, and both are the same rotation: the wheel stands still. A turn by 270 degrees goes back by 90 in the file.
#
# In this package: the exporter of ./serializer writes keys in between; docs/export.md, docs/file-tools.md.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "@babylonjs/core@${LATEST:-9.35.0}" "@babylonjs/serializers@${LATEST:-9.28.0}" "babylonjs-gltf2interface@${LATEST:-9.28.0}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { Animation, AnimationGroup, NullEngine, Quaternion, Scene, TransformNode } from "@babylonjs/core";
import { GLTF2Export } from "@babylonjs/serializers/glTF/2.0/glTFSerializer.js";

for (const name of ["@babylonjs/core", "@babylonjs/serializers", "babylonjs-gltf2interface"]) {
  console.log(`${name} ${JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version}`);
}

/** Exports a turn about Y in 1 s. @returns how many keys it has, and the degrees after a quarter of the time */
async function exportTurn(degrees, options) {
  const scene = new Scene(new NullEngine());
  scene.useRightHandedSystem = true;
  const wheel = new TransformNode("wheel", scene);
  const animation = new Animation("turn", "rotation.y", 60, Animation.ANIMATIONTYPE_FLOAT);
  animation.setKeys([{ frame: 0, value: 0 }, { frame: 60, value: (degrees * Math.PI) / 180 }]);
  new AnimationGroup("turn", scene).addTargetedAnimation(animation, wheel);
  const { files } = await GLTF2Export.GLTFAsync(scene, "wheel", options);
  const json = JSON.parse(files["wheel.gltf"]);
  const bytes = await files["wheel.bin"].arrayBuffer();
  const read = (index, size) => {
    const { bufferView, byteOffset = 0, count } = json.accessors[index];
    const start = (json.bufferViews[bufferView].byteOffset ?? 0) + byteOffset;
    return new Float32Array(bytes.slice(start, start + 4 * size * count));
  };
  const [{ input, output }] = json.animations[0].samplers;
  const [times, values] = [read(input, 1), read(output, 4)];
  const next = Math.max(1, times.findIndex((time) => time >= 0.25));
  const [from, to] = [next - 1, next].map((key) => Quaternion.FromArray(values, 4 * key));
  const shown = Quaternion.Slerp(from, to, (0.25 - times[next - 1]) / (times[next] - times[next - 1])); // glTF 2.0, appendix C.4
  return { keys: times.length, degrees: Math.round((2 * Math.atan2(shown.y, shown.w) * 1800) / Math.PI) / 10 };
}

const seen = {
  quarter: await exportTurn(90),
  whole: await exportTurn(360),
  sampled: await exportTurn(360, { animationSampleRate: 1 / 60 }),
  back: await exportTurn(270),
};
console.log("degrees after a quarter of the time, expected 22.5, 90, 90 and 67.5:", seen);
assert.deepEqual(seen.quarter, { keys: 2, degrees: 22.5 });
assert.equal(seen.whole.keys, 2);
assert.equal(Math.abs(seen.whole.degrees), 0);
assert.deepEqual(seen.sampled, seen.whole);
assert.deepEqual(seen.back, { keys: 2, degrees: -22.5 });
EOF
node run.mjs
