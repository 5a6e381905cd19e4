#!/usr/bin/env bash
# PlayCanvas: a blend of three animations is not mixed by its weights.
#
# Expected: Where "forward", "left" and "right" are blended with equal parameters, each has a third of the pose. Forward
# at x = 0, left at -1 and right at 1 are at x = 0: the body does not lean.
#
# Instead: Each animation is mixed into those before it by its own weight of the whole: the shares are 4/9, 2/9 and 3/9,
# in the order of the list, and the body leans to the right. With more animations, the first one gets more than its
# share, too.
#
# In this package: weights are shares of their sum; docs/controller.md.
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

const names = ["forward", "left", "right"];
const blendTree = { type: "DIRECT", name: "walk", parameters: names, children: names.map((name) => ({ name })) };
const parameters = Object.fromEntries(names.map((name) => [name, { name, type: "FLOAT", value: 1 }]));

/** Where the body is if the three animations hold it at some x. */
function blend(...positions) {
  const tracks = names.map((name, i) => [`walk.${name}`, createTrack(name, positions[i])]);
  const body = createBody([{ name: "walk", speed: 1, loop: true, blendTree }], { parameters }, tracks);
  step(0.1);
  step(0.1);
  return body.getLocalPosition().x;
}
const shares = names.map((_, i) => blend(...names.map((__, j) => (i === j ? 1 : 0))));
console.log("shares of the three, expected 1/3 each:", shares.map((share) => share.toFixed(3)).join(" "));
console.log("forward at 0, left at -1, right at 1, expected 0:", blend(0, -1, 1).toFixed(3));
[4 / 9, 2 / 9, 3 / 9].forEach((share, i) => assert.ok(Math.abs(shares[i] - share) < 1e-6));
process.exit();
EOF
node run.mjs
