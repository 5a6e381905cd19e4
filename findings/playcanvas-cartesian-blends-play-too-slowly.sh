#!/usr/bin/env bash
# PlayCanvas: a blend of three animations of one length takes half as long again.
#
# Expected: A blend tree of the type 2D_CARTESIAN brings its animations to one length, the mean of their lengths by
# their weights. Idle, forward and right last 1 s each, and so does each of their blends: where each moves by 1 m in a
# pass, the blend moves at 1 m/s.
#
# Instead: Lengths are multiplied by influences before these become weights. Where the influences have the sum 1.5, as
# halfway to the right and halfway forward, the blend moves at 0.67 m/s: the steps of a character are slower on the
# diagonal. The type 2D_DIRECTIONAL divides by the sum.
#
# In this package: the clips of a blend go in step, at the mean of their speeds by their weights; docs/controller.md.
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

/** A body that blends animations of 1 s, each at a point of the parameters x and y. */
function createBlend(type, points) {
  const children = points.map((point, i) => ({ name: `child${i}`, point }));
  const parameters = Object.fromEntries(["x", "y"].map((name) => [name, { name, type: "FLOAT", value: 0 }]));
  const move = { name: "Move", speed: 1, loop: true, blendTree: { type, parameters: ["x", "y"], children } };
  return createBody([move], { parameters }, children.map(({ name }, i) => [`Move.${name}`, createTrack(name, 0, 1)]));
}

const POINTS = [[0, 0], [0, 1], [1, 0]];

/** How fast a blend of animations that move by 1 m in 1 s moves, in m/s. */
function speedAt(type, x, y) {
  const body = createBlend(type, POINTS);
  body.anim.setFloat("x", x);
  body.anim.setFloat("y", y);
  step(1 / 8);
  step(1 / 8);
  const before = body.localPosition.x;
  step(1 / 4);
  return (body.localPosition.x - before) * 4;
}
for (const [x, y] of [[0, 0.5], [0.5, 0.5]]) {
  // the gradient bands: how near the value is to each point, on the way to the others
  const sum = POINTS.reduce((total, [px, py]) => {
    const bands = POINTS.filter(([qx, qy]) => qx !== px || qy !== py).map(([qx, qy]) => {
      const [u, v] = [qx - px, qy - py];
      return Math.min(1, Math.max(0, 1 - ((x - px) * u + (y - py) * v) / (u * u + v * v)));
    });
    return total + Math.min(...bands);
  }, 0);
  const [cartesian, directional] = [speedAt(pc.ANIM_BLEND_2D_CARTESIAN, x, y), speedAt(pc.ANIM_BLEND_2D_DIRECTIONAL, x, y)];
  console.log(`speed at (${x}, ${y}), expected 1 m/s: cartesian ${cartesian.toFixed(3)}, directional ${directional.toFixed(3)}; influences have the sum ${sum}`);
  assert.ok(Math.abs(cartesian - 1 / sum) < 1e-6);
  assert.ok(Math.abs(directional - 1) < 1e-6);
}

process.exit();
EOF
node run.mjs
