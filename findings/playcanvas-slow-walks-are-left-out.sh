#!/usr/bin/env bash
# PlayCanvas: a slow walk is not shown at all.
#
# Expected: A blend tree of the type 2D_DIRECTIONAL mixes idle at 0 m/s, walk at 2 m/s and jog at 3 m/s. At 0.8 m/s, the
# walk has the weight 0.4, and idle 0.6: the body is at x = 0.4 of the way from one to the other.
#
# Instead: The walk has no weight up to 1 m/s: the character idles while it glides. An influence that points away from a
# second animation should be cut to 1; here it falls on that side as well, so that a walk ends as far below its own
# speed as the jog is above it. With the jog at 4 m/s, it is right.
#
# In this package: weights follow Johansen's thesis, which PlayCanvas names as well; docs/clips.md, docs/controller.md.
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
  return createBody([move], { parameters }, children.map(({ name }, i) => [`Move.${name}`, createTrack(name, i)]));
}

/** The mixture of idle, at x = 0, and walk, at x = 1, at a speed, with a jog that is faster. */
function mixtureAt(speed, jog) {
  const body = createBlend(pc.ANIM_BLEND_2D_DIRECTIONAL, [[0, 0], [0, 2], [0, jog]]);
  body.anim.setFloat("y", speed);
  step(1 / 8);
  step(1 / 8);
  return body.localPosition.x;
}
for (const speed of [0.4, 0.8, 1.6]) {
  const [near, far] = [mixtureAt(speed, 3), mixtureAt(speed, 4)];
  console.log(`share of the walk at ${speed} m/s, expected ${speed / 2}: ${near.toFixed(3)} with a jog at 3 m/s, ${far.toFixed(3)} with one at 4 m/s`);
  assert.ok(Math.abs(far - speed / 2) < 1e-6);
  assert.ok(speed > 1 ? near > 0 : near === 0);
}

process.exit();
EOF
node run.mjs
