#!/usr/bin/env bash
# PlayCanvas: CUBICSPLINE weights of morph targets become NaN.
#
# Expected: glTF 2.0 (3.11): weights may be interpolated by CUBICSPLINE, with an in-tangent, a value and an out-tangent
# for each target of each key. With tangents of 0, the weight halfway between 0 and 1 is 0.5.
#
# Instead: The weight is NaN: the curve of each target is cut out of the data as if it had no tangents.
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

const triangle = [0, 0, 0, 1, 0, 0, 0, 1, 0];

const { entity, animations } = await load({
  scenes: [{ nodes: [0, 1] }],
  nodes: [{ name: "face", mesh: 0 }, { name: "wall" }],
  meshes: [{ weights: [0, 0], primitives: [{ attributes: { POSITION: 2 }, targets: [{ POSITION: 3 }, { POSITION: 4 }] }] }],
  animations: [
    {
      samplers: [{ input: 0, output: 1, interpolation: "CUBICSPLINE" }],
      channels: [{ sampler: 0, target: { node: 0, path: "weights" } }],
    },
  ],
  floats: [0, 1, ...[0, 0, 0, 0, 0, 0], ...[0, 0, 1, 1, 0, 0], ...triangle, ...triangle, ...triangle],
  accessors: [
    { bufferView: 0, componentType: 5126, count: 2, type: "SCALAR", min: [0], max: [1] },
    { bufferView: 0, byteOffset: 8, componentType: 5126, count: 12, type: "SCALAR" },
    { bufferView: 0, byteOffset: 56, componentType: 5126, count: 3, type: "VEC3", min: [0, 0, 0], max: [1, 1, 0] },
    { bufferView: 0, byteOffset: 92, componentType: 5126, count: 3, type: "VEC3", min: [0, 0, 0], max: [1, 1, 0] },
    { bufferView: 0, byteOffset: 128, componentType: 5126, count: 3, type: "VEC3", min: [0, 0, 0], max: [1, 1, 0] },
  ],
});
show(entity, animations[0], 0.5);
const { morphInstance } = entity.findComponent("render").meshInstances[0];
const weights = [0, 1].map((target) => morphInstance.getWeight(target));
console.log("weights halfway, expected [0.5, 0.5]; shown:", weights);
assert.ok(weights.some(Number.isNaN));

process.exit();
EOF
node run.mjs
