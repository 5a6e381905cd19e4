#!/usr/bin/env bash
# PlayCanvas React: <Anim clip="Walk"> plays the last animation of the file.
#
# Expected: By its documentation, <Anim asset={asset} clip="Walk" loop /> plays the animation "Walk" of a model; without
# a clip, "the animations" are assigned to the component, each by its name, or the first one plays.
#
# Instead: The last animation of the file plays, whatever clip says, and the others cannot be reached: all of them are
# assigned to one state with the name "animation", each in place of the one before. The property clip does not exist.
#
# In this package: an export with the animation that it should play as the last one plays it; docs/engines.md.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save --legacy-peer-deps "@playcanvas/react@${LATEST:-0.11.5}" "playcanvas@${LATEST:-2.23.3}" "react@${LATEST:-19.3.1}" "react-dom@${LATEST:-19.3.1}" "react-test-renderer@${LATEST:-19.3.1}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import * as pc from "playcanvas";
import { createElement } from "react";

for (const name of ["@playcanvas/react", "playcanvas", "react"]) {
  console.log(`${name} ${JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version}`);
}
// an application without a page, whose device draws nothing
const listener = { addEventListener() {}, removeEventListener() {}, style: {} };
globalThis.window = globalThis;
globalThis.document = { ...listener, createElement: () => ({ ...listener, getContext: () => null }) };
globalThis.IS_REACT_ACT_ENVIRONMENT = true;
console.error = () => {}; // that the renderer for tests is deprecated
const { default: renderer, act } = await import("react-test-renderer");
const { AppContext, ParentContext } = await import("@playcanvas/react/hooks");
const { Anim } = await import("@playcanvas/react/components");
const canvas = { ...listener, id: "canvas", width: 1, height: 1, getBoundingClientRect: () => ({ left: 0, top: 0, width: 1, height: 1 }) };
const app = new pc.AppBase(canvas);
const options = new pc.AppOptions();
options.graphicsDevice = new pc.NullGraphicsDevice(canvas, {});
options.componentSystems = [pc.AnimComponentSystem, pc.RenderComponentSystem, pc.CameraComponentSystem, pc.LightComponentSystem];
options.resourceHandlers = [pc.ContainerHandler, pc.AnimClipHandler, pc.TextureHandler, pc.MaterialHandler];
app.init(options);

/** A model whose animations move a hero to x = 1, x = 2 and so on, within a second. */
async function load(...names) {
  const floats = new Float32Array([0, 1, ...names.flatMap((_, i) => [0, 0, 0, i + 1, 0, 0])]);
  const gltf = {
    asset: { version: "2.0" },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ name: "hero" }],
    animations: names.map((name, i) => ({ name, samplers: [{ input: 0, output: i + 1 }], channels: [{ sampler: 0, target: { node: 0, path: "translation" } }] })),
    buffers: [{ byteLength: floats.byteLength, uri: `data:application/octet-stream;base64,${Buffer.from(floats.buffer).toString("base64")}` }],
    bufferViews: [{ buffer: 0, byteLength: floats.byteLength }],
    accessors: [
      { bufferView: 0, componentType: 5126, count: 2, type: "SCALAR", min: [0], max: [1] },
      ...names.map((_, i) => ({ bufferView: 0, byteOffset: 8 + 24 * i, componentType: 5126, count: 2, type: "VEC3" })),
    ],
  };
  const asset = new pc.Asset("model", "container", { url: `${names.join("")}.gltf`, contents: new TextEncoder().encode(JSON.stringify(gltf)).buffer });
  await new Promise((resolve, reject) => {
    asset.once("load", resolve);
    asset.once("error", reject);
    app.assets.add(asset);
    app.assets.load(asset);
  });
  return asset;
}

/** Renders <Anim> below the model's entity. @returns x of the hero after half a second, and the states there are */
async function show(asset, properties) {
  const entity = asset.resource.instantiateRenderEntity();
  app.root.addChild(entity);
  const anim = createElement(Anim, { asset, activate: true, ...properties });
  await act(async () => renderer.create(createElement(AppContext.Provider, { value: app }, createElement(ParentContext.Provider, { value: entity }, anim))));
  app.systems.fire("animationUpdate", 0.5);
  return { x: 2 * entity.getLocalPosition().x, states: entity.anim.baseLayer.states };
}
const one = await show(await load("Walk"), { clip: "Walk" });
const three = await load("Walk", "Run", "Wave");
const [walk, run, none] = [await show(three, { clip: "Walk" }), await show(three, { clip: "Run" }), await show(three, {})];
console.log("a file with Walk only:", one.x);
console.log("Walk, Run and no clip, of a file with Walk, Run and Wave, expected 1, 2, 1:", [walk, run, none].map(({ x }) => x).join(", "));
console.log("the states:", walk.states.join(", "));
assert.equal(one.x, 1);
assert.deepEqual([walk.x, run.x, none.x], [3, 3, 3]);
assert.deepEqual(walk.states, ["START", "animation"]);
process.exit();
EOF
node run.mjs
