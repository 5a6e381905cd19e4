#!/usr/bin/env bash
# glTF-Transform: resample() flattens slow motion, far beyond its tolerance.
#
# Expected: resample() removes keys without loss, up to a tolerance, which is 0.0001 by default. A chest that moves up
# and down by 4 mm in 4 s (241 keys, LINEAR) is within 0.1 mm of the source afterwards.
#
# Instead: A key is removed if it lies on the line between the last key that was kept and the next key, which is only
# 1/60 s away. The errors of the keys in a row add up: the motion of 4 mm is off by 2.0 mm, one of 1 mm is gone.
#
# In this package: docs/export.md says to leave out resample, and why.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "@gltf-transform/core@${LATEST:-4.5.1}" "@gltf-transform/functions@${LATEST:-4.5.1}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { Document } from "@gltf-transform/core";
import { resample } from "@gltf-transform/functions";

const { version } = JSON.parse(readFileSync("node_modules/@gltf-transform/functions/package.json", "utf8"));
console.log(`@gltf-transform/functions ${version}`);

/** Resamples a sine with an amplitude, in meters. @returns the number of keys and the largest error at the times of the source */
async function breathe(amplitude) {
  const times = Float32Array.from({ length: 241 }, (_, key) => key / 60);
  const heights = times.map((time) => amplitude * Math.sin((Math.PI * time) / 2));
  const values = Float32Array.from({ length: 3 * times.length }, (_, i) => (i % 3 === 1 ? heights[(i - 1) / 3] : 0));
  const document = new Document();
  const buffer = document.createBuffer();
  const input = document.createAccessor().setType("SCALAR").setArray(times).setBuffer(buffer);
  const output = document.createAccessor().setType("VEC3").setArray(values).setBuffer(buffer);
  const sampler = document.createAnimationSampler().setInput(input).setOutput(output).setInterpolation("LINEAR");
  const chest = document.createNode("chest");
  const channel = document.createAnimationChannel().setTargetNode(chest).setTargetPath("translation").setSampler(sampler);
  document.createAnimation("breathe").addSampler(sampler).addChannel(channel);
  document.createScene().addChild(chest);
  await document.transform(resample());

  const [keys, positions] = [sampler.getInput().getArray(), sampler.getOutput().getArray()];
  const errors = Array.from(times, (time, i) => {
    const next = Math.max(1, keys.findIndex((key) => key >= time));
    const [from, to] = [keys[next - 1], keys[next]];
    const [y0, y1] = [positions[3 * next - 2], positions[3 * next + 1]];
    return Math.abs(y0 + ((y1 - y0) * (time - from)) / (to - from) - heights[i]);
  });
  return { keys: keys.length, error: Math.max(...errors) };
}

for (const amplitude of [0.004, 0.001]) {
  const { keys, error } = await breathe(amplitude);
  console.log(`a motion of ${amplitude} m: 241 keys become ${keys}, the largest error is ${error.toFixed(4)} m`);
  assert.ok(error > 0.0009 && error > 0.4 * amplitude);
}
EOF
node run.mjs
