#!/usr/bin/env bash
# PlayCanvas: a mask that is set in play changes what an additive layer adds.
#
# Expected: A layer holds the body at x = 2. An additive layer, with an animation at x = 1, adds 1 to it, the difference
# to the pose at rest, which is 0: x = 3. A mask that includes the body changes nothing.
#
# Instead: All layers are bound anew, and the pose of that moment, 3, counts as the pose at rest from then on: the layer
# adds 1 - 3, and the body goes to x = 0, and stays there.
#
# In this package: a layer adds the difference to the first pose of its clip, which nothing changes; docs/controller.md.
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

const body = new pc.Entity("body");
app.root.addChild(body);
body.addComponent("anim", { activate: true });
body.anim.assignAnimation("stand", createTrack("stand", 2));
const layer = body.anim.addLayer("Lean", 1, undefined, pc.ANIM_LAYER_ADDITIVE);
layer.assignAnimation("lean", createTrack("lean", 1));

/** Where the body is after a second. */
function xLater() {
  for (let frame = 0; frame < 8; frame++) {
    step(1 / 8);
  }
  return body.localPosition.x;
}
const before = xLater();
layer.mask = { body: { value: true } };
const [after, later] = [xLater(), xLater()];
console.log("x, expected 3: before the mask", before, "after it", after, "and a second later", later);
assert.deepEqual([before, after, later], [3, 2 + (1 - 3), 2 + (1 - 3)]);

process.exit();
EOF
node run.mjs
