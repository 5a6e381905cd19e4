/** Files that people have, and how the page shows them: compressions, missing and broken parts, framing, light, and drawing on demand. */
import { readFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { packGlb, unpackGlb, type Json } from "../../../scripts/glb.mjs";
import type {} from "../../../playground/page/api.js";
import { COMPRESSIONS, createCompressed } from "../helpers/compressedAsset.js";
import { JAGGED, launchBrowser, resize, type TestBrowser, type TestPage } from "../helpers/browser.js";
import { comparePictures, countDrawn, renderPicture, type Picture } from "../helpers/picture.js";
import { discardChanges } from "../helpers/playground.js";

const PAGE = "/dist/playground/index.html";
const SIZE = { width: 900, height: 600 };
const figure = unpackGlb(readFileSync(new URL("../../../playground/models/figure.glb", import.meta.url)));

let browser: TestBrowser;
let tab: TestPage;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser(JAGGED);
  tab = await browser.open(`${PAGE}?model=door`, SIZE, { reducedMotion: "reduce", deviceScaleFactor: 0.5 });
  ({ page } = tab);
  await page.evaluate(() => window.playground.ready);
});
afterAll(() => browser.close());

interface ModelFile {
  readonly name: string;
  readonly bytes: Uint8Array | string;
}

async function choose(...files: readonly ModelFile[]): Promise<void> {
  await page.setInputFiles(
    "#file-input",
    files.map(({ name, bytes }) => ({ name, mimeType: "application/octet-stream", buffer: Buffer.from(bytes as string) })),
  );
  await discardChanges(page);
  await page.evaluate(() => window.playground.ready);
}

async function openDemo(id: string): Promise<void> {
  await page.selectOption("#model-select", id);
  await discardChanges(page);
  await page.evaluate(() => window.playground.ready);
}

const messages = (): Promise<string[]> =>
  page.evaluate(() => window.playground.messages.map(({ level, pointer, text }) => `${level} ${pointer ?? ""}: ${text}`));
const names = (): Promise<string[]> => page.evaluate(() => window.playground.clips.map(({ name }) => name));
const takePicture = (): Promise<Picture> => renderPicture(page, "window.playground.drawn()");

/** The demo model, changed. */
function changed(change: (json: Json) => void): Json {
  const json = structuredClone(figure.json);
  change(json);
  return json;
}

describe("compressed files", () => {
  let plain: Picture;

  const show = async (compression: string): Promise<Picture> => {
    await choose({ name: `${compression}.glb`, bytes: await createCompressed(compression) });
    expect(await messages()).toEqual([]);
    await page.evaluate(() => window.playground.seek("turn", 0.3));
    return takePicture();
  };

  const fetched = (): Promise<string[]> =>
    page.evaluate(() =>
      performance.getEntriesByType("resource").flatMap(({ name }) => (/decoder|transcoder|worker/i.test(name) ? name : [])),
    );

  beforeAll(async () => {
    plain = await show("none");
  });

  it("fetch their decoders only with the first file that needs them", async () => {
    expect(await fetched()).toEqual([]);
    await show("KHR_draco_mesh_compression");
    expect(await fetched()).toEqual([expect.stringMatching(/draco_decoder\..*wasm$/)]);
  });

  it.each(COMPRESSIONS)("look like the same file without compression, and ask no other server: %s", async (compression) => {
    tab.takeProblems();
    const picture = await show(compression);
    expect(countDrawn(picture)).toBeGreaterThan(1250);
    // Draco rounds positions to 16 bits, which may move an edge
    expect(comparePictures(picture, plain).visible).toBeLessThan(compression.includes("draco") ? 12 : 1);
    expect(tab.takeProblems()).toEqual([]);
  });
});

