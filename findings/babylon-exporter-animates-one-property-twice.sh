#!/usr/bin/env bash
# Babylon.js: the glTF exporter writes an invalid file for x and y that are animated one by one.
#
# Expected: A group that animates position.x and position.y, as the Inspector and its curve editor do, moves a node from
# (0, 0) to (3, 4). The file has one channel for the translation, since each target and path must be animated once (glTF
# 2.0, 3.11).
#
# Instead: There are two channels for the translation of the node, each with the other component as it is at the moment:
# Khronos' validator finds an error, and engines play one of the two.
#
# In this package: the exporter of ./serializer joins components; docs/file-tools.md.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "@babylonjs/core@${LATEST:-9.35.0}" "@babylonjs/serializers@${LATEST:-9.28.0}" "gltf-validator@${LATEST:-2.0.0-dev.3.10}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import * as BABYLON from "@babylonjs/core";
import { GLTF2Export } from "@babylonjs/serializers/glTF/2.0/index.js";
import validator from "gltf-validator";

for (const name of ["core", "serializers"]) {
  console.log(`@babylonjs/${name} ${JSON.parse(readFileSync(`node_modules/@babylonjs/${name}/package.json`, "utf8")).version}`);
}
const scene = new BABYLON.Scene(new BABYLON.NullEngine());

const node = new BABYLON.TransformNode("node", scene);
const group = new BABYLON.AnimationGroup("move", scene);
Object.entries({ "position.x": 3, "position.y": 4 }).forEach(([property, value]) => {
  const animation = new BABYLON.Animation(property, property, 60, BABYLON.Animation.ANIMATIONTYPE_FLOAT);
  animation.setKeys([{ frame: 0, value: 0 }, { frame: 60, value }]);
  group.addTargetedAnimation(animation, node);
});

const { files } = await GLTF2Export.GLBAsync(scene, "move");
const bytes = new Uint8Array(await files["move.glb"].arrayBuffer());
const json = JSON.parse(new TextDecoder().decode(bytes.subarray(20, 20 + new DataView(bytes.buffer).getUint32(12, true))));
const targets = json.animations[0].channels.map(({ target }) => `node ${target.node}, ${target.path}`);
const { issues } = await validator.validateBytes(bytes);
const errors = issues.messages.filter(({ severity }) => severity === 0).map(({ code }) => code);
console.log("targets, expected one:", targets, "errors:", errors);
assert.equal(targets.length, 2);
assert.equal(targets[0], targets[1]);
assert.ok(errors.includes("ANIMATION_DUPLICATE_TARGETS"));
EOF
node run.mjs
