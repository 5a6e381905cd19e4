#!/usr/bin/env bash
# model-viewer: currentTime is multiplied by the speed.
#
# Expected: currentTime is the time of the animation in seconds, to read and to set, as that of a video: after
# viewer.currentTime = 3, it is 3, at any speed, and the pose is that of 3 s.
#
# Instead: At a timeScale of 0.5 it is 1.5, and so is the pose; at 2, it is 6, which is 2 s in an animation of 4 s; at
# -1, it is 1. A slider shows other poses when the speed is changed, and none but the first at the speed 0.
#
# In this package: docs/engines.md says so.
set -euo pipefail
export CHROMIUM=${CHROMIUM:-/usr/bin/chromium}
[ -x "$CHROMIUM" ] || { echo "This needs Chromium: CHROMIUM=/path/to/chromium"; exit 2; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "@google/model-viewer@${LATEST:-4.4.0}" "playwright-core@${LATEST:-1.65.1}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { chromium } from "playwright-core";

console.log(`@google/model-viewer ${JSON.parse(readFileSync("node_modules/@google/model-viewer/package.json", "utf8")).version}`);

/** A .glb with a node "hero" at x = 0 and clips of linear motion along x, as { name, times, x }. */
function glb(clips) {
  const bytes = [];
  const bufferViews = [];
  const accessors = [];
  const accessor = (type, numbers, more = {}) => {
    const array = new Float32Array(numbers);
    bufferViews.push({ buffer: 0, byteOffset: bytes.length, byteLength: array.byteLength });
    bytes.push(...new Uint8Array(array.buffer));
    return accessors.push({ bufferView: bufferViews.length - 1, componentType: 5126, count: array.length / (type === "VEC3" ? 3 : 1), type, ...more }) - 1;
  };
  const animations = clips.map(({ name, times, x }) => {
    const input = accessor("SCALAR", times, { min: [times[0]], max: [times.at(-1)] });
    const output = accessor("VEC3", x.flatMap((value) => [value, 0, 0]));
    return { name, samplers: [{ input, output }], channels: [{ sampler: 0, target: { node: 0, path: "translation" } }] };
  });
  const POSITION = accessor("VEC3", [0, 0, 0, 1, 0, 0, 0, 1, 0], { min: [0, 0, 0], max: [1, 1, 0] });
  const json = {
    asset: { version: "2.0" },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ name: "hero", mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION } }] }],
    animations,
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

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"] });
const page = await browser.newPage();
await page.addInitScript(() => {
  // time passes only by frame(seconds)
  let now = 0;
  let callbacks = [];
  performance.now = () => now;
  window.requestAnimationFrame = (callback) => callbacks.push(callback);
  window.frame = async (seconds) => {
    now += 1000 * seconds;
    const due = callbacks;
    callbacks = [];
    due.forEach((callback) => callback(now));
    await new Promise((resolve) => setTimeout(resolve));
  };
  /** A viewer that has loaded the file; x() is where its hero is. */
  window.load = async (attributes) => {
    const viewer = document.createElement("model-viewer");
    Object.assign(viewer, { src: "hero.glb", loading: "eager", ...attributes });
    viewer.style = "display: block; width: 64px; height: 64px";
    document.body.append(viewer);
    while (!viewer.modelIsVisible) {
      await frame(0);
    }
    const scene = viewer[Object.getOwnPropertySymbols(viewer).find(({ description }) => description === "scene")];
    viewer.x = () => Number(scene.getObjectByName("hero").position.x.toFixed(4));
    return viewer;
  };
});
const file = glb([{ name: "run", times: [0, 4], x: [0, 4] }]);
await page.route("**", (route) => {
  const { pathname } = new URL(route.request().url());
  const answers = {
    "/": { contentType: "text/html", body: "<!doctype html><body></body>" },
    "/hero.glb": { contentType: "model/gltf-binary", body: file },
    "/model-viewer.js": { contentType: "text/javascript", path: "node_modules/@google/model-viewer/dist/model-viewer.min.js" },
  };
  return route.fulfill(answers[pathname] ?? { status: 404 });
});
await page.goto("https://localhost/");
await page.addScriptTag({ url: "/model-viewer.js", type: "module" });

const speeds = [1, 0.5, 2, -1, 0];
const shown = await page.evaluate(async (speeds) => {
  const viewer = await load({ animationName: "run" }); // x is the time
  viewer.play();
  return speeds.map((speed) => {
    viewer.timeScale = speed;
    viewer.currentTime = 3;
    return { speed, currentTime: viewer.currentTime, x: viewer.x() };
  });
}, speeds);
await browser.close();
for (const { speed, currentTime, x } of shown) {
  console.log(`speed ${speed}, set to 3 s: currentTime is ${currentTime}, x ${x}`);
  const scaled = (((3 * speed) % 4) + 4) % 4;
  assert.deepEqual([currentTime, x], [scaled, scaled]);
}
EOF
node run.mjs
