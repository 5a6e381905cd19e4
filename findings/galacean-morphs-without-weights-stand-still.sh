#!/usr/bin/env bash
# Galacean: a mesh without weights does not morph.
#
# Expected: Without mesh.weights, the weights of morph targets are 0 (glTF 2.0, 3.7.2.2), and an animation moves them as
# others: from 0 to 1 in 2 s, the weight is 0.5 at 1 s.
#
# Instead: The face has no weights at all, and does not morph. Beside it, a face with mesh.weights [0] does.
#
# In this package: bake --for galacean writes weights in each animated morph mesh.
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
const output = floats("SCALAR", [0, 1]);
const raised = floats("VEC3", [0, 0, 1, 0, 0, 0, 0, 0, 0], { min: [0, 0, 0], max: [0, 0, 1] });
const primitives = [{ attributes: { POSITION }, targets: [{ POSITION: raised }] }];
const animations = [
  { name: "smile", samplers: [{ input, output }], channels: [0, 1].map((node) => ({ sampler: 0, target: { node, path: "weights" } })) },
];
const nodes = [
  { name: "without", mesh: 0 },
  { name: "with", mesh: 1 },
];
const shown = await play({ scenes: [{ nodes: [0, 1] }], nodes, meshes: [{ primitives }, { primitives, weights: [0] }], animations });
await browser.close();
const [without, beside] = shown.map(({ weights }) => weights);
console.log("the weights at 1 s, expected 0.5 each: without mesh.weights", without, "with", beside);
assert.deepEqual([without, beside], [[], [0.5]]);
EOF
node run.mjs
