/** The editor as `npm run build:playground` makes it. */
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { existsSync, readFileSync } from "node:fs";
import { packGlb, unpackGlb, type Json } from "../../../scripts/glb.mjs";
import type {} from "../../../playground/page/api.js";
import { TimestampAt } from "../../../src/gltf/timing/index.js";
import { showModel } from "../helpers/playground.js";
import { JAGGED, launchBrowser, type TestBrowser, type TestPage } from "../helpers/browser.js";

const PAGE = "/dist/playground/index.html";
const figure = unpackGlb(readFileSync(new URL("../../../playground/models/figure.glb", import.meta.url)));

let browser: TestBrowser;
let tab: TestPage;

beforeAll(async () => {
  if (!existsSync(new URL(`../../..${PAGE}`, import.meta.url))) {
    throw new Error(`${PAGE} is missing: run npm run build:playground before`);
  }
  browser = await launchBrowser(JAGGED);
  tab = await browser.open(`${PAGE}?model=door`, { width: 640, height: 480 }, { deviceScaleFactor: 0.5 });
  await tab.page.evaluate(() => window.playground.ready);
});
afterAll(() => browser.close());

/** Shows a model of the page, as if it had just been opened. */
async function open(model = "figure"): Promise<void> {
  await showModel(tab, model);
}

interface ModelFile {
  readonly name: string;
  readonly bytes: Uint8Array | string;
}

async function choose(...files: readonly ModelFile[]): Promise<void> {
  await tab.page.setInputFiles(
    "#file-input",
    files.map(({ name, bytes }) => ({ name, mimeType: "application/octet-stream", buffer: Buffer.from(bytes as string) })),
  );
  await tab.page.evaluate(() => window.playground.ready);
}

/** The demo model, changed. */
function changed(change: (json: Json) => void): Json {
  const json = structuredClone(figure.json);
  change(json);
  return json;
}

const clips = (): Promise<readonly { name: string; kind: string; isPlaying: boolean; timestamp: number }[]> =>
  tab.page.evaluate(() => window.playground.clips.map(({ name, kind, isPlaying, timestamp }) => ({ name, kind, isPlaying, timestamp })));
const messages = (): Promise<readonly { level: string; pointer: string | null; text: string }[]> =>
  tab.page.evaluate(() => window.playground.messages.map(({ level, pointer, text }) => ({ level, pointer, text })));
const walk = async (): Promise<number> => (await clips()).find(({ name }) => name === "walk")!.timestamp;

