#!/usr/bin/env bash
# three-animation-pointer: the animation of "Metal.001" plays on "Metal".
#
# Expected: A pointer names its material by index: /materials/0. Names are free, and Blender names copies Metal.001.
#
# Instead: The track finds its material by name, and the dot ends the name: "Metal" changes, and "Metal.001", which
# the pointer names, stays as it is.
#
# In this package: the materials in conformance/pointers have names that engines find which go by names.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "@needle-tools/three-animation-pointer@${LATEST:-1.0.7}" "three@${LATEST:-0.187.0}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import * as THREE from "three";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
import { GLTFAnimationPointerExtension } from "@needle-tools/three-animation-pointer";

for (const name of ["@needle-tools/three-animation-pointer", "three"]) {
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
const triangle = accessor("VEC3", new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]), { min: [0, 0, 0], max: [1, 1, 0] });
/** Plays an animation of the roughness of the first of some materials, and returns the roughness of each after half a second. */
async function play(names, sampler) {
  const json = gltf({
    extensionsUsed: ["KHR_animation_pointer"],
    scenes: [{ nodes: names.map((_, i) => i) }],
    nodes: names.map((_, mesh) => ({ name: `lamp ${mesh}`, mesh })),
    materials: names.map((name) => ({ name, pbrMetallicRoughness: { roughnessFactor: 1 } })),
    meshes: names.map((_, material) => ({ primitives: [{ attributes: { POSITION: triangle }, material }] })),
    animations: [
      {
        samplers: [sampler],
        channels: [
          {
            sampler: 0,
            target: { path: "pointer", extensions: { KHR_animation_pointer: { pointer: "/materials/0/pbrMetallicRoughness/roughnessFactor" } } },
          },
        ],
      },
    ],
  });
  const loader = new GLTFLoader();
  loader.register((parser) => new GLTFAnimationPointerExtension(parser));
  const { scene, animations } = await loader.parseAsync(JSON.stringify(json), "");
  const mixer = new THREE.AnimationMixer(scene);
  animations.forEach((clip) => mixer.clipAction(clip).play());
  mixer.update(0.5);
  const roughness = new Map();
  scene.traverse(({ material }) => material && roughness.set(material.name, material.roughness));
  return names.map((name) => roughness.get(name));
}

const [animated, other] = await play(["Metal.001", "Metal"], { input: times(0, 1), output: floats("SCALAR", 1, 0) });
console.log("roughness halfway, expected 0.5 and 1: Metal.001", animated, "Metal", other);
assert.deepEqual([animated, other], [1, 0.5]);
EOF
node run.mjs
