#!/usr/bin/env bash
# ClayGL: a channel of one key is left at rest.
#
# Expected: A sampler may have a single key (glTF 2.0, 3.11): its value is held. Exporters write such channels for
# what does not move in a clip.
#
# Instead: The node stays where it is at rest, at x = 0 in place of 3.
#
# In this package: bake --for claygl writes a key at 0 and one at the common end.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "claygl@${LATEST:-1.3.0}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { loader } from "claygl";

console.log(`claygl ${JSON.parse(readFileSync("node_modules/claygl/package.json", "utf8")).version}`);
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

/** Loads a file of these members. */
const load = (json) => new loader.GLTF().parse(gltf(json), [new Uint8Array(bytes).buffer]);

const { clips, nodes } = load({
  scenes: [{ nodes: [0, 1] }],
  nodes: [{ name: "still" }, { name: "moved" }],
  animations: [
    {
      samplers: [
        { input: times(0), output: floats("VEC3", 3, 0, 0) },
        { input: times(0, 1), output: floats("VEC3", 0, 0, 0, 1, 0, 0) },
      ],
      channels: [0, 1].map((node) => ({ sampler: node, target: { node, path: "translation" } })),
    },
  ],
});
clips[0].setTime(500);
const [still, moved] = nodes.map(({ position }) => position.x);
console.log("the node with one key, expected x = 3:", still, "the other one, expected 0.5:", moved);
assert.deepEqual([still, moved], [0, 0.5]);
EOF
node run.mjs
