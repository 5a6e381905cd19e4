#!/usr/bin/env bash
# maptalks: in gltf-layer, a translation of 0 is not shown.
#
# Expected: An animation sets the translation of a node to that of its keys (glTF 2.0, 3.11): a lift that goes from
# x = 3 to x = 0 stands at 0.
#
# Instead: A translation of 0, a rotation by less than 0.16 degrees, and a scale of 1 are skipped. The node keeps its
# value of the frame before: the lift stands near 0, where the last frame of its way was, or at x = 3, if it jumps.
# Values that are off by 0.000002, and rotations that are by 0.2 degrees, are shown.
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

const input = times(0, 0.5, 0.50048828125, 1);
const jump = (type, from, to) => ({ input, output: floats(type, ...from, ...from, ...to, ...to) });
const PATHS = ["translation", "rotation", "scale"];

/** An animation that holds x = 3, a quarter turn and a scale of 3 until 0.5 s, then these. */
const animation = (name, translation, rotation, scale) => ({
  name,
  samplers: [
    jump("VEC3", [3, 0, 0], translation),
    jump("VEC4", [0, 0, Math.SQRT1_2, Math.SQRT1_2], rotation),
    jump("VEC3", [3, 1, 1], scale),
  ],
  channels: PATHS.map((path, sampler) => ({ sampler, target: { node: 0, path } })),
});
const OFF = 0.000002;
const half = (0.1 * Math.PI) / 180;
const base64 = Buffer.from(
  glb({
    scenes: [{ nodes: [0] }],
    nodes: [{ name: "lift" }],
    animations: [
      animation("down", [0, 0, 0], [0, 0, 0, 1], [1, 1, 1]),
      animation("nearly down", [OFF, 0, 0], [0, 0, Math.sin(half), Math.cos(half)], [1 + OFF, 1, 1]),
    ],
  }),
).toString("base64");
const contents = `import { reshader } from "@maptalks/gl";
  globalThis.play = async (base64, name, times) => {
    const { buffer, byteLength } = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
    const model = await reshader.GLTFHelper.loadGLTF("", { buffer, byteOffset: 0, byteLength }, {});
    const pack = reshader.GLTFHelper.exportGLTFPack(model, null); // an application that draws nothing
    pack.getMeshesInfo();
    return times.map((time) => {
      pack.updateAnimation(1000 * time, true, 1, name, 0, {}, {}); // as a marker does in each frame
      const { translation, rotation, scale } = model.nodes[0].trs;
      return [translation[0], rotation[2], scale[0]].map((value) => Math.round(1e4 * value) / 1e4);
    });
  };`;
const { outputFiles } = await build({ stdin: { contents, resolveDir: "." }, bundle: true, write: false, format: "iife", logLevel: "error" });
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium" });
const page = await browser.newPage();
await page.addScriptTag({ content: outputFiles[0].text });
const play = (name) => page.evaluate(([base64, name]) => globalThis.play(base64, name, [0.25, 0.75, 0.9]), [base64, name]);
const [shown, mended] = [await play("down"), await play("nearly down")];
await browser.close();
const text = (frames) => frames.map((values) => values.join(" ")).join(", ");
console.log("x, z of the quaternion and scale at 0.25 s, 0.75 s and 0.9 s, expected 3 0.7071 3, 0 0 1, 0 0 1:", text(shown));
console.log("with values that are off by 0.000002 or 0.2 degrees, expected 0 0.0017 1 at the end:", text(mended));
const before = [3, 0.7071, 3];
assert.deepEqual(shown, [before, before, before]);
assert.deepEqual(mended, [before, [0, 0.0017, 1], [0, 0.0017, 1]]);
EOF
node run.mjs
