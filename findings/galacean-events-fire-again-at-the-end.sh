#!/usr/bin/env bash
# Galacean: an animation that plays once fires all its events again at its end.
#
# Expected: An attack of 1 s that plays once (WrapMode.Once) has an event at 0.3 s, where it hits. The event fires once.
#
# Instead: It fires at 0.3 s, and again at 1 s: the frame that gets to the end is taken for one that begins the next
# pass, which lasts from 0 to the end. In a loop, the event fires once in each pass.
#
# In this package: an event comes once in each pass, also in the last one; docs/clips.md.
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

/** The times at which the event fires, in 1.25 s. */
async function play(mode) {
  const { Animator, AnimationClip, AnimationVector3Curve, AnimatorController, AnimatorControllerLayer } = Galacean;
  const { Keyframe, Script, Transform, Vector3, WebGLEngine, WrapMode } = Galacean;
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

  const clip = createClip("attack", 0, 1);
  clip.addEvent("hit", 0.3, null);
  const controller = new AnimatorController(engine);
  const layer = new AnimatorControllerLayer("base");
  controller.addLayer(layer);
  Object.assign(layer.stateMachine.addState("attack"), { clip, wrapMode: WrapMode[mode] });
  const fired = [];
  let time = 0;
  class Fighter extends Script {
    hit() {
      fired.push(time);
    }
  }
  root.addComponent(Fighter);
  const animator = root.addComponent(Animator);
  animator.animatorController = controller;
  animator.play("attack");
  engine.update();
  for (let frame = 1; frame <= 10; frame++) {
    time = frame / 8;
    animator.update(1 / 8);
  }
  return fired;
}
const [once, loop] = [await page.evaluate(play, "Once"), await page.evaluate(play, "Loop")];
await browser.close();
console.log("times of an event at 0.3 s, expected [0.375]: in a loop", loop, "once", once);
assert.deepEqual([loop, once], [[0.375], [0.375, 1]]);
EOF
node run.mjs
