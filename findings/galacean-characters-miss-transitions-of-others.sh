#!/usr/bin/env bash
# Galacean: a character misses a transition because another one has passed it.
#
# Expected: Two characters have one AnimatorController, as instances of a file have, each with parameters of its own. A
# transition at a fourth of "walk" goes to "stop" if the parameter "stop" is set. It is set for the second character,
# which stops after 0.25 s, whatever the first one does.
#
# Instead: How far a state has looked at its transitions is kept in the state, for all characters. The first one, which
# is 1/8 s ahead and does not stop, passes the transition; the second one begins behind it, and walks on.
#
# In this package: each character has a controller of its own, and members of a crowd do not see each other;
# docs/controller.md.
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

/** The states of the second of two characters in each eighth of a second. */
async function play(count) {
  const { Animator, AnimationClip, AnimationVector3Curve, AnimatorConditionMode, AnimatorController, AnimatorControllerLayer } = Galacean;
  const { AnimatorStateTransition, Keyframe, Transform, Vector3, WebGLEngine } = Galacean;
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
  const layer = new AnimatorControllerLayer("base");
  controller.addLayer(layer);
  ["stop", "jump"].forEach((name) => controller.addParameter(name, false));
  const [walk, stop, jump] = [createClip("walk", 0, 1), createClip("stop", 5), createClip("jump", 7)].map((clip) => {
    return Object.assign(layer.stateMachine.addState(clip.name), { clip });
  });
  for (const [destinationState, exitTime] of [[stop, 0.25], [jump, 0.75]]) {
    const transition = Object.assign(new AnimatorStateTransition(), { destinationState, exitTime, duration: 0 });
    transition.addCondition(destinationState.name, AnimatorConditionMode.If);
    walk.addTransition(transition);
  }
  const [first, second] = [0, 1].map(() => {
    const animator = root.createChild("character").addComponent(Animator);
    animator.animatorController = controller;
    return animator;
  });
  const walkers = count === 2 ? [first, second] : [second];
  first.play("walk");
  engine.update();
  first.update(1 / 8);
  second.play("walk");
  engine.update();
  second.setParameterValue("stop", true);
  return Array.from({ length: 16 }, () => {
    walkers.forEach((animator) => animator.update(1 / 8));
    return second.getCurrentAnimatorState(0).name;
  });
}
const [alone, beside] = [await page.evaluate(play, 1), await page.evaluate(play, 2)];
await browser.close();
const stopsAt = (states) => (states.includes("stop") ? (states.indexOf("stop") + 1) / 8 : null);
console.log("stops after, expected about 0.25 s: alone", stopsAt(alone), "beside the first character", stopsAt(beside));
assert.ok(stopsAt(alone) <= 0.375);
assert.equal(stopsAt(beside), null);
EOF
node run.mjs
