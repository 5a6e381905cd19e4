#!/usr/bin/env bash
# Galacean: a file with a channel that has no node does not load.
#
# Expected: The node of a channel may be missing: the channel is ignored then, or an extension names its target (glTF
# 2.0, 3.11). A file that also animates the color of a material, with KHR_animation_pointer as an extension that is not
# required, loads without it.
#
# Instead: The loader reads the parent of a node that is not there, and its TypeError is all that comes of the file.
#
# In this package: bake --for galacean writes pointers to translation, rotation, scale and weights as core channels, and
# leaves out other channels without a node.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "@galacean/engine@${LATEST:-1.6.13}" "playwright-core@${LATEST:-1.65.1}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { chromium } from "playwright-core";

console.log(`@galacean/engine ${JSON.parse(readFileSync("node_modules/@galacean/engine/package.json", "utf8")).version}`);
const bytes = [];
const bufferViews = [];
const accessors = [];

/** Adds an accessor of floats, and returns its index. */
function floats(type, numbers, more = {}) {
  const array = new Float32Array(numbers);
  bufferViews.push({ buffer: 0, byteOffset: bytes.length, byteLength: array.byteLength });
  bytes.push(...new Uint8Array(array.buffer));
  const count = array.length / { SCALAR: 1, VEC3: 3, VEC4: 4 }[type];
  return accessors.push({ bufferView: bufferViews.length - 1, componentType: 5126, count, type, ...more }) - 1;
}

/** A .glb of the given members, with all accessors. */
function glb(members) {
  const json = { asset: { version: "2.0" }, scene: 0, buffers: [{ byteLength: bytes.length }], bufferViews, accessors, ...members };
  const chunk = (type, data) => {
    const padded = Buffer.concat([data, Buffer.alloc(-data.length & 3, 0x20)]);
    return Buffer.concat([Buffer.from(new Uint32Array([padded.length, type]).buffer), padded]);
  };
  const body = Buffer.concat([chunk(0x4e4f534a, Buffer.from(JSON.stringify(json))), chunk(0x004e4942, Buffer.from(bytes))]);
  return Buffer.concat([Buffer.from(new Uint32Array([0x46546c67, 2, 12 + body.length]).buffer), body]);
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
});
const page = await browser.newPage();
await page.route("**", (route) => {
  const path = `node_modules/@galacean/engine/dist${new URL(route.request().url()).pathname}`;
  return route.fulfill(/\.js$/.test(path) && existsSync(path) ? { path } : { contentType: "text/html", body: "" });
});
await page.goto("https://localhost/");
await page.addScriptTag({ url: "https://localhost/browser.min.js" });

/** Plays the animation of a file to 1 s, and returns what its nodes show, in their order: x, and the weights of morph targets. */
function play(members) {
  const show = async (base64) => {
    const { Animator, AssetType, SkinnedMeshRenderer, WebGLEngine } = Galacean;
    const engine = await WebGLEngine.create({ canvas: document.createElement("canvas") });
    const url = URL.createObjectURL(new Blob([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))]));
    const resource = await engine.resourceManager.load({ type: AssetType.GLTF, url: `${url}#.glb` });
    const root = resource.instantiateSceneRoot();
    engine.sceneManager.activeScene.addRootEntity(root);
    const animator = root.getComponent(Animator);
    engine.time.timeScale = 0; // only the Animator's time passes
    animator.play(resource.animations[0].name);
    engine.update();
    animator.update(1);
    return root.children.map((node) => ({
      x: node.transform.position.x,
      weights: [...(node.getComponent(SkinnedMeshRenderer)?.blendShapeWeights ?? [])],
    }));
  };
  return page.evaluate(show, glb(members).toString("base64"));
}

const POSITION = floats("VEC3", [0, 0, 0, 1, 0, 0, 0, 1, 0], { min: [0, 0, 0], max: [1, 1, 0] });
const input = floats("SCALAR", [0, 2], { min: [0], max: [2] });
const output = floats("VEC3", [0, 0, 0, 6, 0, 0]);
const meshes = [{ primitives: [{ attributes: { POSITION } }] }];

/** An animation that moves each of the nodes from x = 0 to x = 6 in 2 s. */
const moving = (...nodes) => [
  { name: "walk", samplers: [{ input, output }], channels: nodes.map((node) => ({ sampler: 0, target: { node, path: "translation" } })) },
];

const color = floats("VEC4", [1, 1, 1, 1, 1, 0, 0, 1]);
const [{ name, samplers, channels }] = moving(0, 1);
const pointer = "/materials/0/pbrMetallicRoughness/baseColorFactor";
const targets = { pointer: { path: "pointer", extensions: { KHR_animation_pointer: { pointer } } }, nothing: { path: "translation" } };
const seen = {};
for (const [kind, target] of Object.entries({ none: null, ...targets })) {
  const more = target ? [{ sampler: target.extensions ? 1 : 0, target }] : [];
  const members = {
    ...(target?.extensions && { extensionsUsed: ["KHR_animation_pointer"] }),
    scenes: [{ nodes: [0, 1] }],
    nodes: [{ name: "arm", mesh: 0 }, { name: "leg", mesh: 0 }],
    materials: [{ pbrMetallicRoughness: {} }],
    meshes: [{ primitives: [{ attributes: { POSITION }, material: 0 }] }],
    animations: [{ name, samplers: [...samplers, { input, output: color }], channels: [...channels, ...more] }],
  };
  seen[kind] = await play(members).then(
    ([{ x }]) => `x = ${x}`,
    ({ message }) => message.split("\n")[0],
  );
}
await browser.close();
console.log("a node at 1 s, expected x = 3 each time, beside other channels:", seen);
assert.equal(seen.none, "x = 3");
assert.match(seen.pointer, /TypeError: .*'parent'/);
assert.match(seen.nothing, /TypeError: .*'parent'/);
EOF
node run.mjs
