#!/usr/bin/env bash
# vtk.js: a face is shown without the weights of its mesh or node.
#
# Expected: glTF 2.0 (3.7.2.2): mesh.weights are the weights of a morph mesh at rest, and node.weights, if there, are
# used in their place. With 0.5 and 0.75, the first corner of two triangles is at the heights 0.5 and 0.75.
#
# Instead: Weights are read in animations only: both are at 0.
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

const triangle = () => accessor("VEC3", new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]), { min: [0, 0, 0], max: [1, 1, 0] });
const smile = () => accessor("VEC3", new Float32Array([0, 0, 1, 0, 0, 0, 0, 0, 0]), { min: [0, 0, 0], max: [0, 0, 1] });
const mesh = () => ({ weights: [0.5], primitives: [{ attributes: { POSITION: triangle() }, targets: [{ POSITION: smile() }] }] });
const importer = await load({
  scenes: [{ nodes: [0, 1] }],
  nodes: [{ name: "by mesh", mesh: 0 }, { name: "by node", mesh: 1, weights: [0.75] }],
  meshes: [mesh(), mesh()],
});
const heights = [0, 1].map((node) => importer.getActors().get(`node-${node}_primitive-0`).getMapper().getInputData().getPoints().getData()[2]);
console.log("heights of the first corners, expected 0.5 and 0.75:", heights);
assert.deepEqual(heights, [0, 0]);
EOF
node run.mjs
