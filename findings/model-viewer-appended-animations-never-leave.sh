#!/usr/bin/env bash
# model-viewer: an appended animation that has ended still counts half.
#
# Expected: appendAnimation("wave", { repetitions: 1 }) adds a wave to a character that runs. When it has ended, with
# the event "finished", and is no more in appendedAnimations, the character runs as before.
#
# Instead: From then on, each pose is the middle between the run and the last pose of the wave, for good. The wave is
# held at its end with its weight of 1, though the list of the appended animations is empty.
#
# In this package: docs/engines.md says so. detachAnimation("wave") at "finished" lets the run be seen again.
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
const file = glb([{ name: "run", times: [0, 4], x: [0, 4] }, { name: "wave", times: [0, 1], x: [10, 20] }]);
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

const shown = await page.evaluate(async () => {
  const viewer = await load({ animationName: "run" });
  const appended = [];
  viewer.addEventListener("finished", () => appended.push(viewer.appendedAnimations.length));
  const look = () => ({ time: viewer.currentTime, x: viewer.x() });
  viewer.play();
  await frame(0.5);
  const before = look();
  viewer.appendAnimation("wave", { repetitions: 1 });
  await frame(0.5);
  await frame(0.5);
  const after = [];
  for (let i = 0; i < 6; i++) {
    await frame(0.25);
    after.push(look());
  }
  viewer.detachAnimation("wave", { fade: false });
  await frame(0.25);
  return { appended, before, after, detached: look() };
});
await browser.close();
console.log("appended animations at finished:", shown.appended.join(", "));
console.log("x of a run that is at x = time, after the wave:", shown.after.map(({ time, x }) => `${x} at ${time} s`).join(", "));
console.log("after detachAnimation:", shown.detached.x, "at", shown.detached.time, "s");
assert.deepEqual(shown.appended, [0]);
assert.equal(shown.before.x, shown.before.time);
assert.equal(shown.detached.x, shown.detached.time);
for (const { time, x } of shown.after) {
  assert.equal(x, (time + 20) / 2);
}
EOF
node run.mjs
