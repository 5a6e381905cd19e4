#!/usr/bin/env bash
# PlayCanvas: channels of two root nodes of the same name both move the first node.
#
# Expected: glTF 2.0 (3.11.1): a channel names its node by index; names need not be unique. Two root nodes that are both
# called "door" move each by its own channel.
#
# Instead: Channels are bound by the path of names, so that both move the first node, where the later channel wins, and
# the second node stays.
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
options.componentSystems = [pc.AnimComponentSystem, pc.RenderComponentSystem, pc.CameraComponentSystem, pc.LightComponentSystem];
options.resourceHandlers = [pc.ContainerHandler, pc.AnimClipHandler, pc.TextureHandler, pc.MaterialHandler];
app.init(options);

/** Loads a glTF file of the given members, with its floats in one buffer, and adds it to the scene. */
async function load({ floats, ...json }) {
  const bytes = Buffer.from(new Float32Array(floats).buffer);
  const uri = `data:application/octet-stream;base64,${bytes.toString("base64")}`;
  const gltf = { asset: { version: "2.0" }, scene: 0, buffers: [{ byteLength: bytes.length, uri }], bufferViews: [{ buffer: 0, byteLength: bytes.length }], ...json };
  const contents = new TextEncoder().encode(JSON.stringify(gltf)).buffer;
  const asset = new pc.Asset("model", "container", { url: "model.gltf", contents });
  await new Promise((resolve, reject) => {
    asset.once("load", resolve);
    asset.once("error", reject);
    app.assets.add(asset);
    app.assets.load(asset);
  });
  const entity = asset.resource.instantiateRenderEntity();
  app.root.addChild(entity);
  entity.addComponent("anim", { activate: true });
  return { entity, animations: asset.resource.animations.map(({ resource }) => resource) };
}

/** Shows an animation at a time in seconds. */
function show(entity, animation, seconds) {
  entity.anim.assignAnimation("animation", animation, undefined, 1, true);
  entity.anim.baseLayer.play("animation");
  entity.anim.baseLayer.activeStateCurrentTime = seconds;
  app.systems.fire("animationUpdate", 0);
}

const { entity, animations } = await load({
  scenes: [{ nodes: [0, 1] }],
  nodes: [{ name: "door" }, { name: "door" }],
  animations: [
    {
      samplers: [
        { input: 0, output: 1 },
        { input: 0, output: 2 },
      ],
      channels: [
        { sampler: 0, target: { node: 0, path: "translation" } },
        { sampler: 1, target: { node: 1, path: "translation" } },
      ],
    },
  ],
  floats: [0, 1, ...[0, 0, 0], ...[1, 0, 0], ...[0, 0, 0], ...[0, 2, 0]],
  accessors: [
    { bufferView: 0, componentType: 5126, count: 2, type: "SCALAR", min: [0], max: [1] },
    { bufferView: 0, byteOffset: 8, componentType: 5126, count: 2, type: "VEC3" },
    { bufferView: 0, byteOffset: 32, componentType: 5126, count: 2, type: "VEC3" },
  ],
});
show(entity, animations[0], 0.5);
const places = entity.find((node) => node.name === "door").map((node) => { const { x, y, z } = node.getLocalPosition(); return [x, y, z]; });
console.log("halfway, expected [0.5, 0, 0] and [0, 1, 0]; shown:", places);
assert.deepEqual(places[1], [0, 0, 0]);

process.exit();
EOF
node run.mjs
