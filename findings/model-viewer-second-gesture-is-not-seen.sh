#!/usr/bin/env bash
# model-viewer: a gesture is not seen the second time.
#
# Expected: A character runs, waves once, runs on, and waves once more, by animationName and play({ repetitions: 1 }):
# the second time as the first.
#
# Instead: The second wave is not seen: it is over after its second, with the event "finished", but all that time the
# character runs. The viewer finds the wave at its end, and sets the time of everything back to 0. The fade that has
# just begun goes by that time too, and waits until the viewer has played as long again as it had before: after a
# minute of running, a minute. The same happens if currentTime is set after the animation was changed.
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

/** The x in the middle of two waves, between which the character runs, and the number of "finished" events. */
const { waves, finished } = await page.evaluate(async () => {
  const viewer = await load({ animationName: "run" });
  let finished = 0;
  viewer.addEventListener("finished", () => finished++);
  const advance = async (seconds) => {
    for (let i = 0; i < seconds * 8; i++) {
      await frame(1 / 8);
    }
  };
  const show = async (name, options) => {
    viewer.animationName = name;
    await viewer.updateComplete;
    viewer.play(options);
  };
  await show("run");
  await advance(3);
  const waves = [];
  for (let i = 0; i < 2; i++) {
    await show("wave", { repetitions: 1 });
    await advance(0.5);
    waves.push(viewer.x());
    await advance(0.75);
    await show("run");
    await advance(3);
  }
  return { waves, finished };
});
await browser.close();
console.log("x in the middle of two waves, expected 15, 15:", waves.join(", "), "- finished:", finished);
assert.equal(finished, 2);
assert.equal(waves[0], 15);
assert.equal(waves[1], 0.5, "the run, half a second after its start");
EOF
node run.mjs
