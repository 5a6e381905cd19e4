/** Files that people have, and how the page shows them: compressions, missing and broken parts, framing, light, and drawing on demand. */
import { readFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { packGlb, unpackGlb, type Json } from "../../scripts/glb.mjs";
import type {} from "../../playground/page/api.js";
import { COMPRESSIONS, createCompressed } from "./helpers/compressedAsset.js";
import { launchBrowser, type TestBrowser, type TestPage } from "./helpers/browser.js";
import { comparePictures, countDrawn, renderPicture, type Picture } from "./helpers/picture.js";

const PAGE = "/dist/playground/index.html";
const SIZE = { width: 900, height: 600 };
const figure = unpackGlb(readFileSync(new URL("../../playground/models/figure.glb", import.meta.url)));

let browser: TestBrowser;
let tab: TestPage;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  tab = await browser.open(`${PAGE}?model=door`, SIZE, { reducedMotion: "reduce" });
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
  await page.evaluate(() => window.playground.ready);
}

async function openDemo(id: string): Promise<void> {
  await page.selectOption("#model-select", id);
  await page.evaluate(() => window.playground.ready);
}

const messages = (): Promise<string[]> =>
  page.evaluate(() => window.playground.messages.map(({ level, place, text }) => `${level} ${place ?? ""}: ${text}`));
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

  beforeAll(async () => {
    plain = await show("none");
  });

  it.each(COMPRESSIONS)("look like the same file without compression, and ask no other server: %s", async (compression) => {
    tab.takeProblems();
    const picture = await show(compression);
    expect(countDrawn(picture)).toBeGreaterThan(5_000);
    // Draco rounds positions to 16 bits, which may move an edge
    expect(comparePictures(picture, plain).visible).toBeLessThan(compression.includes("draco") ? 50 : 1);
    expect(tab.takeProblems()).toEqual([]);
  });

  it("fetch their decoders only with the first file that needs them", async () => {
    const fresh = await browser.open(`${PAGE}?model=door`, SIZE, { reducedMotion: "reduce" });
    await fresh.page.evaluate(() => window.playground.ready);
    const fetched = await fresh.page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
    expect(fetched.filter((url) => /decoder|transcoder|worker/i.test(url))).toEqual([]);
    await fresh.close();
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
    "warning : skins/wood.png is missing. Open it together with textured.glb. The model is shown without this texture.";

  it("look as without a texture that is missing, which one warning says", async () => {
    await choose({ name: "plain.glb", bytes: packGlb(figure.json, figure.bin) });
    const plain = await takePicture();
    await choose({ name: "textured.glb", bytes: packGlb(textured("skins/wood.png"), figure.bin) });
    expect(await messages()).toEqual([MISSING]);
    expect(comparePictures(await takePicture(), plain).visible).toBe(0);
  });

  it("load without a picture that is broken, and without one that its server does not have", async () => {
    await choose(
      { name: "textured.gltf", bytes: JSON.stringify({ ...textured("wood.png"), buffers: [{ uri: "a.bin", byteLength: figure.bin.length }] }) },
      { name: "a.bin", bytes: figure.bin },
      { name: "wood.png", bytes: "no picture" },
    );
    expect(await messages()).toEqual([expect.stringMatching(/^warning .*textures\/0.*The model is shown without this texture\.$/)]);
    expect(await names()).toHaveLength(7);

    browser.files.set("/models/textured.glb", packGlb(textured("nowhere.png"), figure.bin));
    const served = await browser.open(`${PAGE}?model=/models/textured.glb`, SIZE, { reducedMotion: "reduce" });
    await served.page.evaluate(() => window.playground.ready);
    expect(await served.page.evaluate(() => window.playground.messages.map(({ text }) => text))).toEqual([
      expect.stringMatching(/nowhere\.png.*The model is shown without this texture\.$/),
    ]);
    expect(await served.page.evaluate(() => window.playground.clips.length)).toBe(7);
    await served.close();
  });

  it.each([
    { name: "cut.glb", bytes: packGlb(figure.json, figure.bin).subarray(0, 9000), message: "cut.glb is cut off after 9000 of 14316 bytes." },
    { name: "empty.glb", bytes: "", message: "empty.glb is empty." },
    { name: "notes.txt", bytes: "x", message: "notes.txt is not a glTF model. Open a .glb, or a .gltf with its .bin and textures." },
    { name: "photo.png", bytes: "x", message: "photo.png is not a glTF model. Open a .glb, or a .gltf with its .bin and textures." },
    { name: "other.glb", bytes: "PK\u0003\u0004", message: /^other\.glb is not a glTF model \(/ },
    {
      name: "lost.gltf",
      bytes: JSON.stringify(changed(({ buffers }) => (buffers[0].uri = "lost.bin"))),
      message: /lost\.bin is missing\. Open it together with lost\.gltf\./,
    },
  ])("keep the open model with its edits, and say in a sentence what is wrong: $name", async ({ message, ...file }) => {
    await page.fill("#setting-speed", "0.5");
    const before = await takePicture();
    const open = await names();
    await choose(file);
    expect(await messages()).toEqual([expect.stringMatching(typeof message === "string" ? `error : ${message}` : message)]);
    expect(await page.innerText("#failure-text")).toMatch(message);
    expect([await names(), await page.inputValue("#setting-speed")]).toEqual([open, "0.5"]);
    expect(await page.inputValue("#model-select")).toBe("door");
    expect(new URL(page.url()).search).toBe("?model=door");
    expect(comparePictures(await takePicture(), before).visible).toBe(0);
    await page.getByRole("button", { name: "Close the message" }).click();
    expect(await page.isVisible("#failure")).toBe(false);
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
