#!/usr/bin/env bash
# CesiumJS: rotations in normalized shorts are not converted.
#
# Expected: glTF 2.0 (3.11): rotations may be normalized integers, as gltfpack writes them by default. The shorts 0,
# 23170, 0, 23170 are the quaternion 0, 0.707, 0, 0.707.
#
# Instead: The keys are the shorts as they are. Quaternions of the length 32767 are interpolated, and between keys
# whose lengths differ by rounding the angle is wrong.
#
# In this package: bake --for cesium writes floats.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "cesium@${LATEST:-1.145.0}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { GltfLoader, Resource } from "cesium";

console.log(`cesium ${JSON.parse(readFileSync("node_modules/cesium/package.json", "utf8")).version}`);
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

globalThis.Image ??= class {
  set src(_) {
    queueMicrotask(() => this.onerror()); // Node shows no pictures
  }
};
const file = glb({
  scenes: [{ nodes: [0] }],
  nodes: [{ name: "door" }],
  animations: [
    {
      samplers: [{ input: times(0, 1), output: accessor("VEC4", new Int16Array([0, 0, 0, 32767, 0, 23170, 0, 23170]), { normalized: true }) }],
      channels: [{ sampler: 0, target: { node: 0, path: "rotation" } }],
    },
  ],
});
const place = new Resource({ url: "door/" });
const loader = new GltfLoader({ typedArray: file, gltfResource: place, baseResource: place });
await loader.load();
const frame = { context: {}, afterRender: [] };
const output = () => loader.components?.animations[0].samplers[0].output ?? [];
for (let count = 0; count < 100 && output().length === 0; count++) {
  loader.process(frame);
  await new Promise((resolve) => setTimeout(resolve, 10));
}
console.log("the keys, expected 0, 0, 0, 1 and 0, 0.707, 0, 0.707:", output().join(" "));
assert.equal(output().join(" "), "(0, 0, 0, 32767) (0, 23170, 0, 23170)");
EOF
node run.mjs
