#!/usr/bin/env bash
# PlayCanvas: an event at the end of a looped track fires twice in a pass.
#
# Expected: A track of 1 s has one event, at 1 s, such as the last step of a walk. It fires once in each pass: 5 times
# in 5 s.
#
# Instead: Where a frame ends at exactly the length, as with steps of 1/8 s, the event fires in it, and again in the
# next frame, which begins there: 9 times in 5 s. An event at 0 fires 5 times.
#
# In this package: events come once in each pass; docs/controller.md.
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

/** The times at which an event of a walk fires, within 5 s. */
function firedAt(time) {
  const body = new pc.Entity("body");
  app.root.addChild(body);
  body.addComponent("anim", { activate: true });
  body.anim.assignAnimation("walk", createTrack("walk", 0, new pc.AnimEvents([{ name: "footstep", time }])));
  body.anim.baseLayer.play("walk");
  const times = [];
  let now = 0;
  body.anim.on("footstep", () => times.push(now));
  for (let frame = 0; frame < 40; frame++) {
    now += 1 / 8;
    step(1 / 8);
  }
  body.destroy();
  return times;
}
const [atStart, atEnd] = [firedAt(0), firedAt(1)];
console.log("an event at 0 s:", atStart.join(" "), "an event at 1 s, expected 5 times:", atEnd.join(" "));
assert.equal(atStart.length, 5);
assert.deepEqual(atEnd.slice(0, 4), [1, 1.125, 2, 2.125]);
process.exit();
EOF
node run.mjs
