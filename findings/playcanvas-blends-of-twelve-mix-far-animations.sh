#!/usr/bin/env bash
# PlayCanvas: in a blend of twelve animations or more, one plays where it does not belong.
#
# Expected: A blend tree of the type 2D_CARTESIAN has an idle, eight walks at 1 m/s and eight runs at 2 m/s. Between the
# walks to the right and to the back on the right, the run to the right has no weight, by the formula of Johansen's
# thesis, which PlayCanvas names.
#
# Instead: A fourth of the mixture is the run to the right. What lies between two points is kept under their numbers,
# one after the other: 1 and 11 are "111", and 11 and 1 are "111", too. From the twelfth point on, some read the way of
# others.
#
# In this package: weights do not depend on the number of points.
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
  return createBody([move], { parameters }, children.map(({ name }, i) => [`Move.${name}`, createTrack(name, i === 11 ? 1 : 0)]));
}

const ring = (radius) => Array.from({ length: 8 }, (_, i) => [radius * Math.sin((i * Math.PI) / 4), radius * Math.cos((i * Math.PI) / 4)]);
const POINTS = [[0, 0], ...ring(1), ...ring(2)];
const [x, y] = [0.95, -0.6];

/** The weight of a point by the gradient bands of the thesis (Johansen 2009, 6.3). */
function weightOf(index, points) {
  const influences = points.map(([px, py], i) => {
    const bands = points.flatMap(([qx, qy], j) => {
      const [u, v] = [qx - px, qy - py];
      return i === j ? [] : [Math.min(1, Math.max(0, 1 - ((x - px) * u + (y - py) * v) / (u * u + v * v)))];
    });
    return Math.min(...bands);
  });
  return influences[index] / influences.reduce((sum, influence) => sum + influence);
}

const body = createBlend(pc.ANIM_BLEND_2D_CARTESIAN, POINTS);
body.anim.setFloat("x", x);
body.anim.setFloat("y", y);
step(1 / 8);
step(1 / 8);
const [expected, seen] = [weightOf(11, POINTS), body.localPosition.x]; // the twelfth alone is not at x = 0, but at 1
console.log(`share of the run to the right, at (${x}, ${y}): expected ${expected.toFixed(3)}, seen ${seen.toFixed(3)}`);
assert.ok(expected < 1e-9 && seen > 0.2);

process.exit();
EOF
node run.mjs
