/**
 * README and guides that show characters, followed in their order: each block takes its place in one project, the page of "Getting started", as it
 * stands. What counts is what one sees: a picture with a character in view, and more than a hundred where there is a crowd.
 */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it, jest } from "@jest/globals";
import ts from "typescript";
import { readSteps, SCRIPT, type Step } from "../../scripts/guides/page.mjs";
import { SAMPLES } from "../../site/pages.mjs";
import { launchBrowser, type TestBrowser } from "./helpers/browser.js";
import { countDrawn, renderPicture, type Picture } from "./helpers/picture.js";

jest.setTimeout(240_000); // ten thousand characters are drawn

const ROOT = new URL("../../", import.meta.url);
const DOCUMENTS = ["README.md", "docs/crowds.md", "docs/controller.md"];
const SIZE = { width: 480, height: 300 };

/** The file of the reader that README names: a character of few triangles, since all of them are drawn without a graphics card. */
const OWN_FILE = "character.glb";

/** Where the modules are that a bundler would find. */
const IMPORTS = {
  "@babylonjs/core/": "/node_modules/@babylonjs/core/",
  "@babylonjs/loaders/": "/node_modules/@babylonjs/loaders/",
  "babylon-gltf-animation": "/dist/esm/index.js",
  ...Object.fromEntries(["controller", "crowd", "root-motion"].map((name) => [`babylon-gltf-animation/${name}`, `/dist/esm/${name}.js`])),
};

type Block = Extract<Step, { kind: "file" }>;

const blocksOf = (document: string): Block[] =>
  readSteps(readFileSync(new URL(document, ROOT), "utf8")).flatMap((step) => (step.kind === "file" ? [step] : []));

/** A block of code that makes a crowd, of which all characters are given. */
const isOfCrowd = ({ text }: Block): boolean => /\baddMany\(|\bcrowd\.add\(.*seat/.test(text);

let browser: TestBrowser;

/** Saves a block in the project. */
function save({ file, text }: Block): void {
  if (file.endsWith(".ts")) {
    const { outputText } = ts.transpileModule(text, { compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext } });
    browser.files.set(`/project/${file.replace(/ts$/, "js")}`, outputText);
  } else {
    const importMap = `<script type="importmap">${JSON.stringify({ imports: IMPORTS })}</script><link rel="icon" href="data:," />`;
    browser.files.set(`/project/${file}`, importMap + text.replace(SCRIPT, SCRIPT.replace(/ts$/, "js")));
  }
}

beforeAll(async () => {
  browser = await launchBrowser();
  SAMPLES.forEach((path) => browser.files.set(`/project/${path.replace(/^.*\//, "")}`, readFileSync(new URL(path, ROOT))));
  browser.files.set(`/project/${OWN_FILE}`, readFileSync(new URL("playground/models/hero-far.glb", ROOT)));
  blocksOf("docs/start.md").slice(0, 3).forEach(save);
});
afterAll(() => browser.close());

/** Frames pass until all is loaded, then nothing moves. Nothing is drawn meanwhile, which takes most of the time without a graphics card. */
const SETTLE = `(async () => {
  const { scene } = await import("/project/scene.js");
  const { layerMask } = scene.activeCamera;
  scene.activeCamera.layerMask = 0;
  await import("/project/main.js");
  await scene.whenReadyAsync();
  for (let frame = 0; frame < 3; frame++) {
    await new Promise(requestAnimationFrame);
  }
  scene.getEngine().stopRenderLoop();
  scene.activeCamera.layerMask = layerMask;
  scene.animationsEnabled = false;
  Object.assign(globalThis, { scene });
})()`;

/** Where the middles of all characters are in the picture, from its lower left corner: those that are in view, at any distance. */
const PLACES = `(async () => {
  const { Vector3 } = await import("@babylonjs/core/Maths/math.vector.js");
  const middles = scene.meshes
    .filter((mesh) => mesh.isEnabled() && mesh.getTotalVertices() > 0)
    .flatMap((mesh) =>
      mesh.hasThinInstances
        ? mesh.thinInstanceGetWorldMatrices().slice(0, mesh.thinInstanceCount).map((world) => Vector3.TransformCoordinates(new Vector3(0, 0.7, 0), world))
        : [mesh.getBoundingInfo().boundingBox.centerWorld],
    );
  return middles
    .map((middle) => Vector3.TransformCoordinates(middle, scene.getTransformMatrix()))
    .filter(({ x, y, z }) => Math.abs(x) < 1 && Math.abs(y) < 1 && z >= 0 && z <= 1)
    .map(({ x, y }) => [(x + 1) / 2, (y + 1) / 2]);
})()`;

/** Pixels in each direction within which several characters count as one, because nothing of those behind can be told. */
const CELL = 3;

/** How many characters one can tell from each other in the picture: those that are in view, at places of their own where something is drawn. */
function countInView({ width, height, pixels }: Picture, places: readonly (readonly [x: number, y: number])[]): number {
  const isDrawn = (x: number, y: number): boolean => [0, 1, 2].some((channel) => pixels[4 * (x + y * width) + channel] !== pixels[channel]);
  const drawn = places.map(([x, y]) => [Math.floor(x * width), Math.floor(y * height)] as const).filter(([x, y]) => isDrawn(x, y));
  return new Set(drawn.map(([x, y]) => `${Math.floor(x / CELL)} ${Math.floor(y / CELL)}`)).size;
}

describe.each(DOCUMENTS)("%s", (document) => {
  it.each(blocksOf(document).map((block) => [`line ${block.line}`, block] as const))("%s", async (_, block) => {
    save(block);
    if (block.file !== SCRIPT) {
      return; // for the scripts that follow
    }
    const { page, takeProblems, close } = await browser.open("/project/index.html", SIZE);
    await page.evaluate(SETTLE);
    const picture = await renderPicture(page, "scene.render()");
    expect(countDrawn(picture)).toBeGreaterThan(500);
    expect(countInView(picture, await page.evaluate(PLACES))).toBeGreaterThan(isOfCrowd(block) ? 100 : 0);
    expect(takeProblems()).toEqual([]);
    await close();
  });
});
