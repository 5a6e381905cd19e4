#!/usr/bin/env bash
# A-Frame: animation-mixer plays a clip at a speed that it had before.
#
# Expected: timeScale and duration of the component animation-mixer are those of the clip that plays: a character that
# runs at the double speed, stands, and runs again with timeScale: 1 runs at the speed of its clip.
#
# Instead: It runs at the double speed, though the attribute says 1. When the clip changes, a timeScale of 1 and a
# duration of 0 are not passed on, because they are the defaults, and three keeps the speed that the clip had when it
# last played.
#
# In this package: docs/engines.md says so. A timeScale of 1.0001 is passed on.
set -euo pipefail
export CHROMIUM=${CHROMIUM:-/usr/bin/chromium}
[ -x "$CHROMIUM" ] || { echo "This needs Chromium: CHROMIUM=/path/to/chromium"; exit 2; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "playwright-core@${LATEST:-1.65.1}"
for name in "aframe@${LATEST:-1.8.0}" "aframe-extras@${LATEST:-7.7.0}"; do # their bundles need none of their dependencies
  mkdir -p "${name%@*}"
  tar xz --strip-components=1 -C "${name%@*}" -f "$(npm pack --silent "$name")"
done
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { chromium } from "playwright-core";

for (const name of ["aframe", "aframe-extras"]) {
  console.log(`${name} ${JSON.parse(readFileSync(`${name}/package.json`, "utf8")).version}`);
}

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
});
const file = glb([{ name: "run", times: [0, 4], x: [0, 4] }, { name: "stand", times: [0, 4], x: [0, 0] }]);
const scripts = { "/aframe.js": "aframe/dist/aframe-master.min.js", "/extras.js": "aframe-extras/dist/aframe-extras.loaders.min.js" };
const scene = `<a-scene><a-entity gltf-model="hero.glb" animation-mixer="clip: run; timeScale: 2"></a-entity></a-scene>`;
await page.route("**", (route) => {
  const { pathname } = new URL(route.request().url());
  if (scripts[pathname] !== undefined) {
    return route.fulfill({ contentType: "text/javascript", path: scripts[pathname] });
  }
  const answers = {
    "/": { contentType: "text/html", body: `<!doctype html>${Object.keys(scripts).map((src) => `<script src="${src}"></script>`).join("")}${scene}` },
    "/hero.glb": { contentType: "model/gltf-binary", body: file },
  };
  return route.fulfill(answers[pathname] ?? { status: 404 });
});
await page.goto("https://localhost/");
const shown = await page.evaluate(async () => {
  const entity = document.querySelector("[gltf-model]");
  while (entity.components?.["animation-mixer"]?.mixer == null || !entity.sceneEl.renderStarted) {
    await frame(0);
  }
  const hero = entity.getObject3D("mesh").getObjectByName("hero");
  /** How far x moves in a quarter of a second, after a change of the component. */
  const measure = async (data) => {
    entity.setAttribute("animation-mixer", data);
    await frame(0.25);
    const { x } = hero.position;
    await frame(0.25);
    return { ...data, asked: entity.getAttribute("animation-mixer").timeScale, moved: Number((hero.position.x - x).toFixed(4)) };
  };
  return [
    await measure({ clip: "run", timeScale: 2 }),
    await measure({ clip: "stand", timeScale: 1 }),
    await measure({ clip: "run", timeScale: 1 }),
    await measure({ clip: "stand", timeScale: 1 }),
    await measure({ clip: "run", timeScale: 1.0001 }),
  ];
});
await browser.close();
for (const { clip, asked, moved } of shown) {
  console.log(`${clip} with timeScale ${asked}: x moves by ${moved} in 0.25 s`);
}
const moved = shown.map(({ moved }) => moved);
assert.deepEqual(shown.map(({ asked }) => asked), [2, 1, 1, 1, 1.0001]);
assert.deepEqual(moved, [0.5, 0, 0.5, 0, 0.25]); // the third is 0.25 by its timeScale
EOF
node run.mjs
