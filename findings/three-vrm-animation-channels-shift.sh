#!/usr/bin/env bash
# three-vrm: a channel without a node moves the keys of all later channels by one.
#
# Expected: A channel without target.node should be ignored (glTF 2.0, 3.11); extensions such as
# KHR_animation_pointer write such channels. The expression "happy" keeps its keys.
#
# Instead: The channels of the file are matched with the tracks of GLTFLoader by their places, but GLTFLoader makes
# no track of a channel without node: "happy" gets the keys of the next channel, the motion of a hat.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "@pixiv/three-vrm-animation@${LATEST:-3.5.5}" "@pixiv/three-vrm@${LATEST:-3.5.5}" "three@${LATEST:-0.187.0}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import * as THREE from "three";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
import { VRMAnimationLoaderPlugin } from "@pixiv/three-vrm-animation";

for (const name of ["@pixiv/three-vrm-animation", "@pixiv/three-vrm", "three"]) {
  console.log(`${name} ${JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version}`);
}
const bytes = [];
const bufferViews = [];
const accessors = [];

/** Adds an accessor with the numbers of a typed array, and returns its index. */
function accessor(type, array, more = {}) {
  const componentType = { Int8Array: 5120, Uint8Array: 5121, Int16Array: 5122, Uint16Array: 5123, Float32Array: 5126 }[array.constructor.name];
  const size = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 }[type];
  bufferViews.push({ buffer: 0, byteOffset: bytes.length, byteLength: array.byteLength });
  bytes.push(...new Uint8Array(array.buffer), ...new Array(-array.byteLength & 3).fill(0));
  return accessors.push({ bufferView: bufferViews.length - 1, componentType, count: array.length / size, type, ...more }) - 1;
}
const times = (...seconds) => accessor("SCALAR", new Float32Array(seconds), { min: [Math.min(...seconds)], max: [Math.max(...seconds)] });
const floats = (type, ...values) => accessor(type, new Float32Array(values));

/** A glTF file of the given members, with all accessors. */
function gltf(json) {
  const uri = `data:application/octet-stream;base64,${Buffer.from(bytes).toString("base64")}`;
  return { asset: { version: "2.0" }, scene: 0, buffers: [{ byteLength: bytes.length, uri }], bufferViews, accessors, ...json };
}

globalThis.ProgressEvent ??= Event; // Node has none

/** Reads the animation of a file whose node 1 is the weight of an expression, beside hips and a hat. */
async function read(samplers, channels) {
  const json = gltf({
    scenes: [{ nodes: [0, 1, 2] }],
    nodes: [{ name: "hips", translation: [0, 1, 0] }, { name: "happy" }, { name: "hat" }],
    extensionsUsed: ["VRMC_vrm_animation"],
    extensions: {
      VRMC_vrm_animation: {
        specVersion: "1.0",
        humanoid: { humanBones: { hips: { node: 0 } } },
        expressions: { preset: { happy: { node: 1 } } },
      },
    },
    animations: [{ samplers, channels }],
  });
  const loader = new GLTFLoader();
  loader.register((parser) => new VRMAnimationLoaderPlugin(parser));
  const { userData } = await loader.parseAsync(JSON.stringify(json), "");
  return userData.vrmAnimations[0];
}

const happy = { input: times(0, 1), output: floats("VEC3", 0, 0, 0, 1, 0, 0) };
const move = { input: times(0, 2), output: floats("VEC3", 0, 0, 0, 9, 0, 0) };
const ignored = { sampler: 0, target: { path: "translation" } };
const channels = [{ sampler: 0, target: { node: 1, path: "translation" } }, { sampler: 1, target: { node: 2, path: "translation" } }];
const keysOf = async (...all) => {
  const { times, values } = (await read([happy, move], all)).expressionTracks.preset.get("happy");
  return { times: [...times], values: [...values] };
};
const [plain, shifted] = [await keysOf(...channels), await keysOf(ignored, ...channels)];
console.log("keys of the expression:", plain, "with the ignored channel before:", shifted);
assert.deepEqual(plain, { times: [0, 1], values: [0, 1] });
assert.deepEqual(shifted, { times: [0, 2], values: [0, 9] });
EOF
node run.mjs
