#!/usr/bin/env bash
# CesiumJS: keys of a sparse accessor are left at the values below.
#
# Expected: glTF 2.0 (3.6.2.3): a sparse accessor replaces some elements of its buffer view, or of zeros. Exporters
# write keys so that mostly stay at 0: the second of three keys is (5, 0, 0).
#
# Instead: All keys are (0, 0, 0): the sparse values of the outputs of animations are not read, and the node does not
# move.
#
# In this package: bake --for cesium writes outputs that are not sparse.
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

globalThis.Image ??= class {
  set src(_) {
    queueMicrotask(() => this.onerror()); // Node shows no pictures
  }
};
const numbers = new Float32Array([0, 1, 2, /* keys */ 0, 0, 0, 0, 0, 0, 0, 0, 0, /* the second key */ 5, 0, 0]);
const bytes = Buffer.concat([Buffer.from(numbers.buffer), Buffer.from([1, 0, 0, 0])]);
const sparse = { count: 1, indices: { bufferView: 3, componentType: 5123 }, values: { bufferView: 2 } };
const file = {
  asset: { version: "2.0" },
  scene: 0,
  scenes: [{ nodes: [0] }],
  nodes: [{ name: "door" }],
  buffers: [{ byteLength: bytes.length, uri: `data:application/octet-stream;base64,${bytes.toString("base64")}` }],
  bufferViews: [[0, 12], [12, 36], [48, 12], [60, 2]].map(([byteOffset, byteLength]) => ({ buffer: 0, byteOffset, byteLength })),
  accessors: [
    { bufferView: 0, componentType: 5126, count: 3, type: "SCALAR", min: [0], max: [2] },
    { bufferView: 1, componentType: 5126, count: 3, type: "VEC3", sparse },
  ],
  animations: [{ samplers: [{ input: 0, output: 1 }], channels: [{ sampler: 0, target: { node: 0, path: "translation" } }] }],
};
const place = new Resource({ url: "door/" });
const loader = new GltfLoader({ gltfJson: file, gltfResource: place, baseResource: place });
await loader.load();
const output = () => loader.components?.animations[0].samplers[0].output ?? [];
for (let count = 0; count < 100 && output().length === 0; count++) {
  loader.process({ context: {}, afterRender: [] });
  await new Promise((resolve) => setTimeout(resolve, 10));
}
console.log("the keys, expected (0, 0, 0) (5, 0, 0) (0, 0, 0):", output().join(" "));
assert.equal(output().join(" "), "(0, 0, 0) (0, 0, 0) (0, 0, 0)");
EOF
node run.mjs
