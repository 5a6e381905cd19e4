#!/usr/bin/env bash
# PlayCanvas: a state at double speed is left in the middle of its animation.
#
# Expected: An exit time is a share of the animation. With exitTime 1, an animation of 1 s that plays once is left after
# 1 s at speed 1, after 0.5 s at speed 2, and after 2 s at speed 0.5, each time at its end, where x is 1.
#
# Instead: The time in the state, which has the speed in it, is multiplied by the speed once more. At speed 2, the state
# is left after 0.25 s, where x is 0.5; at speed 0.5, it is never left.
#
# In this package: passes are those of the clip, at any speed; docs/controller.md.
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

/** When a state with some speed is left, at 64 frames a second, and where the body was in the frame before. */
function leave(speed) {
  const states = [
    { name: "hit", speed, loop: false },
    { name: "idle", speed: 1, loop: true },
  ];
  const transitions = [{ from: "hit", to: "idle", hasExitTime: true, exitTime: 1, time: 0, conditions: [] }];
  const body = createBody(states, { transitions }, [
    ["hit", createTrack("hit", 0, 1)],
    ["idle", createTrack("idle", 5)],
  ]);
  let [frames, x] = [0, 0];
  for (; body.anim.baseLayer.activeState !== "idle" && frames < 64 * 20; frames++) {
    x = body.localPosition.x;
    step(1 / 64);
  }
  return { speed, after: frames < 64 * 20 ? frames / 64 : null, x };
}
const seen = [1, 2, 0.5].map(leave);
seen.forEach(({ speed, after, x }) => console.log(`speed ${speed}: expected after about ${1 / speed} s, at x = 1; left after ${after} s, at x = ${x}`));
assert.ok(Math.abs(seen[0].after - 1) < 0.05 && seen[0].x > 0.95);
assert.ok(Math.abs(seen[1].after - 0.25) < 0.05 && Math.abs(seen[1].x - 0.5) < 0.05);
assert.equal(seen[2].after, null);

process.exit();
EOF
node run.mjs
