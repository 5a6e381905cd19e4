#!/usr/bin/env bash
# Galacean: play() on one layer stops the legs, which are on another.
#
# Expected: A character walks on the lowest layer. Each second frame, play() starts an animation on a layer above, such
# as a shot. The walk goes on: 1 s of it in eight frames of 1/8 s.
#
# Instead: In each frame with a call of play(), no time passes for all layers of the character: the walk has played 0.5
# s after 1 s.
#
# In this package: a state that begins stops nothing beside it; docs/controller.md.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "@galacean/engine@${LATEST:-1.6.13}" "playwright-core@${LATEST:-1.65.1}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { chromium } from "playwright-core";

console.log(`@galacean/engine ${JSON.parse(readFileSync("node_modules/@galacean/engine/package.json", "utf8")).version}`);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
});
const page = await browser.newPage();
await page.route("**", (route) => {
  const path = `node_modules/@galacean/engine/dist${new URL(route.request().url()).pathname}`;
  return route.fulfill(/\.js$/.test(path) && existsSync(path) ? { path } : { contentType: "text/html", body: "" });
});
await page.goto("https://localhost/");
await page.addScriptTag({ url: "https://localhost/browser.min.js" });

/** How many seconds of a walk of 2 s pass in eight frames of 1/8 s. */
async function play(shoots) {
  const { Animator, AnimationClip, AnimationVector3Curve, AnimatorController, AnimatorControllerLayer } = Galacean;
  const { Keyframe, Transform, Vector3, WebGLEngine } = Galacean;
  const engine = await WebGLEngine.create({ canvas: document.createElement("canvas") });
  engine.time.timeScale = 0; // only the Animator's time passes
  const root = engine.sceneManager.activeScene.createRootEntity("root");

  /** A clip of 1 s that moves from some x to another. */
  function createClip(name, from, to = from) {
    const clip = new AnimationClip(name);
    const curve = new AnimationVector3Curve();
    [from, to].forEach((x, time) => curve.addKey(Object.assign(new Keyframe(), { time, value: new Vector3(x, 0, 0) })));
    clip.addCurveBinding("", Transform, "position", curve);
    return clip;
  }

  const controller = new AnimatorController(engine);
  const [walk, shot] = [createClip("walk", 0, 1), new AnimationClip("shot")];
  for (const clip of [walk, shot]) {
    const layer = new AnimatorControllerLayer(clip.name);
    controller.addLayer(layer);
    Object.assign(layer.stateMachine.addState(clip.name), { clip, speed: 0.5 });
  }
  const animator = root.addComponent(Animator);
  animator.animatorController = controller;
  animator.play("walk", 0);
  engine.update();
  for (let frame = 0; frame < 8; frame++) {
    if (shoots && frame % 2 === 0) {
      animator.play("shot", 1);
    }
    animator.update(1 / 8);
    engine.update();
  }
  return root.transform.position.x / 0.5;
}
const [without, withShots] = [await page.evaluate(play, false), await page.evaluate(play, true)];
await browser.close();
console.log("seconds of the walk that have passed after 1 s, expected 1: without shots", without, "with them", withShots);
assert.deepEqual([without, withShots], [1, 0.5]);
EOF
node run.mjs