describe("the editor", () => {
  it("opens on the model that its address names, or on the hero, moving", async () => {
    expect((await clips()).filter(({ isPlaying }) => isPlaying).map(({ name }) => name)).toEqual(["swing"]);
    await tab.page.goto(tab.page.url().replace("?model=door", ""));
    await tab.page.evaluate(() => window.playground.ready);
    expect(await tab.page.inputValue("#model-select")).toBe("hero");
    expect((await clips()).filter(({ isPlaying }) => isPlaying).map(({ name }) => name)).toEqual(["walk"]);
    const before = await walk();
    await tab.page.evaluate(async () => {
      for (let frame = 0; frame < 3; frame++) {
        await new Promise(requestAnimationFrame);
      }
    });
    expect(await walk()).not.toBe(before);
    expect(await messages()).toEqual([]);
    expect(tab.takeProblems()).toEqual([]);
  });

  it.each(["hero", "figure", "door", "materials", "lights", "crowd"])("shows the model %s without a message", async (model) => {
    await open(model);
    expect(await messages()).toEqual([]);
    expect((await clips()).some(({ isPlaying }) => isPlaying)).toBe(true);
    expect(tab.takeProblems()).toEqual([]);
  });

  it("plots the timestamps of a clip", async () => {
    await open();
    const { totalTimes, timestamps, crossings } = await tab.page.evaluate(() => window.playground.plotData("door"));
    const settings = { start: 0, end: 1.5, repetitions: 4, reverse: true };
    expect(timestamps).toEqual(totalTimes.map((totalTime) => TimestampAt(settings, totalTime).timestamp));
    expect(crossings.map(({ totalTime, kind }) => [totalTime, kind])).toEqual([
      [1.5, "reverse"],
      [3, "reverse"],
      [4.5, "reverse"],
      [6, "finish"],
    ]);
  });

  it("obeys keys: play and pause, steps, bounds", async () => {
    await open();
    await tab.page.keyboard.press("Space");
    expect((await clips()).find(({ name }) => name === "walk")!.isPlaying).toBe(false);
    await tab.page.keyboard.press("Home");
    expect(await walk()).toBe(2.5);
    await tab.page.keyboard.press("ArrowRight");
    expect(await walk()).toBeCloseTo(2.5 + 1 / 24, 9);
    await tab.page.keyboard.press("End");
    expect(await walk()).toBe(3.5);
    await tab.page.keyboard.press("Space");
    expect((await clips()).find(({ name }) => name === "walk")!.isPlaying).toBe(true);
  });

  it("edits settings, and shows their JSON", async () => {
    await open();
    await tab.page.fill("#setting-end", "3");
    await tab.page.fill("#setting-repetitions", "2");
    expect(JSON.parse(await tab.page.inputValue("#clip-json"))).toEqual({
      name: "walk",
      animations: [0],
      start: 2.5,
      end: 3,
      speed: 1.25,
      repetitions: 2,
    });
    await tab.page.fill("#setting-end", "1");
    expect(await tab.page.textContent("#settings [role=alert]")).toBe("end: use 2.5, which is the start, or more instead of 1");
    expect((await tab.page.evaluate(() => window.playground.plotData("walk"))).settings.end).toBe(3);
  });

  it("fades from one clip to another", async () => {
    await open();
    const choose = (name: RegExp): Promise<void> => tab.page.locator("#clips .choose", { hasText: name }).click();
    await tab.page.evaluate(() => window.playground.seek("door", 0));
    await tab.page.fill("#setting-repetitions", "endless"); // so that nothing but a fade ends it
    await tab.page.getByRole("button", { name: "Play", exact: true }).click();
    await choose(/^walk ?2/);
    await tab.page.selectOption("#compare-b", { label: "idle" });
    await tab.page.fill("[aria-label='Cross-fade duration in seconds']", "0.05");
    await tab.page.getByRole("button", { name: "Fade", exact: true }).click();
    const playing = (): Promise<string[]> => clips().then((all) => all.filter(({ isPlaying }) => isPlaying).map(({ name }) => name));
    await expect(playing()).resolves.toContain("idle");
    await tab.page.evaluate(async () => {
      while (window.playground.clips.some(({ name, isPlaying }) => name === "walk" && isPlaying)) {
        await new Promise(requestAnimationFrame);
      }
    });
    expect(await playing()).toEqual(["idle", "door"]);
  });

  it("plays nothing by itself for people who prefer reduced motion", async () => {
    await open();
    await tab.page.emulateMedia({ reducedMotion: "reduce" });
    await choose({ name: "figure.glb", bytes: packGlb(figure.json, figure.bin) });
    expect((await clips()).some(({ isPlaying }) => isPlaying)).toBe(false);
    await tab.page.emulateMedia({ reducedMotion: "no-preference" });
  });
});

