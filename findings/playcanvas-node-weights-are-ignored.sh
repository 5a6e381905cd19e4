#!/usr/bin/env bash
# PlayCanvas: the weights of a node do not replace those of its mesh.
#
# Expected: glTF 2.0 (3.7.2.2): node.weights, if there, are used in place of mesh.weights, so that two nodes show one
# mesh with two faces.
#
# Instead: Both nodes show the weights of the mesh.
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

const { entity } = await load({
  scenes: [{ nodes: [0, 1] }],
  nodes: [{ name: "smile", mesh: 0, weights: [0.75] }, { name: "calm", mesh: 0 }],
  meshes: [{ weights: [0.25], primitives: [{ attributes: { POSITION: 0 }, targets: [{ POSITION: 0 }] }] }],
  floats: triangle,
  accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: "VEC3", min: [0, 0, 0], max: [1, 1, 0] }],
});
const weights = ["smile", "calm"].map((name) => entity.findByName(name).render.meshInstances[0].morphInstance.getWeight(0));
console.log("the weights of the nodes, expected [0.75, 0.25]; shown:", weights);
assert.deepEqual(weights, [0.25, 0.25]);

process.exit();
EOF
node run.mjs
