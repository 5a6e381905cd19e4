#!/usr/bin/env bash
# Babylon.js: an animation of metallicFactor moves the roughness.
#
# Expected: KHR_animation_pointer: an animation of /materials/0/pbrMetallicRoughness/metallicFactor from 1 to 0 sets the
# property "metallic" of the PBR material and nothing else.
#
# Instead: Babylon.js animates its property "roughness": the metal stays a metal, and becomes a mirror.
#
# In this package: docs/pointer-gaps.md has all properties; the package animates "metallic".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "@babylonjs/core@${LATEST:-9.35.0}" "@babylonjs/loaders@${LATEST:-9.28.0}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import * as BABYLON from "@babylonjs/core";
import "@babylonjs/loaders/glTF/2.0/index.js";

for (const name of ["@babylonjs/core", "@babylonjs/loaders"]) {
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version);
}
const scene = new BABYLON.Scene(new BABYLON.NullEngine());
scene.useConstantAnimationDeltaTime = true; // each frame is 16 ms
scene.useRightHandedSystem = true;
new BABYLON.FreeCamera("camera", BABYLON.Vector3.Zero(), scene);

/** Loads a glTF file of the given members, with its floats in one buffer. */
async function load({ floats, ...json }) {
  const bytes = Buffer.from(new Float32Array(floats).buffer);
  const gltf = { asset: { version: "2.0" }, scene: 0, buffers: [{ byteLength: bytes.length, uri: `data:application/octet-stream;base64,${bytes.toString("base64")}` }], ...json };
  return BABYLON.LoadAssetContainerAsync(`data:${JSON.stringify(gltf)}`, scene, { pluginExtension: ".gltf" });
}

const pointer = "/materials/0/pbrMetallicRoughness/metallicFactor";
const container = await load({
  extensionsUsed: ["KHR_animation_pointer"],
  scenes: [{ nodes: [0] }],
  nodes: [{ mesh: 0 }],
  meshes: [{ primitives: [{ attributes: { POSITION: 2 }, material: 0 }] }],
  materials: [{ pbrMetallicRoughness: { metallicFactor: 1, roughnessFactor: 0.75 } }],
  animations: [
    {
      samplers: [{ input: 0, output: 1 }],
      channels: [{ sampler: 0, target: { path: "pointer", extensions: { KHR_animation_pointer: { pointer } } } }],
    },
  ],
  floats: [0, 1, 1, 0, ...[0, 0, 0, 1, 0, 0, 0, 1, 0]],
  bufferViews: [{ buffer: 0, byteLength: 13 * 4 }],
  accessors: [
    { bufferView: 0, byteOffset: 0, componentType: 5126, count: 2, type: "SCALAR", min: [0], max: [1] },
    { bufferView: 0, byteOffset: 8, componentType: 5126, count: 2, type: "SCALAR" },
    { bufferView: 0, byteOffset: 16, componentType: 5126, count: 3, type: "VEC3", min: [0, 0, 0], max: [1, 1, 0] },
  ],
});
container.addAllToScene();
const [group] = container.animationGroups;
group.start(false);
group.goToFrame(group.to / 2);
const { metallic, roughness } = container.materials[0];
console.log("halfway from metallicFactor 1 to 0, with roughnessFactor 0.75:", { metallic, roughness });
assert.deepEqual({ metallic, roughness }, { metallic: 1, roughness: 0.5 });
EOF
node run.mjs
