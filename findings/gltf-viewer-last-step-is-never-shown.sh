#!/usr/bin/env bash
# glTF Sample Viewer: the last key of STEP is never shown.
#
# Expected: With STEP, each value holds from its key on, and after the last key the last value holds (glTF 2.0, 3.11 and
# C.2): a lamp that jumps from 0 to 1 after a second, and to 5 after two, is at 5 for the rest of an animation of four.
# The viewer is Khronos' own reference (@khronosgroup/gltf-viewer).
#
# Instead: The lamp stays at 1 until the end. After the last key, the time is set to that of the key, and a key is taken
# as passed only if the time is behind it: the value is that of the last key but one.
#
# In this package: docs/engines.md says so. A second key with the last value, at the end of the animation, shows it.
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
/** A sampler of movement along x. */
function sampler(times, x, interpolation) {
  return { input: accessor("SCALAR", times, { min: [times[0]], max: [times.at(-1)] }), output: accessor("VEC3", x.flatMap((value) => [value, 0, 0])), interpolation };
}
const samplers = [sampler([0, 1, 2], [0, 1, 5], "STEP"), sampler([0, 1, 2, 4], [0, 1, 5, 5], "STEP"), sampler([0, 1, 2], [0, 1, 5], "LINEAR"), sampler([0, 4], [0, 4], "LINEAR")];
const gltf = {
  asset: { version: "2.0" },
  scene: 0,
  scenes: [{ nodes: [0, 1, 2, 3] }],
  nodes: ["step", "with another key", "linear", "length"].map((name) => ({ name })),
  animations: [{ samplers, channels: samplers.map((_, i) => ({ sampler: i, target: { node: i, path: "translation" } })) }],
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
    "/lamp.gltf": { contentType: "model/gltf+json", body: JSON.stringify(gltf) },
  };
  return route.fulfill(answers[pathname] ?? { status: 404 });
});
await page.goto("https://localhost/");
const TIMES = [0.5, 1.5, 3, 3.9];
const shown = await page.evaluate(async (times) => {
  const { GltfView } = await import("/viewer/gltf-viewer.module.js");
  const view = new GltfView(document.querySelector("canvas").getContext("webgl2"));
  const state = view.createState();
  state.gltf = await view.createResourceLoader(() => {}, undefined, "/viewer/libs/").loadGltf("/lamp.gltf");
  state.sceneIndex = 0;
  state.animationIndices = [0];
  return times.map((time) => {
    state.animationTimer.setFixedTime(time);
    view.renderFrame(state, 16, 16);
    return state.gltf.nodes.map(({ translation }) => translation[0]);
  });
}, TIMES);
await browser.close();
const [step, another, linear] = [0, 1, 2].map((node) => shown.map((nodes) => nodes[node]));
console.log(`x after ${TIMES.join(", ")} s, expected 0, 1, 5, 5: ${step.join(", ")}; with another key at the end: ${another.join(", ")}; linear: ${linear.join(", ")}`);
assert.deepEqual(step, [0, 1, 1, 1]);
assert.deepEqual(another, [0, 1, 5, 5]);
assert.deepEqual(linear, [0.5, 3, 5, 5]);
EOF
node run.mjs
