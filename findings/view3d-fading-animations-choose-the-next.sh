#!/usr/bin/env bash
# View3D: the animation that fades out chooses the one that plays.
#
# Expected: With animationRepeatMode: "all", the animations of a model play one after the other. crossFade(2, 250) of
# egjs' View3D fades to animation 2, wherever the present one is: after a quarter of a second, 2 plays.
#
# Instead: If the present one, 0, comes to its end within the fade, 1 plays, at once: each end of an animation starts
# the one after it, also the end of one that fades out. In the frame of the change, the model shows its rest pose.
#
# In this package: docs/engines.md says so.
set -euo pipefail
export CHROMIUM=${CHROMIUM:-/usr/bin/chromium}
[ -x "$CHROMIUM" ] || { echo "This needs Chromium: CHROMIUM=/path/to/chromium"; exit 2; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "playwright-core@${LATEST:-1.65.1}"
mkdir view3d # its bundle needs none of its dependencies
tar xz --strip-components=1 -C view3d -f "$(npm pack --silent "@egjs/view3d@${LATEST:-2.10.1}")"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { chromium } from "playwright-core";

console.log(`@egjs/view3d ${JSON.parse(readFileSync("view3d/package.json", "utf8")).version}`);

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
  let now = 1000;
  let callbacks = [];
  performance.now = () => now;
  Date.now = () => now;
  window.requestAnimationFrame = (callback) => callbacks.push(callback);
  window.frame = async (seconds) => {
    now += 1000 * seconds;
    const due = callbacks;
    callbacks = [];
    due.forEach((callback) => callback(now));
    await new Promise((resolve) => setTimeout(resolve));
  };
});
const file = glb([{ name: "walk", times: [0, 1], x: [1, 1] }, { name: "run", times: [0, 1], x: [2, 2] }, { name: "wave", times: [0, 1], x: [3, 3] }]);
await page.route("**", (route) => {
  const { pathname } = new URL(route.request().url());
  const answers = {
    "/": { contentType: "text/html", body: '<!doctype html><div style="width: 64px; height: 64px"><canvas></canvas></div><script src="/view3d.js"></script>' },
    "/hero.glb": { contentType: "model/gltf-binary", body: file },
    "/view3d.js": { contentType: "text/javascript", path: "view3d/dist/view3d.pkgd.min.js" },
  };
  return route.fulfill(answers[pathname] ?? { status: 404 });
});
await page.goto("https://localhost/");
const shown = await page.evaluate(async () => {
  const view = new View3D(document.querySelector("div"), { src: "hero.glb", animationRepeatMode: "all", autoInit: false, maxDeltaTime: 1 });
  let ready = false;
  view.init().then(() => (ready = true));
  while (!ready) {
    await frame(0);
  }
  const hero = view.scene.root.getObjectByName("hero");
  /** Plays walk for some time, and fades to wave. @returns what plays, and x, in 5 frames of an eighth of a second */
  const fade = async (frames) => {
    view.animator.play(0);
    for (let i = 0; i < frames; i++) {
      await frame(1 / 8);
    }
    view.animator.crossFade(2, 250);
    const shown = [];
    for (let i = 0; i < 5; i++) {
      await frame(1 / 8);
      shown.push(`${view.animator.activeAnimation.name} ${Number(hero.position.x.toFixed(2))}`);
    }
    return shown;
  };
  return { early: await fade(2), late: await fade(7) };
});
await browser.close();
console.log("a fade from walk (x = 1) to wave (x = 3), in its middle:", shown.early.join(", "));
console.log("the same, shortly before the end of walk:", shown.late.join(", "));
assert.deepEqual(shown.early, ["wave 2", "wave 3", "wave 3", "wave 3", "wave 3"]);
assert.deepEqual(shown.late, ["run 0", "run 2", "run 2", "run 2", "run 2"]);
EOF
node run.mjs
