#!/usr/bin/env bash
# CesiumJS: a second model that is given as bytes is the first one again.
#
# Expected: Model.fromGltfAsync takes "a glb, in an ArrayBuffer" or typed array. Bytes of a door make a model of a
# door, and bytes of a window make one of a window.
#
# Instead: Loaded files are kept by their address while they are in use. The address of bytes is that of basePath, by
# default the page, so that all bytes have the same one: the second model gets the nodes and animations of the first.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "cesium@${LATEST:-1.145.0}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { Model } from "cesium";

console.log(`cesium ${JSON.parse(readFileSync("node_modules/cesium/package.json", "utf8")).version}`);

/** A .glb with one node of this name. */
function file(name) {
  const json = Buffer.from(JSON.stringify({ asset: { version: "2.0" }, scene: 0, scenes: [{ nodes: [0] }], nodes: [{ name }] }).padEnd(128));
  return Uint8Array.from(Buffer.concat([Buffer.from(new Uint32Array([0x46546c67, 2, 148, 128, 0x4e4f534a]).buffer), json]));
}
const nameOf = (model) => model.loader.gltfJson.nodes[0].name;
const door = await Model.fromGltfAsync({ gltf: file("door") });
const window = await Model.fromGltfAsync({ gltf: file("window") });
const other = await Model.fromGltfAsync({ gltf: file("window"), basePath: "other/" });
console.log("the two models:", nameOf(door), nameOf(window), "and with another basePath:", nameOf(other));
assert.deepEqual([nameOf(door), nameOf(window), nameOf(other)], ["door", "door", "window"]);
EOF
node run.mjs
