#!/usr/bin/env bash
# X_ITE: two meshes with one accessor of positions morph together.
#
# Expected: Accessors are data (glTF 2.0, 3.6.2), and meshes may share them: a mouth that opens leaves another mesh
# with the same corners as it is.
#
# Instead: There is one shape for each accessor of POSITION: what opens one mouth opens all that began with the same
# corners: another mesh, or the same mesh on another node, whose weights are its own (glTF 2.0, 3.11).
#
# In this package: bake --for x_ite gives each animated morph mesh positions and normals that no other has.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "x_ite@${LATEST:-15.0.1}" "playwright-core@${LATEST:-1.65.1}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { chromium } from "playwright-core";

console.log(`x_ite ${JSON.parse(readFileSync("node_modules/x_ite/package.json", "utf8")).version}`);
const bytes = [];
const bufferViews = [];
const accessors = [];

/** Adds an accessor with the numbers of a typed array, and returns its index. */
function accessor(type, array, more = {}) {
  const componentType = { Uint8Array: 5121, Int16Array: 5122, Uint16Array: 5123, Float32Array: 5126 }[array.constructor.name];
  const size = { SCALAR: 1, VEC3: 3, VEC4: 4, MAT4: 16 }[type];
  bufferViews.push({ buffer: 0, byteOffset: bytes.length, byteLength: array.byteLength });
  bytes.push(...new Uint8Array(array.buffer), ...new Array(-array.byteLength & 3).fill(0));
  return accessors.push({ bufferView: bufferViews.length - 1, componentType, count: array.length / size, type, ...more }) - 1;
}
const times = (...seconds) => accessor("SCALAR", new Float32Array(seconds), { min: [Math.min(...seconds)], max: [Math.max(...seconds)] });
const floats = (type, ...values) => accessor(type, new Float32Array(values));

/** A glTF file of the given members, with all accessors. */
const gltf = (json) => ({ asset: { version: "2.0" }, scene: 0, buffers: [{ byteLength: bytes.length }], bufferViews, accessors, ...json });

/** The same as a .glb. */
function glb(json) {
  const chunk = (type, data, pad) => {
    const padded = Buffer.concat([data, Buffer.alloc(-data.length & 3, pad)]);
    return Buffer.concat([Buffer.from(new Uint32Array([padded.length, type]).buffer), padded]);
  };
  const chunks = [chunk(0x4e4f534a, Buffer.from(JSON.stringify(gltf(json))), 0x20), chunk(0x004e4942, Buffer.from(bytes), 0)];
  const body = Buffer.concat(chunks);
  return Uint8Array.from(Buffer.concat([Buffer.from(new Uint32Array([0x46546c67, 2, 12 + body.length]).buffer), body]));
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
});
const page = await browser.newPage();
await page.route("**", (route) => {
  const path = `node_modules/x_ite/dist${new URL(route.request().url()).pathname}`;
  return route.fulfill(/\.\w+$/.test(path) && existsSync(path) ? { path } : { contentType: "text/html", body: "" });
});
await page.goto("https://localhost/");
await page.addScriptTag({ url: "https://localhost/x_ite.min.js" });

/** Plays the animation of a file, and returns how far the first corner of each face, by the name of its node or mesh, is raised at the times in seconds. */
function heights(json, faces, seconds) {
  const base64 = Buffer.from(glb(json)).toString("base64");
  const play = async ({ base64, faces, seconds }) => {
    const canvas = X3D.createBrowser();
    document.body.append(canvas);
    const url = `data:model/gltf-binary;base64,${base64}`;
    const scene = await canvas.browser.createX3DFromURL(new X3D.MFString(url));
    await canvas.browser.replaceWorld(scene);
    const timer = scene.getNamedNode("Timer1");
    const start = Date.now() / 1000 + 10;
    timer.loop = true;
    timer.startTime = start;
    const { now } = Date;
    const shown = [];
    for (const time of [0, ...seconds]) {
      Date.now = () => 1000 * (start + time); // its clock
      await canvas.browser.nextFrame();
      shown.push(
        faces.map((name) => {
          const node = scene.getNamedNode(name);
          return (node.geometry ?? node.children[0].geometry).coord.point[0].z;
        }),
      );
    }
    Date.now = now;
    canvas.remove();
    return shown.slice(1);
  };
  return page.evaluate(play, { base64, faces, seconds });
}

const corners = () => accessor("VEC3", new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]), { min: [0, 0, 0], max: [1, 1, 0] });
const normals = () => floats("VEC3", 0, 0, 1, 0, 0, 1, 0, 0, 1);
const raised = () => accessor("VEC3", new Float32Array([0, 0, 1, 0, 0, 0, 0, 0, 0]), { min: [0, 0, 0], max: [0, 0, 1] });

/** A mesh of one triangle, whose first corner a morph target raises by 1. */
const face = (name) => ({ name, weights: [0], primitives: [{ attributes: { POSITION: corners(), NORMAL: normals() }, targets: [{ POSITION: raised() }] }] });

const POSITION = corners();
const meshes = ["mouth", "other"].map((name) => {
  const [primitive] = face(name).primitives;
  return { name, weights: [0], primitives: [{ ...primitive, attributes: { ...primitive.attributes, POSITION } }] };
});
const samplers = [{ input: times(0, 1), output: floats("SCALAR", 0, 1) }];
for (const other of [1, 0]) {
  const [shown] = await heights(
    {
      scenes: [{ nodes: [0, 1] }],
      nodes: [
        { name: "left", mesh: 0, translation: [-1, 0, 0] },
        { name: "right", mesh: other, translation: [1, 0, 0] },
      ],
      meshes,
      animations: [{ samplers, channels: [{ sampler: 0, target: { node: 0, path: "weights" } }] }],
    },
    ["left", "right"],
    [0.5],
  );
  console.log(`${1 + other} mesh(es), the weights of both at 0.5 s, expected 0.5 and 0:`, shown.join(", "));
  assert.ok(shown.every((height) => Math.abs(height - 0.5) < 0.01));
}
await browser.close();
EOF
node run.mjs
