#!/usr/bin/env bash
# Hilo3d: a node with rotations in normalized shorts is enormous.
#
# Expected: glTF 2.0 (3.11): rotations may be normalized integers, as gltfpack writes them by default. The shorts 0,
# 23170, 0, 23170 are the quaternion 0, 0.707, 0, 0.707.
#
# Instead: The shorts are taken as they are: the quaternion has the length 32767, and the node is a thousand million
# times as large.
#
# In this package: bake --for hilo3d writes floats.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "hilo3d@${LATEST:-1.19.1}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

console.log(`hilo3d ${JSON.parse(readFileSync("node_modules/hilo3d/package.json", "utf8")).version}`);
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

// a page with nothing in it
Object.assign(globalThis, { window: globalThis, screen: {}, Image: class {}, document: { createElement: () => ({ getContext: () => null }) } });
globalThis.navigator ??= { userAgent: "" };
const Hilo3d = createRequire(import.meta.url)("hilo3d");

/** Loads a file of these members. */
const load = (json) => new Hilo3d.GLTFParser(glb(json).buffer, { isMultiAnim: true }).parse(new Hilo3d.GLTFLoader());

const { anim, node } = await load({
  scenes: [{ nodes: [0] }],
  nodes: [{ name: "door" }],
  animations: [
    {
      samplers: [{ input: times(0, 1), output: accessor("VEC4", new Int16Array([0, 0, 0, 32767, 0, 23170, 0, 23170]), { normalized: true }) }],
      channels: [{ sampler: 0, target: { node: 0, path: "rotation" } }],
    },
  ],
});
anim.currentTime = 0;
anim.updateAnimStates();
const { x, y, z, w } = node.getChildByName("door").quaternion;
console.log("the rotation at 0 s, expected 0, 0, 0, 1:", [x, y, z, w]);
assert.deepEqual([x, y, z, w], [0, 0, 0, 32767]);
EOF
node run.mjs
