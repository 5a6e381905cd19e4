#!/usr/bin/env bash
# Needle Engine: where a loop begins again, the fade to it ends.
#
# Expected: A transition of an AnimatorController with a duration of 0.8 s fades for 0.8 s from a walk to a run, however
# long the run is.
#
# Instead: With a loop of 0.375 s, the character jumps after that time: at its end, a loop is started again by a call
# that ends the fade, too, and the run has its full weight at once, while the walk fades out further.
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
const file = glb([{ name: "walk", times: [0, 4], x: [1, 1] }, { name: "run for 4 s", times: [0, 4], x: [2, 2] }, { name: "run for 0.375 s", times: [0, 0.375], x: [2, 2] }]);
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
  const { addComponent, Animator, AnimatorConditionMode, AnimatorController, AnimatorControllerParameterType, loadAsset } = await import("/engine/needle-engine.min.js");
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
  /** Walks, and goes over to another animation within 0.8 seconds. @returns x in the 9 frames of a tenth of a second after that */
  const fade = async (name) => {
    const { scene, animations } = await settle(loadAsset("hero.glb", { context }));
    context.scene.add(scene);
    const state = (name, hash, transitions) => ({ name, hash, motion: { name, isLooping: true, clip: animations.find((clip) => clip.name === name) }, transitions, behaviours: [] });
    const conditions = [{ parameter: "go", mode: AnimatorConditionMode.If, threshold: 0 }];
    const states = [state("walk", 1, [{ hasExitTime: false, exitTime: 0, duration: 0.8, offset: 0, destinationState: 1, conditions }]), state(name, 2, [])];
    const parameters = [{ name: "go", hash: 3, type: AnimatorControllerParameterType.Trigger, value: false }];
    const controller = new AnimatorController({ name: "hero", guid: name, parameters, layers: [{ name: "base", stateMachine: { defaultState: 0, states } }] });
    addComponent(scene, Animator, {}).runtimeAnimatorController = controller;
    const hero = scene.getObjectByName("hero");
    await frame(0.1);
    await frame(0.1);
    controller.setTrigger("go");
    const xs = [];
    for (let i = 0; i < 9; i++) {
      await frame(0.1);
      xs.push(Number(hero.position.x.toFixed(3)));
    }
    return xs;
  };
  return { long: await fade("run for 4 s"), short: await fade("run for 0.375 s") };
});
await browser.close();
console.log(`x in a fade of 0.8 s from walk (1) to a run (2) of 4 s: ${shown.long.join(", ")}`);
console.log(`to a run of 0.375 s, expected the same: ${shown.short.join(", ")}`);
assert.deepEqual(shown.long, [1.125, 1.25, 1.375, 1.5, 1.625, 1.75, 1.875, 2, 2]);
assert.deepEqual(shown.short, [1.125, 1.25, 1.375, 1.5, 1.727, 1.8, 1.889, 2, 2]);
EOF
node run.mjs
