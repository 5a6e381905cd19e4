#!/usr/bin/env bash
# glTF Sample Viewer: a pointer to one weight changes the rest pose.
#
# Expected: When an animation is switched off, what it animated goes back to the values of the file. An animation of
# "/nodes/0/weights/0", one weight of a face, by KHR_animation_pointer is no exception. The viewer is Khronos' own
# reference (@khronosgroup/gltf-viewer), and an animation that animates all weights of a node does go back.
#
# Instead: The face keeps the expression in which it was stopped, also in all other animations and after another one.
# What animates one element of an array writes it into the array of the rest pose.
#
# In this package: docs/engines.md says so.
set -euo pipefail
export CHROMIUM=${CHROMIUM:-/usr/bin/chromium}
[ -x "$CHROMIUM" ] || { echo "This needs Chromium: CHROMIUM=/path/to/chromium"; exit 2; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "@khronosgroup/gltf-viewer@${LATEST:-1.1.0}" "playwright-core@${LATEST:-1.65.1}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { chromium } from "playwright-core";

const folder = "node_modules/@khronosgroup/gltf-viewer";
console.log(`@khronosgroup/gltf-viewer ${JSON.parse(readFileSync(`${folder}/package.json`, "utf8")).version}`);

const bytes = [];
const bufferViews = [];
const accessors = [];
function accessor(type, numbers, more = {}) {
  const array = new Float32Array(numbers);
  bufferViews.push({ buffer: 0, byteOffset: bytes.length, byteLength: array.byteLength });
  bytes.push(...new Uint8Array(array.buffer));
  return accessors.push({ bufferView: bufferViews.length - 1, componentType: 5126, count: array.length / (type === "VEC3" ? 3 : 1), type, ...more }) - 1;
}
const POSITION = accessor("VEC3", [0, 0, 0, 1, 0, 0, 0, 1, 0], { min: [0, 0, 0], max: [1, 1, 0] });
const input = accessor("SCALAR", [0, 1], { min: [0], max: [1] });
const face = () => ({ weights: [0.25, 0], primitives: [{ attributes: { POSITION }, targets: [{ POSITION }, { POSITION }] }] });
const gltf = {
  asset: { version: "2.0" },
  extensionsUsed: ["KHR_animation_pointer"],
  scene: 0,
  scenes: [{ nodes: [2] }], // the faces are not drawn here
  nodes: [{ mesh: 0, weights: [0.25, 0] }, { mesh: 1, weights: [0.25, 0] }, {}],
  meshes: [face(), face()],
  animations: [
    {
      samplers: [{ input, output: accessor("SCALAR", [0, 1]) }],
      channels: [{ sampler: 0, target: { path: "pointer", extensions: { KHR_animation_pointer: { pointer: "/nodes/0/weights/0" } } } }],
    },
    { samplers: [{ input, output: accessor("SCALAR", [0, 0, 1, 0]) }], channels: [{ sampler: 0, target: { node: 1, path: "weights" } }] },
  ],
  buffers: [{ byteLength: bytes.length, uri: `data:application/octet-stream;base64,${Buffer.from(bytes).toString("base64")}` }],
  bufferViews,
  accessors,
};

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"] });
const page = await browser.newPage();
await page.route("**", (route) => {
  const { pathname } = new URL(route.request().url());
  if (pathname.startsWith("/viewer/")) {
    return route.fulfill({ path: `${folder}/dist/${pathname.slice("/viewer/".length)}` });
  }
  const answers = {
    "/": { contentType: "text/html", body: '<!doctype html><canvas></canvas><script src="/viewer/libs/libktx.js"></script>' },
    "/face.gltf": { contentType: "model/gltf+json", body: JSON.stringify(gltf) },
  };
  return route.fulfill(answers[pathname] ?? { status: 404 });
});
await page.goto("https://localhost/");
const shown = await page.evaluate(async () => {
  const { GltfView } = await import("/viewer/gltf-viewer.module.js");
  const view = new GltfView(document.querySelector("canvas").getContext("webgl2"));
  const state = view.createState();
  state.gltf = await view.createResourceLoader(() => {}, undefined, "/viewer/libs/").loadGltf("/face.gltf");
  state.sceneIndex = 0;
  state.animationTimer.setFixedTime(0.75);
  return [[], [0, 1], []].map((animationIndices) => {
    state.animationIndices = animationIndices;
    view.renderFrame(state, 16, 16);
    return [0, 1].map((node) => state.gltf.nodes[node].weights[0]);
  });
});
await browser.close();
const [one, all] = [0, 1].map((node) => shown.map((weights) => weights[node]));
console.log("the weight without an animation, with one, and after it, expected 0.25, 0.75, 0.25");
console.log(`animated by the pointer /nodes/0/weights/0: ${one.join(", ")}; by all weights: ${all.join(", ")}`);
assert.deepEqual(one, [0.25, 0.75, 0.75]);
assert.deepEqual(all, [0.25, 0.75, 0.25]);
EOF
node run.mjs
