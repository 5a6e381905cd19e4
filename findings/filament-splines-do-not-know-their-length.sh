#!/usr/bin/env bash
# Filament: the tangents of a spline do not count for the time from key to key.
#
# Expected: Tangents are per second, and so are multiplied by the seconds between two keys (glTF 2.0, appendix C.5):
# from 0 to 10 in 4 s, with 4 per second at the first key and 1 at the second, the value after 1 s is 3.625.
#
# Instead: The time between the keys is not used. Tangents are multiplied by the position between the keys, from 0
# to 1: after 1 s the value is 1.691. So splines of 1 s are wrong, too, though less: 1.691 for 2.078 after 0.25 s.
#
# In this package: bake --for filament writes LINEAR keys within a tolerance.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "filament@${LATEST:-1.53.4}" "playwright-core@${LATEST:-1.65.1}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { chromium } from "playwright-core";

console.log(`filament ${JSON.parse(readFileSync("node_modules/filament/package.json", "utf8")).version}`);

/** A .glb with an animation of one channel for each node: how it moves along x, as { interpolation, times, x }. */
function glb(channels) {
  const bytes = [];
  const [bufferViews, accessors] = [[], []];
  const accessor = (type, numbers, more = {}) => {
    const array = new Float32Array(numbers);
    bufferViews.push({ buffer: 0, byteOffset: bytes.length, byteLength: array.byteLength });
    bytes.push(...new Uint8Array(array.buffer));
    const count = type === "VEC3" ? array.length / 3 : array.length;
    return accessors.push({ bufferView: bufferViews.length - 1, componentType: 5126, count, type, ...more }) - 1;
  };
  const samplers = channels.map(({ interpolation = "LINEAR", times, x }) => ({
    input: accessor("SCALAR", times, { min: [times[0]], max: [times.at(-1)] }),
    output: accessor("VEC3", x.flatMap((value) => [value, 0, 0])),
    interpolation,
  }));
  const json = {
    asset: { version: "2.0" },
    scene: 0,
    scenes: [{ nodes: [...channels.keys()] }],
    nodes: channels.map((_, i) => ({ name: `node ${i}` })),
    animations: [{ samplers, channels: channels.map((_, i) => ({ sampler: i, target: { node: i, path: "translation" } })) }],
    buffers: [{ byteLength: bytes.length }],
    bufferViews,
    accessors,
  };
  const chunk = (type, data) => {
    const padded = Buffer.concat([data, Buffer.alloc(-data.length & 3, 0x20)]);
    return Buffer.concat([Buffer.from(new Uint32Array([padded.length, type]).buffer), padded]);
  };
  const body = Buffer.concat([chunk(0x4e4f534a, Buffer.from(JSON.stringify(json))), chunk(0x004e4942, Buffer.from(bytes))]);
  return Buffer.concat([Buffer.from(new Uint32Array([0x46546c67, 2, 12 + body.length]).buffer), body]);
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
});
const page = await browser.newPage();
await page.route("**", (route) => {
  const path = `node_modules/filament${new URL(route.request().url()).pathname}`;
  return route.fulfill(/\.(js|wasm)$/.test(path) && existsSync(path) ? { path } : { contentType: "text/html", body: "" });
});
await page.goto("https://localhost/");
await page.addScriptTag({ url: "https://localhost/filament.js" });
await page.evaluate(() => new Promise((resolve) => Filament.init([], resolve)));

/** The x of each node, at the times in seconds. */
function play(channels, seconds) {
  const show = async ({ base64, count, seconds }) => {
    const engine = Filament.Engine.create(document.createElement("canvas"));
    const asset = engine.createAssetLoader().createAsset(Uint8Array.from(atob(base64), (c) => c.charCodeAt(0)));
    await new Promise((resolve) => asset.loadResources(resolve, null, "", null));
    const animator = asset.getInstance().getAnimator();
    const transforms = engine.getTransformManager();
    return seconds.map((time) => {
      animator.applyAnimation(0, time);
      return Array.from({ length: count }, (_, i) => {
        const instance = transforms.getInstance(asset.getFirstEntityByName(`node ${i}`));
        return transforms.getTransform(instance)[12];
      });
    });
  };
  return page.evaluate(show, { base64: glb(channels).toString("base64"), count: channels.length, seconds });
}

/** In-tangent, value and out-tangent of each key. */
const x = [0, 0, 4, 1, 10, 0];
/** The spline at a position between the keys, with the factor of its tangents. */
const spline = (t, factor) => (t ** 3 - 2 * t ** 2 + t) * factor * 4 + (t ** 3 - t ** 2) * factor * 1 + (3 * t ** 2 - 2 * t ** 3) * 10;
for (const length of [4, 1]) {
  const positions = [0.25, 0.5, 0.75];
  const shown = await play([{ interpolation: "CUBICSPLINE", times: [0, length], x }], positions.map((t) => t * length));
  const expected = positions.map((t) => spline(t, length));
  console.log(`${length} s from key to key, expected ${expected.join(", ")}:`, shown.flat().join(", "));
  positions.forEach((t, i) => assert.ok(Math.abs(shown[i][0] - spline(t, t)) < 1e-4 && Math.abs(shown[i][0] - expected[i]) > 0.01));
}
await browser.close();
EOF
node run.mjs
