#!/usr/bin/env bash
# vtk.js: the mixer of a file with two animations plays the average of both.
#
# Expected: The animations of a file are alternatives, such as "walk" and "run": a player plays one of them, or none
# before it is told which. At 0.5 s, "walk" is at x = 1 and "run" at x = 5.
#
# Instead: createAnimationMixer() plays all of them at once and averages what they have in common: the node is at x =
# 3, where neither animation has it.
#
# In this package: validate --for vtkjs says so of files with several animations.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "@kitware/vtk.js@${LATEST:-37.4.3}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import vtkGLTFImporter from "@kitware/vtk.js/IO/Geometry/GLTFImporter.js";
import vtkRenderer from "@kitware/vtk.js/Rendering/Core/Renderer.js";

console.log(`@kitware/vtk.js ${JSON.parse(readFileSync("node_modules/@kitware/vtk.js/package.json", "utf8")).version}`);
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

/** The same as a .glb. */
function glb(json) {
  const chunk = (type, data, pad) => {
    const padded = Buffer.concat([data, Buffer.alloc(-data.length & 3, pad)]);
    return Buffer.concat([Buffer.from(new Uint32Array([padded.length, type]).buffer), padded]);
  };
  const chunks = [chunk(0x4e4f534a, Buffer.from(JSON.stringify(gltf(json))), 0x20), chunk(0x004e4942, Buffer.from(bytes), 0)];
  const body = Buffer.concat(chunks);
  return Uint8Array.from(Buffer.concat([Buffer.from(new Uint32Array([0x46546c67, 2, 12 + body.length]).buffer), body]));
}

/** Loads a file of these members. */
async function load(json) {
  const importer = vtkGLTFImporter.newInstance({ renderer: vtkRenderer.newInstance() });
  const ready = new Promise((resolve) => importer.onReady(resolve));
  await importer.parseAsBinary(glb(json).buffer);
  await ready;
  return importer;
}

const move = (name, x) => ({
  name,
  samplers: [{ input: times(0, 1), output: floats("VEC3", 0, 0, 0, x, 0, 0) }],
  channels: [{ sampler: 0, target: { node: 0, path: "translation" } }],
});
const importer = await load({ scenes: [{ nodes: [0] }], nodes: [{ name: "hero" }], animations: [move("walk", 2), move("run", 10)] });
importer.createAnimationMixer().tick(0.5);
const x = importer.getNodeTransforms().get("node-0").localMatrix[12];
console.log("x at 0.5 s, expected 1 (walk), or 5 (run), or 0 (none):", x);
assert.equal(x, 3);
EOF
node run.mjs