describe("files", () => {
  beforeAll(() => tab.page.emulateMedia({ reducedMotion: "reduce" })); // what moves is drawn all the time
  afterAll(() => tab.page.emulateMedia({ reducedMotion: "no-preference" }));

  it(".gltf are loaded with their files, or it is said which one is missing", async () => {
    await open();
    const json = changed(({ buffers }) => (buffers[0].uri = "data%20files/figure.bin"));
    const gltf = { name: "figure.gltf", bytes: JSON.stringify(json) };
    await choose(gltf);
    expect((await messages()).map(({ text }) => text)).toEqual([
      "figure.gltf cannot be loaded: data files/figure.bin is missing. Open it together with figure.gltf.",
    ]);
    await choose(gltf, { name: "figure.bin", bytes: figure.bin });
    expect(await messages()).toEqual([]);
    expect(await clips()).toHaveLength(7);
  });

  it("with errors are shown with the place of each, and their names as text", async () => {
    await open();
    const name = "<img src=x onerror=\"document.title='broken'\">";
    const json = changed(({ extensions }) => {
      extensions.KHR_animation_clip.clips = [
        { name, animations: [0] },
        { animations: [0], start: 2, end: 1 },
      ];
    });
    await choose({ name: "names.glb", bytes: packGlb(json, figure.bin) });
    expect(await messages()).toEqual([
      { level: "warning", pointer: "/extensions/KHR_animation_clip/clips/1/end", text: "must be >= start (got 1 < 2)" },
    ]);
    expect(await tab.page.textContent("#messages .place")).toBe("/extensions/KHR_animation_clip/clips/1/end");
    expect(await tab.page.textContent("#clips .title")).toBe(name);
    expect(await tab.page.locator("img").count()).toBe(0);
    expect(await tab.page.title()).toBe("babylon-gltf-animation editor");
  });

  it("with an extension that extensionsUsed does not list cause one warning", async () => {
    await open();
    const json = changed((asset) => (asset["extensionsUsed"] = []));
    await choose({ name: "unlisted.glb", bytes: packGlb(json, figure.bin) });
    expect(await messages()).toEqual([
      {
        level: "warning",
        pointer: "/extensionsUsed",
        text: "must list KHR_animation_clip, which is ignored otherwise (used by /extensions/KHR_animation_clip)",
      },
    ]);
    expect((await clips()).map(({ kind }) => kind)).toEqual(["animation", "animation"]);
  });

  const broken: readonly (ModelFile & { message?: string })[] = [
    { name: "text.gltf", bytes: "no JSON" },
    { name: "null.gltf", bytes: "null" },
    {
      name: "picture.png",
      bytes: "x",
      message: "picture.png is not a glTF model. Open a .glb, or a .gltf with its .bin and textures.",
    },
    { name: "short.glb", bytes: packGlb(figure.json, figure.bin).subarray(0, 9000) },
    { name: "types.gltf", bytes: JSON.stringify({ asset: { version: "2.0" }, scenes: "x", nodes: 5, meshes: [null], animations: {} }) },
    {
      name: "cycle.glb",
      bytes: packGlb(
        changed(({ nodes }) => (nodes[0].children = [0])),
        figure.bin,
      ),
    },
    {
      name: "large.glb",
      bytes: packGlb(
        changed(({ accessors }) => (accessors[0].count = 1e12)),
        figure.bin,
      ),
    },
    {
      name: "remote.glb",
      bytes: packGlb(
        changed(({ buffers }) => (buffers[0].uri = "https://example.com/a.bin")),
        figure.bin,
      ),
    },
    {
      name: "required.glb",
      message: "required.glb cannot be loaded: Required extension KHR_draco_mesh_compression is not available",
      bytes: packGlb(
        // it must be in extensionsUsed, too
        changed((json) => (json["extensionsRequired"] = ["KHR_draco_mesh_compression"])),
        figure.bin,
      ),
    },
  ];

  it.each(broken)("that are broken cause a message, and the page stays usable: $name", async ({ message, ...file }) => {
    tab.takeProblems();
    await choose(file);
    const errors = (await messages()).filter(({ level }) => level === "error");
    expect(errors).toEqual([message === undefined ? expect.anything() : { level: "error", pointer: null, text: message }]);
    expect(await tab.page.isVisible("#failure")).toBe(true);
    await tab.page.selectOption("#model-select", "door");
    await tab.page.evaluate(() => window.playground.ready);
    expect(await messages()).toEqual([]);
    expect(await clips()).toHaveLength(5);
    expect(tab.takeProblems().filter((problem) => problem.startsWith("request") || problem.startsWith("exception"))).toEqual([]);
  });

  it("may have thousands of clips and channels", async () => {
    await open();
    const json = changed(({ nodes, scenes, animations, extensions }) => {
      for (let i = 0; i < 2000; i++) {
        scenes[0].nodes.push(nodes.push({ name: `node ${i}` }) - 1);
        animations[1].channels.push({ sampler: 0, target: { node: nodes.length - 1, path: "rotation" } });
      }
      extensions.KHR_animation_clip.clips = Array.from({ length: 3000 }, (_, i) => ({ name: `clip ${i}`, animations: [1], end: 1 }));
    });
    await choose({ name: "many.glb", bytes: packGlb(json, figure.bin) });
    expect(await clips()).toHaveLength(3002);
    expect(await tab.page.locator("#clips [role=listitem]").count()).toBeLessThan(40);
    expect(await tab.page.locator("#channels [role=listitem]").count()).toBeLessThan(40);
    await tab.page.fill("#channels input", "node 1999");
    expect(await tab.page.locator("#channels .path").allTextContents()).toEqual(["node 1999 · rotation"]);
  });
});

