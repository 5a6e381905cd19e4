#!/usr/bin/env bash
# three.js: the clone of a glTF model does not move where nodes have no names.
#
# Expected: Names are optional in glTF; channels refer to nodes by index. A model plays its animation, and so do its
# clones by SkeletonUtils.clone, each with a mixer of its own.
#
# Instead: The model plays, its clones stand still. GLTFLoader names the track of a node without a name by its uuid,
# which is another one in a clone; the mixer logs "No target node found". With a name in the file, both play.
#
# In this package: instances are made by Babylon.js, which keeps targets, not names. Give animated nodes names in files
# that are cloned in three.js; docs/engines.md.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "three@${LATEST:-0.187.0}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import * as THREE from "three";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
import { clone } from "three/addons/utils/SkeletonUtils.js";

console.log(`three ${JSON.parse(readFileSync("node_modules/three/package.json", "utf8")).version}`);
globalThis.self ??= globalThis;
globalThis.ProgressEvent ??= class {};
const logged = [];
console.error = (...words) => logged.push(words.join(" "));
console.warn = console.error;

/** A file of one node, with the name, that moves along x from 0 to 1 within a second. */
function createFile(name) {
  const data = new Float32Array([0, 1, 0, 0, 0, 1, 0, 0]); // two times, two positions
  const uri = `data:application/octet-stream;base64,${Buffer.from(data.buffer).toString("base64")}`;
  return JSON.stringify({
    asset: { version: "2.0" },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [name === undefined ? {} : { name }],
    animations: [{ samplers: [{ input: 0, output: 1 }], channels: [{ sampler: 0, target: { node: 0, path: "translation" } }] }],
    accessors: [
      { bufferView: 0, componentType: 5126, count: 2, type: "SCALAR", min: [0], max: [1] },
      { bufferView: 0, byteOffset: 8, componentType: 5126, count: 2, type: "VEC3" },
    ],
    bufferViews: [{ buffer: 0, byteLength: data.byteLength }],
    buffers: [{ uri, byteLength: data.byteLength }],
  });
}

/** Plays the model and its clone to the middle. @returns where their nodes are */
async function play(name) {
  const { scene, animations } = await new GLTFLoader().parseAsync(createFile(name), "");
  const [original, copy] = [scene, clone(scene)].map((model) => {
    const mixer = new THREE.AnimationMixer(model);
    mixer.clipAction(animations[0]).play();
    mixer.update(0.5);
    return model.children[0].position.x;
  });
  return { original, copy };
}
const named = await play("door");
assert.deepEqual(logged, []);
const unnamed = await play(undefined);
console.log("x in the middle, with a name:", named, "without:", unnamed);
console.log("logged:", logged.map((text) => text.replace(/[0-9a-f]{8}-[0-9a-f-]+/, "...")));
assert.deepEqual(named, { original: 0.5, copy: 0.5 });
assert.deepEqual(unnamed, { original: 0.5, copy: 0 }); // expected the same
assert.equal(logged.length, 1);
assert.match(logged[0], /No target node found/);
EOF
node run.mjs
