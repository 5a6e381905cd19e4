#!/usr/bin/env bash
# maptalks: in gltf-layer, a translation of 0 is not shown.
#
# Expected: An animation sets the translation of a node to that of its keys (glTF 2.0, 3.11): a lift that goes from
# x = 3 to x = 0 stands at 0.
#
# Instead: A translation of 0, a rotation that does not turn, and a scale of 1 are skipped. The node keeps its value
# of the frame before: the lift stands near 0, where the last frame of its way was, or at x = 3, if it jumps.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "@maptalks/gl@${LATEST:-0.118.1}" "esbuild@${LATEST:-0.28.0}" "playwright-core@${LATEST:-1.65.1}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { build } from "esbuild";
import { chromium } from "playwright-core";

console.log(`@maptalks/gl ${JSON.parse(readFileSync("node_modules/@maptalks/gl/package.json", "utf8")).version}`);
const bytes = [];
const bufferViews = [];
const accessors = [];

/** Adds an accessor with the numbers of a typed array, and returns its index. */
function accessor(type, array, more = {}) {
  const componentType = { Uint8Array: 5121, Int16Array: 5122, Uint16Array: 5123, Float32Array: 5126 }[array.constructor.name];
  const size = { SCALAR: 1, VEC3: 3, VEC4: 4, MAT4: 16 }[type];
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

const base64 = Buffer.from(
  glb({
    scenes: [{ nodes: [0] }],
    nodes: [{ name: "lift" }],
    animations: [
      {
        name: "down",
        samplers: [{ input: times(0, 0.5, 0.50048828125, 1), output: floats("VEC3", 3, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0) }],
        channels: [{ sampler: 0, target: { node: 0, path: "translation" } }],
      },
    ],
  }),
).toString("base64");
const contents = `import { reshader } from "@maptalks/gl";
  globalThis.play = async (base64, times) => {
    const { buffer, byteLength } = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
    const model = await reshader.GLTFHelper.loadGLTF("", { buffer, byteOffset: 0, byteLength }, {});
    const pack = reshader.GLTFHelper.exportGLTFPack(model, null); // an application that draws nothing
    pack.getMeshesInfo();
    return times.map((time) => {
      pack.updateAnimation(1000 * time, true, 1, "down", 0, {}, {}); // as a marker does in each frame
      return model.nodes[0].trs.translation[0];
    });
  };`;
const { outputFiles } = await build({ stdin: { contents, resolveDir: "." }, bundle: true, write: false, format: "iife", logLevel: "error" });
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium" });
const page = await browser.newPage();
await page.addScriptTag({ content: outputFiles[0].text });
const shown = await page.evaluate((base64) => globalThis.play(base64, [0.25, 0.75, 0.9]), base64);
await browser.close();
console.log("x at 0.25 s, 0.75 s and 0.9 s, expected 3, 0, 0:", shown.join(", "));
assert.deepEqual(shown, [3, 3, 3]);
EOF
node run.mjs