describe("Babylon's Inspector", () => {
  it("leaves the panels where it cannot be fetched, which a message says", async () => {
    const { page, takeProblems, close } = await browser.open(
      `${PAGE}?model=door`,
      { width: 1280, height: 800 },
      { deviceScaleFactor: 0.5 },
    );
    await page.evaluate(() => window.playground.ready);
    await page.route(/chunks\/.*inspector/, (route) => route.abort());
    await page.getByRole("button", { name: "Inspector" }).click();
    await page.waitForFunction(() => window.playground.messages.some(({ level, text }) => level === "error" && /inspector/i.test(text)));
    expect(await page.getByRole("button", { name: "Inspector" }).getAttribute("aria-expanded")).toBe("false");
    expect(await page.locator("#panels").isVisible()).toBe(true);
    takeProblems();
    await close();
  });

  it("opens on the scene, and plays, pauses and stops clips", async () => {
    // as high as the entries of the tree need, which the Inspector draws only where they are seen
    const wide = await browser.open(`${PAGE}?model=figure`, { width: 1280, height: 960 }, { deviceScaleFactor: 0.5 });
    const { page } = wide;
    const inspector = page.locator("#babylon-inspector-container");
    const entries = inspector.getByRole("treeitem");
    const entry = (name: string): ReturnType<typeof entries.filter> => entries.filter({ hasText: new RegExp(`^${name}$`) });
    const control = (name: string): Promise<void> => inspector.getByRole("button", { name, exact: true }).first().click();
    const isWalking = (): Promise<boolean> => page.evaluate(() => window.playground.clips.find(({ name }) => name === "walk")!.isPlaying);
    await page.evaluate(() => window.playground.ready);

    await page.keyboard.press("i");
    await entry("Nodes").click();
    await page.keyboard.press("ArrowRight");
    await entry("page sun").waitFor();
    await entry("__root__").waitFor();
    await entry("Animation Groups").click();
    await page.keyboard.press("ArrowRight");
    await entry("walk").click();
    expect(await isWalking()).toBe(true); // the arrow was for the tree
    const time = inspector.locator("input[type=range][min='2500'][max='3500']"); // of the clip, in milliseconds
    await time.waitFor();
    await control("Pause");
    expect(await isWalking()).toBe(false);
    await time.fill("3000");
    expect(await page.evaluate(() => window.playground.clips.find(({ name }) => name === "walk")!.timestamp)).toBeCloseTo(3, 6);
    expect(await isWalking()).toBe(false);
    await control("Play");
    expect(await isWalking()).toBe(true);
    await control("Stop");
    expect(await isWalking()).toBe(false);

    // its export looks for this name
    expect(await page.evaluate("typeof BABYLON.GLTF2Export.GLBAsync")).toBe("function");

    await page.selectOption("#model-select", "door");
    await page.evaluate(() => window.playground.ready);
    expect(await page.evaluate(() => window.playground.messages)).toEqual([]);
    await page.focus("#canvas");
    await page.keyboard.press("i");
    await inspector.waitFor({ state: "detached" });
    expect(await page.getAttribute("#inspect", "aria-expanded")).toBe("false");
    // a style of the Inspector that Chromium is about to drop
    expect(wide.takeProblems().filter((problem) => !problem.includes("'slider-vertical'"))).toEqual([]);
    await wide.close();
  });
});
