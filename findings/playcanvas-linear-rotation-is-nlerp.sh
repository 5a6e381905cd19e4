#!/usr/bin/env bash
# PlayCanvas: a LINEAR rotation does not turn at a constant speed.
#
# Expected: glTF 2.0 (appendix C.4): LINEAR rotations are interpolated spherically. A door that turns by 170 degrees in
# 1 s has turned by 42.5 degrees after 0.25 s.
#
# Instead: The components are interpolated and normalized: the door has turned by 35.8 degrees. It is slow at its keys
# and fast in between; the larger the angle between two keys, the more.
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

const half = (85 * Math.PI) / 180;
const { entity, animations } = await load({
  scenes: [{ nodes: [0, 1] }],
  nodes: [{ name: "door" }, { name: "wall" }],
  animations: [{ samplers: [{ input: 0, output: 1 }], channels: [{ sampler: 0, target: { node: 0, path: "rotation" } }] }],
  floats: [0, 1, ...[0, 0, 0, 1], ...[0, Math.sin(half), 0, Math.cos(half)]],
  accessors: [
    { bufferView: 0, componentType: 5126, count: 2, type: "SCALAR", min: [0], max: [1] },
    { bufferView: 0, byteOffset: 8, componentType: 5126, count: 2, type: "VEC4" },
  ],
});
show(entity, animations[0], 0.25);
const degrees = (2 * Math.acos(entity.findByName("door").getLocalRotation().w) * 180) / Math.PI;
console.log(`a quarter of 170 degrees is 42.5; shown: ${degrees.toFixed(2)}`);
assert.ok(Math.abs(degrees - 35.77) < 0.1);

process.exit();
EOF
node run.mjs
