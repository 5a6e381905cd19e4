#!/usr/bin/env bash
# OGL: an animation with a channel of morph weights throws, and the rest of it does not play either.
#
# Expected: Weights of morph targets are a part of glTF 2.0 (3.11). An engine without morph targets leaves the channel
# out, and plays the translation beside it: at 0.5 s, the node is at 1.
#
# Instead: The channel has a property for translation, rotation and scale only. For weights it is undefined, and
# update() throws, so that what comes after this channel stays at rest.
#
# In this package: validate --for ogl finds such channels.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "ogl@${LATEST:-1.0.11}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { GLTFAnimation, GLTFLoader, Transform } from "ogl";

console.log(`ogl ${JSON.parse(readFileSync("node_modules/ogl/package.json", "utf8")).version}`);
const bytes = [];
const bufferViews = [];
const accessors = [];

/** Adds an accessor with the numbers of a typed array, and returns its index. */
function accessor(type, array, more = {}) {
  const componentType = { Int16Array: 5122, Float32Array: 5126 }[array.constructor.name];
  const size = { SCALAR: 1, VEC3: 3, VEC4: 4 }[type];
  bufferViews.push({ buffer: 0, byteOffset: bytes.length, byteLength: array.byteLength });
  bytes.push(...new Uint8Array(array.buffer), ...new Array(-array.byteLength & 3).fill(0));
  return accessors.push({ bufferView: bufferViews.length - 1, componentType, count: array.length / size, type, ...more }) - 1;
}
const times = (...seconds) => accessor("SCALAR", new Float32Array(seconds), { min: [Math.min(...seconds)], max: [Math.max(...seconds)] });
const floats = (type, ...values) => accessor(type, new Float32Array(values));

/** A glTF file of the given members, with all accessors. */
const gltf = (json) => ({ asset: { version: "2.0" }, scene: 0, buffers: [{ byteLength: bytes.length }], bufferViews, accessors, ...json });

const triangle = accessor("VEC3", new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]), { min: [0, 0, 0], max: [1, 1, 0] });
const json = gltf({
  scenes: [{ nodes: [0, 1] }],
  nodes: [{ name: "face", mesh: 0 }, { name: "door" }],
  meshes: [{ primitives: [{ attributes: { POSITION: triangle }, targets: [{ POSITION: triangle }] }] }],
  animations: [
    {
      name: "open",
      samplers: [
        { input: times(0, 1), output: floats("SCALAR", 0, 1) },
        { input: times(0, 1), output: floats("VEC3", 0, 0, 0, 2, 0, 0) },
      ],
      channels: [
        { sampler: 0, target: { node: 0, path: "weights" } },
        { sampler: 1, target: { node: 1, path: "translation" } },
      ],
    },
  ],
});
const [face, door] = [new Transform(), new Transform()];
const data = new Uint8Array(bytes).buffer;
const [{ animation }] = GLTFLoader.parseAnimations(null, json, [face, door], bufferViews.map((view) => ({ ...view, data })));
assert(animation instanceof GLTFAnimation);
animation.elapsed = 0.5;
let message = "none";
try {
  animation.update(1, true);
} catch (error) {
  ({ message } = error);
}
console.log("the door, expected x = 1:", door.position.x, "error, expected none:", message);
assert.equal(door.position.x, 0);
assert.notEqual(message, "none");
EOF
node run.mjs