describe("files with something missing or wrong", () => {
  beforeEach(() => openDemo("door"));
  afterEach(() => void tab.takeProblems());

  /** The demo model with a picture on its materials. */
  const textured = (uri: string): Json =>
    changed((json) => {
      json["images"] = [{ uri }];
      json["textures"] = [{ source: 0 }];
      json["materials"].forEach((material: Json) => {
        material["pbrMetallicRoughness"] = { ...material["pbrMetallicRoughness"], baseColorTexture: { index: 0 } };
        material["normalTexture"] = { index: 0 };
      });
    });
  const MISSING =
    "warning /textures/0: skins/wood.png is missing. Open it together with textured.glb. The model is shown without this texture.";

  it("look as without a texture that is missing, which one warning says", async () => {
    await choose({ name: "plain.glb", bytes: packGlb(figure.json, figure.bin) });
    const plain = await takePicture();
    await choose({ name: "textured.glb", bytes: packGlb(textured("skins/wood.png"), figure.bin) });
    expect(await messages()).toEqual([MISSING]);
    expect(comparePictures(await takePicture(), plain).visible).toBe(0);
  });

  it("load without a picture that is broken, and without one that its server does not have", async () => {
    await choose(
      {
        name: "textured.gltf",
        bytes: JSON.stringify({ ...textured("wood.png"), buffers: [{ uri: "a.bin", byteLength: figure.bin.length }] }),
      },
      { name: "a.bin", bytes: figure.bin },
      { name: "wood.png", bytes: "no picture" },
    );
    expect(await messages()).toEqual([
      "warning /textures/0: The browser cannot read the picture. The model is shown without this texture.",
    ]);
    expect(await names()).toHaveLength(7);

    browser.files.set("/models/textured.glb", packGlb(textured("nowhere.png"), figure.bin));
    const served = await browser.open(`${PAGE}?model=/models/textured.glb`, SIZE, { reducedMotion: "reduce", deviceScaleFactor: 0.5 });
    await served.page.evaluate(() => window.playground.ready);
    expect(await served.page.evaluate(() => window.playground.messages.map(({ text }) => text))).toEqual([
      expect.stringMatching(/nowhere\.png.*The model is shown without this texture\.$/),
    ]);
    expect(await served.page.evaluate(() => window.playground.clips.length)).toBe(7);
    await served.close();
  });

  it.each([
    {
      name: "cut.glb",
      bytes: packGlb(figure.json, figure.bin).subarray(0, 9000),
      message: "cut.glb is cut off after 9000 of 14316 bytes.",
    },
    { name: "empty.glb", bytes: "", message: "empty.glb is empty." },
    { name: "notes.txt", bytes: "x", message: "notes.txt is not a glTF model. Open a .glb, or a .gltf with its .bin and textures." },
    { name: "photo.png", bytes: "x", message: "photo.png is not a glTF model. Open a .glb, or a .gltf with its .bin and textures." },
    { name: "other.glb", bytes: "PK\u0003\u0004", message: /other\.glb is not a glTF model \(/ },
    {
      name: "lost.gltf",
      bytes: JSON.stringify(changed(({ buffers }) => (buffers[0].uri = "lost.bin"))),
      message: /lost\.bin is missing\. Open it together with lost\.gltf\./,
    },
  ])("keep the open model with its edits, and say in a sentence what is wrong: $name", async ({ message, ...file }) => {
    await openDemo("figure");
    await page.fill("#setting-speed", "0.5");
    const before = await takePicture();
    const open = await names();
    await choose(file);
    expect(await messages()).toEqual([expect.stringMatching(typeof message === "string" ? `error : ${message}` : message)]);
    expect(await page.innerText("#failure-text")).toMatch(message);
    expect([await names(), await page.inputValue("#setting-speed")]).toEqual([open, "0.5"]);
    expect(await page.inputValue("#model-select")).toBe("figure");
    expect(new URL(page.url()).search).toBe("?model=figure");
    expect(comparePictures(await takePicture(), before).visible).toBe(0);
    await page.getByRole("button", { name: "Close the message" }).click();
    expect(await page.isVisible("#failure")).toBe(false);
  });

  it("that cannot be opened are forgotten with the next one, also if that cannot be opened either", async () => {
    await openDemo("figure");
    await choose({ name: "empty.glb", bytes: "" });
    await choose({ name: "notes.txt", bytes: "x" });
    expect(await messages()).toEqual(["error : notes.txt is not a glTF model. Open a .glb, or a .gltf with its .bin and textures."]);
    await choose({ name: "figure.glb", bytes: packGlb(figure.json, figure.bin) });
    expect(await messages()).toEqual([]);
    expect(await page.isVisible("#failure")).toBe(false);
  });

  it("that are big are named with their size, on the screen before the page is busy with them", async () => {
    const bin = new Uint8Array(2_000_000);
    bin.set(figure.bin);
    const bytes = packGlb(
      changed(({ buffers }) => (buffers[0].byteLength = bin.length)),
      bin,
    );
    await page.evaluate(() => {
      const shown = new Set<string>();
      const look = (): void => {
        const text = document.querySelector<HTMLElement>("#loading:not([hidden])")?.innerText.trim();
        if (text) {
          shown.add(text);
        }
        requestAnimationFrame(look);
      };
      look();
      Object.assign(window, { shown });
    });
    await choose({ name: "big.glb", bytes });
    expect(await page.evaluate("[...shown]")).toContain("Opening big.glb, 2 MB");
    expect(await page.isVisible("#loading")).toBe(false);
    expect(await messages()).toEqual([]);
  });

  it("beside a model give it clips: the import settings of Godot, with the model or after it", async () => {
    const bare = changed((json) => delete json["extensions"]);
    const model = { name: "bare.glb", bytes: packGlb(bare, figure.bin) };
    const slice = '"slice_1/name": "stride", "slice_1/start_frame": 75, "slice_1/end_frame": 105';
    const text = `_subresources={ "animations": { "timeline": { "slices/amount": 1, ${slice} } } }\n`;
    const settings = { name: "bare.glb.import", bytes: text };
    const state = (): Promise<string> => page.innerText(".document-state");
    await choose(settings, model);
    expect([await names(), await messages(), await state()]).toEqual([["stride", "timeline", "door"], [], ""]);
    expect((await page.evaluate(() => window.playground.plotData("stride"))).settings).toMatchObject({ start: 2.5, end: 3.5 });
    await choose(model);
    expect(await names()).toEqual(["timeline", "door"]);
    await choose(settings);
    await page.waitForFunction(() => window.playground.clips.length === 3);
    expect([await names(), await state()]).toEqual([["stride", "timeline", "door"], "Unsaved changes"]);
    await page.keyboard.press("Control+z");
    expect([await names(), await state()]).toEqual([["timeline", "door"], ""]);
  });

  it("say which of several models is open", async () => {
    const bytes = packGlb(figure.json, figure.bin);
    await choose({ name: "one.glb", bytes }, { name: "two.glb", bytes }, { name: "three.gltf", bytes: "{}" });
    expect(await messages()).toEqual(["warning : The page shows one model at a time. one.glb is open; not opened: two.glb, three.gltf."]);
    expect(await names()).toHaveLength(7);
  });

  it("take the name of the demo out of the address once they are shown", async () => {
    expect(new URL(page.url()).search).toBe("?model=door");
    await choose({ name: "figure.glb", bytes: packGlb(figure.json, figure.bin) });
    expect(new URL(page.url()).search).toBe("");
    await openDemo("lights");
    expect(new URL(page.url()).search).toBe("?model=lights");
  });
});

/** How far a picture of the view reaches: the box of what differs from the background, in parts of its size. */
function boxOf({ width, height, pixels }: Picture): { left: number; right: number; bottom: number; top: number } {
  const box = { left: 1, right: 0, bottom: 1, top: 0 };
  for (let i = 0; i < width * height; i++) {
    if ([0, 1, 2].some((channel) => Math.abs(pixels[i * 4 + channel]! - pixels[channel]!) > 8)) {
      const [x, y] = [(i % width) / width, Math.floor(i / width) / height];
      Object.assign(box, { left: Math.min(box.left, x), right: Math.max(box.right, x) });
      Object.assign(box, { bottom: Math.min(box.bottom, y), top: Math.max(box.top, y) });
    }
  }
  return box;
}

const brightness = ({ pixels }: Picture): number => pixels.reduce((sum, value, i) => (i % 4 < 3 ? sum + value : sum), 0) / pixels.length;

const frames = (): Promise<number> => page.evaluate(() => window.playground.frames);

/** Lets the browser draw as often as it likes. */
const wait = (count: number): Promise<void> =>
  page.evaluate(async (left) => {
    for (; left > 0; left--) {
      await new Promise(requestAnimationFrame);
    }
  }, count);

describe("the view", () => {
  /** The demo model, whose figure goes far to the side in the second half of a clip. */
  const wanderer = (): Uint8Array => {
    const { json, bin } = structuredClone(figure);
    const data = new Float32Array([0, 1, 0, 0, 0, 12, 0, 0]);
    const [times, values] = [json["accessors"].length, json["accessors"].length + 1];
    json["bufferViews"].push({ buffer: 0, byteOffset: bin.length, byteLength: 32 });
    const view = json["bufferViews"].length - 1;
    json["accessors"].push({ bufferView: view, componentType: 5126, count: 2, type: "SCALAR", min: [0], max: [1] });
    json["accessors"].push({ bufferView: view, byteOffset: 8, componentType: 5126, count: 2, type: "VEC3" });
    const node = json["scenes"][0].nodes[0];
    json["animations"] = [
      { name: "go", samplers: [{ input: times, output: values }], channels: [{ sampler: 0, target: { node, path: "translation" } }] },
    ];
    delete json["extensions"];
    delete json["extensionsUsed"];
    json["buffers"][0].byteLength = bin.length + 32;
    return packGlb(json, Buffer.concat([bin, new Uint8Array(data.buffer)]));
  };

  it("shows all of the motion, from the first frame on", async () => {
    await choose({ name: "wanderer.glb", bytes: wanderer() });
    const pictures: Picture[] = [];
    for (const timestamp of [0, 1]) {
      await page.evaluate((at) => window.playground.seek("go", at), timestamp);
      pictures.push(await takePicture());
    }
    for (const { left, right, bottom, top } of pictures.map(boxOf)) {
      expect([left > 0.01, right < 0.99, bottom > 0.01, top < 0.99]).toEqual([true, true, true, true]);
    }
    // both together fill 80 % of the view's width, or of its height
    const boxes = pictures.map(boxOf);
    const width = Math.max(...boxes.map(({ right }) => right)) - Math.min(...boxes.map(({ left }) => left));
    const height = Math.max(...boxes.map(({ top }) => top)) - Math.min(...boxes.map(({ bottom }) => bottom));
    expect(Math.max(width, height)).toBeGreaterThan(0.74);
    expect(Math.max(width, height)).toBeLessThan(0.84);
    expect(comparePictures(pictures[0]!, pictures[1]!).visible).toBeGreaterThan(125);
  });

  it("is framed again in a window of another size, unless somebody has moved the camera", async () => {
    await openDemo("figure");
    const size = page.viewportSize()!;
    const filled = async (): Promise<number> => {
      const { left, right, bottom, top } = boxOf(await takePicture());
      return Math.max(right - left, top - bottom);
    };
    await resize(page, { width: size.width, height: Math.round(size.height * 1.5) });
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    const framed = await filled();
    expect([framed > 0.74, framed < 0.84]).toEqual([true, true]);
    await page.focus("#canvas");
    for (let i = 0; i < 6; i++) {
      await page.keyboard.press("-");
    }
    await resize(page, size);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    expect(await filled()).toBeLessThan(0.6);
  });

  it("rewinds what it looked at to find the motion: every clip begins where its file says", async () => {
    await openDemo("figure");
    expect(await page.evaluate(() => window.playground.clips.map(({ name, timestamp }) => [name, timestamp]))).toEqual([
      ["idle", 0],
      ["walk", 2.5],
      ["walk backwards", 3.5],
      ["jump", 4],
      ["door", 0],
      ["timeline", 0],
      ["door", 0],
    ]);
  });

  it("frames the model and returns to where it began, by keys and by buttons", async () => {
    await openDemo("door");
    const start = await takePicture();
    await page.focus("#canvas");
    for (let i = 0; i < 8; i++) {
      await page.keyboard.press("-");
      await page.keyboard.press("Shift+ArrowRight");
    }
    const away = await takePicture();
    expect(comparePictures(away, start).visible).toBeGreaterThan(250);
    await page.keyboard.press("f");
    expect(comparePictures(await takePicture(), start).visible).toBe(0);
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowUp");
    await page.getByRole("button", { name: "Frame the model" }).click();
    const turned = await takePicture();
    expect(comparePictures(turned, start).visible).toBeGreaterThan(250);
    await page.getByRole("button", { name: "Reset the view" }).click();
    expect(comparePictures(await takePicture(), start).visible).toBe(0);
  });

  it("says why none of the animations can be played", async () => {
    const json = changed((asset) => {
      asset["animations"] = [0, 1].map(() => ({
        samplers: [asset["animations"][0].samplers[0]],
        channels: [{ sampler: 0, target: { path: "pointer", extensions: { KHR_animation_pointer: { pointer: "/nodes/0/rotation" } } } }],
      }));
      delete asset["extensions"];
      delete asset["extensionsUsed"];
    });
    await choose({ name: "nowhere.glb", bytes: packGlb(json, figure.bin) });
    await page.locator("#clips .empty", { hasText: "None of its 2 animations can be played: must have an output of " }).waitFor();
    const still = changed((asset) => ["animations", "extensions", "extensionsUsed"].forEach((member) => delete asset[member]));
    await choose({ name: "still.glb", bytes: packGlb(still, figure.bin) });
    await page.locator("#clips .empty", { hasText: "This model has no animations." }).waitFor();
  });

  it("says what is in a file without meshes, and shows its axes", async () => {
    const json = changed((asset) => {
      delete asset["meshes"];
      asset["nodes"].forEach((node: Json) => delete node["mesh"]);
    });
    await choose({ name: "bones.glb", bytes: packGlb(json, figure.bin) });
    expect(await page.innerText("#view-note")).toMatch(/^No meshes in this file: \d+ nodes, 0 cameras, 7 clips and animations\.$/);
    expect(countDrawn(await takePicture())).toBeGreaterThan(50);
    await openDemo("door");
    expect(await page.isVisible("#view-note")).toBe(false);
  });

  it("tells cameras of one name apart", async () => {
    const json = changed((asset) => {
      asset["cameras"] = [0.5, 0.9].map((yfov) => ({ name: "lens", type: "perspective", perspective: { yfov, znear: 0.1 } }));
      [0, 1].forEach((camera) => asset["scenes"][0].nodes.push(asset["nodes"].push({ name: "lens", camera, translation: [0, 1, 6] }) - 1));
    });
    await choose({ name: "cameras.glb", bytes: packGlb(json, figure.bin) });
    expect(await page.locator("#camera-select option").allTextContents()).toEqual(["orbit", "lens (1)", "lens (2)"]);
    const near = await page.selectOption("#camera-select", { label: "lens (1)" }).then(takePicture);
    const wide = await page.selectOption("#camera-select", { label: "lens (2)" }).then(takePicture);
    expect(comparePictures(near, wide).visible).toBeGreaterThan(250);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Frame the model" }).click();
    expect(await page.inputValue("#camera-select")).toBe("-1");
  });

  it("has a menu for light, background, grid and axes", async () => {
    await openDemo("lights");
    const start = await takePicture();
    await page.click(".view-menu summary");
    const after = async (act: () => Promise<unknown>): Promise<Picture> => {
      await act();
      return takePicture();
    };
    const bright = await after(() => page.getByLabel("Exposure").fill("1"));
    expect(brightness(bright)).toBeGreaterThan(brightness(start));
    await page.getByLabel("Exposure").fill("0");
    const alone = await after(() => page.selectOption("#view-environment", "none"));
    const daylight = await after(() => page.selectOption("#view-environment", "daylight"));
    expect(brightness(alone)).toBeLessThan(brightness(start));
    expect(comparePictures(daylight, start).visible).toBeGreaterThan(250);
    await page.selectOption("#view-environment", "studio");
    const grid = await after(() => page.getByLabel("Grid").check());
    const axes = await after(() => page.getByLabel("Axes and skeleton").check());
    expect(comparePictures(grid, start).visible).toBeGreaterThan(125);
    expect(comparePictures(axes, grid).visible).toBeGreaterThan(25);
    const black = await after(() => page.selectOption("#view-background", "black"));
    expect([...black.pixels.slice(0, 3)]).toEqual([0, 0, 0]);
    await page.selectOption("#view-background", "page");
    await page.getByLabel("Grid").uncheck();
    expect(comparePictures(await after(() => page.getByLabel("Axes and skeleton").uncheck()), start).visible).toBe(0);
    await page.keyboard.press("Escape");
    expect(await page.isVisible(".view-menu .menu")).toBe(false);
  });
});

describe("drawing", () => {
  /** @returns the number of frames that were drawn when drawing stopped */
  const settle = async (): Promise<number> => {
    await page.evaluate(() => window.playground.drawn());
    for (let before = -1, now = await frames(); before !== now; now = await frames()) {
      before = now;
      await wait(8);
    }
    return frames();
  };

  it("stops while nothing moves, and begins with any change", async () => {
    await openDemo("figure");
    const changes: Record<string, () => Promise<unknown>> = {
      "a step": () => page.keyboard.press("ArrowRight"),
      "a setting": () => page.fill("#setting-speed", "0.75"),
      "a seek": () => page.evaluate(() => window.playground.seek("walk", 3)),
      "the window": () => resize(page, { width: 880, height: 600 }),
      "the mouse": async () => {
        await page.mouse.move(300, 200);
        await page.mouse.down();
        await page.mouse.move(340, 200);
        await page.mouse.up();
      },
      "another model": () => openDemo("door"),
    };
    let before = await settle();
    for (const [name, change] of Object.entries(changes)) {
      await wait(30);
      expect([name, await frames()]).toEqual([name, before]);
      await change();
      await page.waitForFunction((last) => window.playground.frames > last, before); // by itself: settling draws, too
      before = await settle();
    }
    await resize(page, SIZE);
  });

  it("does not begin when the tab key moves the focus", async () => {
    await openDemo("figure");
    const before = await settle();
    await page.keyboard.press("Tab");
    await wait(30);
    expect(await frames()).toBe(before);
  });

  it("goes on while a clip plays, which does not notice that there was a pause", async () => {
    await openDemo("figure");
    await page.evaluate(() => window.playground.seek("timeline", 0));
    await page.keyboard.press("Space");
    await page.waitForFunction(() => window.playground.clips.find(({ name }) => name === "timeline")!.timestamp > 0);
    await page.evaluate(() => window.playground.seek("timeline", 0)); // which pauses it
    await settle();
    await wait(60);
    const [timestamp, elapsed] = await page.evaluate(async () => {
      const began = performance.now();
      document.querySelector<HTMLElement>("#transport .primary")!.click();
      await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
      return [window.playground.clips.find(({ name }) => name === "timeline")!.timestamp, (performance.now() - began) / 1000] as const;
    });
    // no more than since the click, however slow the frames are: the pause does not count
    expect(timestamp).toBeLessThanOrEqual(elapsed);
    const before = await frames();
    await wait(10);
    expect(await frames()).toBeGreaterThan(before + 5);
    await page.keyboard.press("Space");
  });
});

describe("the page", () => {
  it("is styled before its script arrives", async () => {
    const { page: fresh, close } = await browser.open("/empty.html", SIZE);
    await fresh.route(/\.js$/, () => undefined);
    await fresh.goto(`${page.url().split("?")[0]!}`, { waitUntil: "commit" });
    await fresh.waitForSelector("h1");
    await fresh.waitForFunction(() => getComputedStyle(document.body).display === "flex");
    const box = async (selector: string): Promise<{ x: number; y: number; width: number; height: number }> =>
      (await fresh.locator(selector).boundingBox())!;
    expect((await box("#stage")).height).toBeGreaterThan(200);
    expect((await box(".panels")).x).toBeGreaterThan(400);
    expect(await fresh.innerText("#loading")).toContain("Loading");
    await close();
  });
});
