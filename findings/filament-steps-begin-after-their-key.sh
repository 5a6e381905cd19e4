#!/usr/bin/env bash
# Filament: at the time of a STEP key, the value before it is shown.
#
# Expected: At the time of a key, its value is used as it is (glTF 2.0, appendix C): with the values 1, 2, 3 and 4 at
# 0, 1, 2 and 3 s, the value at 1 s is 2. A clip that is rendered at the frame rate of its keys has such times only.
#
# Instead: At exactly 1 s the value is 1, and at exactly 2 s it is 2. LINEAR keys show at their times.
#
# In this package: bake --for filament writes each jump as two LINEAR keys.
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

const keys = { times: [0, 1, 2, 3], x: [1, 2, 3, 4] };
const seconds = [0.5, 1, 1.25, 2];
const shown = await play([{ ...keys, interpolation: "STEP" }, keys], seconds);
await browser.close();
console.log(`STEP at ${seconds.join(", ")} s, expected 1, 2, 2, 3:`, shown.map(([x]) => x).join(", "));
console.log("LINEAR, expected 1.5, 2, 2.25, 3:", shown.map(([, x]) => x).join(", "));
assert.deepEqual(shown, [
  [1, 1.5],
  [1, 2],
  [2, 2.25],
  [2, 3],
]);
EOF
node run.mjs
