#!/usr/bin/env bash
# pmndrs viverse: keys that two joints share are retargeted twice.
#
# Expected: loadCharacterAnimation turns an animation of one skeleton into one of another: where the arm of the
# character rests 20 degrees higher than that of the file, its keys are 20 degrees higher. That two samplers share one
# accessor, as in each file that was packed by glTF-Transform's dedup(), makes no difference (glTF 2.0, 3.11).
#
# Instead: Both arms are 40 degrees higher: the keys are changed in place, for each of the joints once more, and the
# tracks of both joints have one array.
#
# In this package: retargeting changes no file that it is given. For viverse, use files that were not packed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "@pmndrs/viverse@${LATEST:-0.2.20}" "three@${LATEST:-0.187.0}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

for (const name of ["@pmndrs/viverse", "three"]) {
  console.log(`${name} ${JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version}`);
}
globalThis.ProgressEvent = class extends Event {}; // for the loaders of three
globalThis.self = globalThis;
const { loadCharacterAnimation, loadCharacterModel } = await import("@pmndrs/viverse");

const turn = (degrees) => [0, 0, Math.sin((degrees * Math.PI) / 360), Math.cos((degrees * Math.PI) / 360)];
/** A file with two arms that rest at an angle, and an animation of both from 0 to 60 degrees; its keys have one accessor, or two. */
function url(rest, outputs) {
  const keys = [...turn(0), ...turn(60)];
  const floats = new Float32Array([0, 1, ...keys, ...keys]);
  const gltf = {
    asset: { version: "2.0" },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [
      { name: "hips", translation: [0, 1, 0], children: [1, 2] },
      { name: "leftUpperArm", rotation: turn(rest) },
      { name: "rightUpperArm", rotation: turn(rest) },
    ],
    animations: [
      {
        samplers: outputs.map((output) => ({ input: 0, output })),
        channels: [1, 2].map((node, sampler) => ({ sampler, target: { node, path: "rotation" } })),
      },
    ],
    buffers: [{ byteLength: floats.byteLength, uri: `data:application/octet-stream;base64,${Buffer.from(floats.buffer).toString("base64")}` }],
    bufferViews: [{ buffer: 0, byteLength: floats.byteLength }],
    accessors: [
      { bufferView: 0, componentType: 5126, count: 2, type: "SCALAR", min: [0], max: [1] },
      { bufferView: 0, byteOffset: 8, componentType: 5126, count: 2, type: "VEC4" },
      { bufferView: 0, byteOffset: 40, componentType: 5126, count: 2, type: "VEC4" },
    ],
  };
  return `data:application/json;base64,${Buffer.from(JSON.stringify(gltf)).toString("base64")}`;
}
const character = await loadCharacterModel(url(20, [1, 2]), "gltf");
/** The angles of the keys of each arm, for the character. */
async function angles(outputs) {
  const { tracks } = await loadCharacterAnimation(character, url(0, outputs), "gltf");
  return tracks.map(({ values }) => [0, 4].map((i) => Math.round((360 * Math.atan2(values[i + 2], values[i + 3])) / Math.PI)));
}
const [own, shared] = [await angles([1, 2]), await angles([1, 1])];
console.log("keys of both arms, each with an accessor of its own:", own);
console.log("with one accessor, expected the same:", shared);
assert.deepEqual(own, [[20, 80], [20, 80]]);
assert.deepEqual(shared, [[40, 100], [40, 100]]);
EOF
node run.mjs
