#!/usr/bin/env bash
# Galacean: an attack ends in its first frame if its state has another transition without an exit time.
#
# Expected: A transition with the exit time 1 goes from "attack" to "idle" at the end of the animation, after 1 s. A
# second transition, without an exit time, goes to "die" when the parameter "dead" is set; while it is not, nothing
# changes.
#
# Instead: With the second transition, the state goes to "idle" in the first frame: all transitions of a state that has
# one without an exit time are taken as if they had none.
#
# In this package: `after` holds for its own transition; docs/controller.md.
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

/** After how many eighths of a second "attack" has become "idle". */
async function play(isMortal) {
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
  controller.addParameter("dead", false);
  const [attack, idle, die] = [createClip("attack", 0, 1), createClip("idle", 5), createClip("die", 9)].map((clip) => {
    return Object.assign(layer.stateMachine.addState(clip.name), { clip });
  });
  attack.addTransition(Object.assign(new AnimatorStateTransition(), { destinationState: idle, exitTime: 1, duration: 0 }));
  if (isMortal) {
    attack.addTransition(die).addCondition("dead", AnimatorConditionMode.If);
  }
  const animator = root.addComponent(Animator);
  animator.animatorController = controller;
  animator.play("attack");
  engine.update();
  let frames = 0;
  while (animator.getCurrentAnimatorState(0).name === "attack" && frames < 100) {
    animator.update(1 / 8);
    frames++;
  }
  return { frames, state: animator.getCurrentAnimatorState(0).name };
}
const [alone, beside] = [await page.evaluate(play, false), await page.evaluate(play, true)];
await browser.close();
console.log("left after frames of 1/8 s, expected 8 or 9: alone", alone, "beside a transition to \"die\"", beside);
assert.ok(alone.state === "idle" && Math.abs(alone.frames - 8) <= 1);
assert.deepEqual(beside, { frames: 1, state: "idle" });
EOF
node run.mjs
