#!/usr/bin/env bash
# PlayCanvas: an animation with a KHR_animation_pointer channel cannot be played at all.
#
# Expected: KHR_animation_pointer is listed in extensionsUsed, not in extensionsRequired: a player without it ignores
# the channel ("path" is "pointer", without a node), and plays the translation beside it.
#
# Instead: The file loads. Playing the animation throws, so that the core channels beside the pointer do not move
# either.
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

const pointer = "/nodes/1/scale";
const { entity, animations } = await load({
  extensionsUsed: ["KHR_animation_pointer"],
  scenes: [{ nodes: [0, 1] }],
  nodes: [{ name: "door" }, { name: "wall" }],
  animations: [
    {
      samplers: [{ input: 0, output: 1 }],
      channels: [
        { sampler: 0, target: { node: 0, path: "translation" } },
        { sampler: 0, target: { path: "pointer", extensions: { KHR_animation_pointer: { pointer } } } },
      ],
    },
  ],
  floats: [0, 1, ...[0, 0, 0], ...[1, 0, 0]],
  accessors: [
    { bufferView: 0, componentType: 5126, count: 2, type: "SCALAR", min: [0], max: [1] },
    { bufferView: 0, byteOffset: 8, componentType: 5126, count: 2, type: "VEC3" },
  ],
});
let thrown = null;
try {
  show(entity, animations[0], 0.5);
} catch (error) {
  thrown = error;
}
console.log(`play: ${thrown}; x of the door halfway, expected 0.5: ${entity.findByName("door").getLocalPosition().x}`);
assert.ok(thrown instanceof TypeError);
assert.equal(entity.findByName("door").getLocalPosition().x, 0);

process.exit();
EOF
node run.mjs
