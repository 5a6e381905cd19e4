#!/usr/bin/env bash
# PlayCanvas: a new animation for "Walk" plays in "WalkBack".
#
# Expected: assignAnimation("Walk", limp) gives the state "Walk" another animation, as where a character is hurt. The
# state "WalkBack", which is active, goes on with its own: at x = -1.
#
# Instead: The new track goes to all clips whose names contain the name of the state. "WalkBack" limps forward, at x =
# 7. A state "Retreat" goes on as it should.
#
# In this package: a state has the clips of its own names; docs/controller.md.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "playcanvas@${LATEST:-2.23.3}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import * as pc from "playcanvas";

console.log(`playcanvas ${JSON.parse(readFileSync("node_modules/playcanvas/package.json", "utf8")).version}`);
// an application without a page, whose device draws nothing
const listener = { addEventListener() {}, removeEventListener() {}, style: {} };
globalThis.window = globalThis;
globalThis.document = { ...listener, createElement: () => ({ ...listener, getContext: () => null }) };
const canvas = { ...listener, id: "canvas", width: 1, height: 1, getBoundingClientRect: () => ({ left: 0, top: 0, width: 1, height: 1 }) };
const app = new pc.AppBase(canvas);
const options = new pc.AppOptions();
options.graphicsDevice = new pc.NullGraphicsDevice(canvas, {});
options.componentSystems = [pc.AnimComponentSystem];
options.resourceHandlers = [];
app.init(options);
const step = (seconds) => app.systems.fire("animationUpdate", seconds);

/** A track of 1 s that moves the node "body" from some x to another. */
function createTrack(name, from, to = from) {
  const [times, values] = [new pc.AnimData(1, [0, 1]), new pc.AnimData(3, [from, 0, 0, to, 0, 0])];
  const path = { entityPath: ["body"], component: "graph", propertyPath: ["localPosition"] };
  return new pc.AnimTrack(name, 1, [times], [values], [new pc.AnimCurve([path], 0, 0, pc.INTERPOLATION_LINEAR)]);
}

/** A body with a state graph that begins in the first state, and tracks by the paths of their states. */
function createBody(states, { transitions = [], parameters = {} }, tracks) {
  const body = new pc.Entity("body");
  app.root.addChild(body);
  body.addComponent("anim", { activate: true });
  const all = [{ from: "START", to: states[0].name }, ...transitions];
  body.anim.loadStateGraph(new pc.AnimStateGraph({ layers: [{ name: "Base", states: [{ name: "START" }, ...states, { name: "END" }], transitions: all }], parameters }));
  tracks.forEach(([path, track]) => body.anim.baseLayer.assignAnimation(path, track));
  return body;
}

/** Where a body is that plays a state, after the state "Walk" got another animation. */
function xOf(state) {
  const states = ["Walk", state].map((name) => ({ name, speed: 1, loop: true }));
  const body = createBody(states, {}, [
    ["Walk", createTrack("walk", 1)],
    [state, createTrack("back", -1)],
  ]);
  step(1 / 8);
  body.anim.baseLayer.play(state);
  step(1 / 8);
  assert.equal(body.localPosition.x, -1);
  body.anim.assignAnimation("Walk", createTrack("limp", 7));
  step(1 / 8);
  assert.equal(body.anim.baseLayer.activeState, state);
  return body.localPosition.x;
}
const [back, retreat] = ["WalkBack", "Retreat"].map(xOf);
console.log("x after a new animation for \"Walk\", expected -1: in \"Retreat\"", retreat, "and in \"WalkBack\"", back);
assert.deepEqual([retreat, back], [-1, 7]);

process.exit();
EOF
node run.mjs
