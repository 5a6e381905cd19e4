#!/usr/bin/env bash
# PlayCanvas: an exit time near the end of a loop is missed for seconds.
#
# Expected: A transition with hasExitTime and exitTime 0.97 leaves a looped state of 1 s in the frame in which 97
# percent of it have played: after 1 s, at 25 frames a second.
#
# Instead: The share that has played is cut to its fraction before it is compared, so that a frame from 0.96 to 1.00
# counts as one from 0.96 to 0.00, which does not contain 0.97. The state is left after 9 s, when sums of 0.04 have
# drifted by a rounding.
#
# In this package: such a graph becomes `afterEach`, which no frame misses; docs/controller.md.
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

/** A track of 1 s that holds the node "body" at some x. */
function createTrack(name, x, events) {
  const [times, values] = [new pc.AnimData(1, [0, 1]), new pc.AnimData(3, [x, 0, 0, x, 0, 0])];
  const path = { entityPath: ["body"], component: "graph", propertyPath: ["localPosition"] };
  return new pc.AnimTrack(name, 1, [times], [values], [new pc.AnimCurve([path], 0, 0, pc.INTERPOLATION_LINEAR)], events);
}

/** A body with a state graph that begins in the first state, and tracks by the paths of their states. */
function createBody(states, { transitions = [], parameters = {} }, tracks) {
  const body = new pc.Entity("body");
  app.root.addChild(body);
  body.addComponent("anim", { activate: true });
  const all = [{ from: "START", to: states[0].name }, ...transitions];
  body.anim.loadStateGraph(new pc.AnimStateGraph({ layers: [{ name: "Base", states: [{ name: "START" }, ...states, { name: "END" }], transitions: all }], parameters }));
  tracks.forEach(([path, track]) => body.anim.assignAnimation(path, track));
  return body;
}

/** After how many seconds the state "wait" is left, which is 1 s long, at 25 frames a second. */
function leftAfter(exitTime) {
  const states = ["wait", "go"].map((name) => ({ name, speed: 1, loop: true }));
  const transitions = [{ from: "wait", to: "go", hasExitTime: true, exitTime, time: 0, conditions: [] }];
  const body = createBody(states, { transitions }, states.map(({ name }) => [name, createTrack(name, 0)]));
  let frames = 0;
  while (body.anim.baseLayer.activeState !== "go" && frames < 1000) {
    step(1 / 25);
    frames++;
  }
  return frames / 25;
}
const [middle, end] = [leftAfter(0.5), leftAfter(0.97)];
console.log(`exitTime 0.5 leaves after ${middle} s; exitTime 0.97, expected 1 s, after ${end} s`);
assert.ok(middle < 0.6);
assert.ok(end > 2);
process.exit();
EOF
node run.mjs
