#!/usr/bin/env bash
# Needle Engine: an animation that is played again while it fades out goes on fading out.
#
# Expected: Animation.play(name, { fadeDuration: 0.5 }) fades to that animation, and fades the others out. A character
# that walks, stops, and walks on before it stands still, walks: the last one that was asked for is shown.
#
# Instead: The second play("walk") does nothing, as "walk" still runs: it fades out to the end, and the character stands
# while it should walk. Once it has faded out, play("walk") works again.
#
# In this package: docs/engines.md says so.
set -euo pipefail
export CHROMIUM=${CHROMIUM:-/usr/bin/chromium}
[ -x "$CHROMIUM" ] || { echo "This needs Chromium: CHROMIUM=/path/to/chromium"; exit 2; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "playwright-core@${LATEST:-1.65.1}"
mkdir engine # its bundle needs none of its dependencies
tar xz --strip-components=1 -C engine -f "$(npm pack --silent "@needle-tools/engine@${LATEST:-4.16.5}")"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { chromium } from "playwright-core";

console.log(`@needle-tools/engine ${JSON.parse(readFileSync("engine/package.json", "utf8")).version}`);

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
  window.requestAnimationFrame = (callback) => callbacks.push(callback);
  window.frame = async (seconds) => {
    now += 1000 * seconds;
    const due = callbacks;
    callbacks = [];
    due.forEach((callback) => callback(now));
    await new Promise((resolve) => setTimeout(resolve));
  };
});
const file = glb([{ name: "walk", times: [0, 4], x: [1, 1] }, { name: "stand", times: [0, 4], x: [2, 2] }]);
await page.route("**", (route) => {
  const { hostname, pathname } = new URL(route.request().url());
  if (hostname === "localhost" && pathname.startsWith("/engine/")) {
    return route.fulfill({ path: `engine/dist/${pathname.slice("/engine/".length)}` });
  }
  const answers = {
    "/": { contentType: "text/html", body: "<!doctype html><body></body>" },
    "/hero.glb": { contentType: "model/gltf-binary", body: file },
  };
  return route.fulfill(answers[pathname] ?? { status: 404 }); // nothing is loaded from elsewhere
});
await page.goto("https://localhost/");
const shown = await page.evaluate(async () => {
  const { addComponent, Animation, loadAsset } = await import("/engine/needle-engine.min.js");
  const element = document.createElement("needle-engine");
  document.body.append(element);
  /** The result of a promise, for which frames are needed. */
  const settle = async (promise) => {
    let result;
    promise.then((value) => (result = value));
    while (result === undefined) {
      await frame(0.01);
    }
    return result;
  };
  const context = await settle(element.getContext());
  const model = await settle(loadAsset("hero.glb", { context }));
  context.scene.add(model.scene);
  const animation = addComponent(model.scene, Animation, { playAutomatically: false });
  animation.animations = model.animations;
  const hero = model.scene.getObjectByName("hero");
  /** Walks, stands, and walks again after some frames of a tenth of a second. @returns x in the 8 frames after that */
  const walk = async (frames) => {
    const advance = async (count) => {
      const xs = [];
      for (let i = 0; i < count; i++) {
        await frame(0.1);
        xs.push(Number(hero.position.x.toFixed(2)));
      }
      return xs;
    };
    const fade = { fadeDuration: 0.5 };
    animation.play("walk", fade);
    await advance(8);
    animation.play("stand", fade);
    await advance(frames);
    animation.play("walk", fade);
    return advance(8);
  };
  return { after: await walk(8), within: await walk(2) };
});
await browser.close();
console.log(`x of walk (1) after a second of stand (2): ${shown.after.join(", ")}`);
console.log(`the same within the fade to stand, expected 1 at the end: ${shown.within.join(", ")}`);
assert.deepEqual(shown.after, [1.8, 1.6, 1.4, 1.2, 1, 1, 1, 1]);
assert.deepEqual(shown.within, [1.6, 1.8, 2, 2, 2, 2, 2, 2]);
EOF
node run.mjs
