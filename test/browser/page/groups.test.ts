/** The animations of a file as plain and as compiled groups: the switch of the page, and its measurement. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { packGlb, unpackGlb } from "../../../scripts/glb.mjs";
import type {} from "../../../playground/page/api.js";
import { addTimes, createAsset } from "../../helpers/gltfAsset.js";
import { JAGGED, launchBrowser, type TestBrowser, type TestPage } from "../helpers/browser.js";
import { showModel } from "../helpers/playground.js";

/** A node that moves for ten minutes. */
const LONG = createAsset((add) => ({
  scenes: [{ nodes: [0] }],
  nodes: [{ name: "cart" }],
  animations: [
    {
      name: "ride",
      samplers: [{ input: addTimes(add, [0, 600]), output: add("VEC3", [0, 0, 0, 1, 0, 0]) }],
      channels: [{ sampler: 0, target: { node: 0, path: "translation" } }],
    },
  ],
}));

let browser: TestBrowser;
let tab: TestPage;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser(JAGGED);
  const size = { width: 960, height: 900 };
  tab = await browser.open("/dist/playground/index.html?model=figure", size, { reducedMotion: "reduce", deviceScaleFactor: 0.5 });
  ({ page } = tab);
  await page.evaluate(() => window.playground.ready);
});
afterAll(() => browser.close());
beforeEach(async () => {
  await showModel(tab, "figure");
  await load("Compiled groups");
});

const clip = (name: string, kind: string) =>
  page.evaluate(([wanted, as]) => window.playground.clips.find((each) => each.name === wanted && each.kind === as)!, [name, kind] as const);
const choose = (name: string): Promise<void> => page.locator("#clips .choose", { hasText: new RegExp(`^${name} ?\\d`) }).click();
const chooseAnimation = (): Promise<void> => page.locator("#clips .choose", { hasText: "animation" }).first().click();
const animation = () => page.evaluate(() => window.playground.clips.find(({ kind }) => kind === "animation")!);
const facts = async (): Promise<Record<string, string>> => {
  const texts = await page.locator("#evaluation .facts > *").allInnerTexts();
  return Object.fromEntries(texts.flatMap((text, i) => (i % 2 === 0 ? [[text, texts[i + 1]!]] : [])));
};
const waitForFact = (label: string, text: string): Promise<unknown> =>
  page.waitForFunction(
    ([name, value]) =>
      [...document.querySelectorAll("#evaluation dt")].some(
        (dt) => dt.textContent === name && dt.nextElementSibling!.textContent === value,
      ),
    [label, text] as const,
  );

async function load(kind: "Plain groups" | "Compiled groups"): Promise<void> {
  await page.getByLabel(kind).check();
  await page.evaluate(() => window.playground.ready);
}

const file = (name: string, bytes: Uint8Array | string) => ({
  name,
  mimeType: "application/octet-stream",
  buffer: Buffer.from(bytes as string),
});

/** Lets a few frames pass. */
const frames = (): Promise<void> =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 8; frame++) {
      await new Promise(requestAnimationFrame);
    }
  });

describe("the animations of a file", () => {
  it("are compiled groups that this package computes", async () => {
    await chooseAnimation();
    await page.keyboard.press("Space");
    await waitForFact("Played as", "compiled group");
    expect(await facts()).toMatchObject({ "Played as": "compiled group", "Computed by": "this package, from compiled data" });
    expect(await animation()).toMatchObject({ playedAs: "compiled group", isPlaying: true });
    expect(await page.getByLabel("Compiled groups").isChecked()).toBe(true);
  });

  it("are plain groups that Babylon.js computes, on demand, and go on where they were", async () => {
    // so long that it does not begin anew meanwhile
    await page.setInputFiles("#file-input", file("long.glb", packGlb(LONG.json, LONG.bin)));
    await page.evaluate(() => window.playground.ready);
    await chooseAnimation();
    const { name } = await animation();
    await page.evaluate((wanted) => window.playground.seek(wanted, 0.5), name);
    await page.keyboard.press("Space");
    await load("Plain groups");
    await waitForFact("Played as", "plain group");
    expect((await facts())["Computed by"]).toBe("Babylon.js, animation by animation");
    const { timestamp, ...state } = await animation();
    expect(state).toMatchObject({ playedAs: "plain group", isPlaying: true });
    expect(timestamp).toBeGreaterThanOrEqual(0.5);
    await frames();
    expect((await animation()).timestamp).not.toBe(timestamp);
    expect(await page.evaluate(() => window.playground.messages)).toEqual([]);
  });

  it.each(["Plain groups", "Compiled groups"] as const)("pause, step, rewind: %s", async (kind) => {
    await load(kind);
    await chooseAnimation();
    await page.keyboard.press("Space");
    await frames();
    await page.keyboard.press("Space");
    expect((await animation()).isPlaying).toBe(false);
    await page.keyboard.press("Home");
    expect((await animation()).timestamp).toBe(0);
    await page.keyboard.press("ArrowRight");
    expect((await animation()).timestamp).toBeCloseTo(1 / 24, 9);
    await page.getByRole("button", { name: "Stop and rewind" }).click();
    expect(await animation()).toMatchObject({ isPlaying: false, timestamp: 0 });
  });

  it("show the same picture, whoever computes them", async () => {
    const pictures: string[] = [];
    for (const kind of ["Plain groups", "Compiled groups"] as const) {
      await load(kind);
      await chooseAnimation();
      await page.keyboard.press("Space");
      await page.keyboard.press("Space");
      await page.evaluate(async () => {
        const { clips } = window.playground;
        window.playground.seek(clips.find((each) => each.kind === "animation")!.name, 0.75);
        await window.playground.drawn();
      });
      pictures.push((await page.locator("#canvas").screenshot()).toString("base64"));
    }
    expect(pictures[0]).toBe(pictures[1]);
  });

  it("leave the edits of clips, and the steps that can be undone, when they are loaded again", async () => {
    await choose("walk");
    await page.fill("#setting-end", "3");
    await page.keyboard.press("Enter");
    await load("Plain groups");
    expect(await page.inputValue("#setting-end")).toBe("3");
    expect(await clip("walk", "clip")).toMatchObject({ playedAs: "clip" });
    await page.locator("#document").getByRole("button", { name: /^Undo/ }).click();
    expect(await page.inputValue("#setting-end")).toBe("3.5");
    expect(await page.locator("#clips .clip").count()).toBe(7);
  });

  it("play as clips where only clips can mix and fade", async () => {
    await load("Plain groups");
    await chooseAnimation();
    await page.keyboard.press("Space");
    expect((await animation()).playedAs).toBe("plain group");
    await page.getByLabel("Mix by weight").check();
    expect(await animation()).toMatchObject({ playedAs: "clip", isPlaying: true });
    await page.getByLabel("Mix by weight").uncheck();
    await page.getByRole("button", { name: "Stop all" }).click();
    expect(await animation()).toMatchObject({ playedAs: "plain group", isPlaying: false });
  });

  it("are loaded again in copies of the model and in crowds, too", async () => {
    await showModel(tab, "crowd");
    await chooseAnimation();
    await page.keyboard.press("Space");
    await load("Plain groups");
    expect(await animation()).toMatchObject({ playedAs: "plain group", isPlaying: true });
    expect(await page.locator("#crowd .note").innerText()).toBe("This model is shown as ordinary copies.");
    await showModel(tab, "figure");
    await page.getByLabel("Show a crowd in place of the model").check();
    await page.locator("#crowd-calls", { hasText: "for 100 characters" }).waitFor();
    await load("Compiled groups");
    await page.locator("#crowd-calls", { hasText: "for 100 characters" }).waitFor();
    expect(await page.evaluate(() => window.playground.messages)).toEqual([]);
    await page.getByLabel("Show a crowd in place of the model").uncheck();
  });

  it("stay in files that are opened later", async () => {
    await load("Plain groups");
    await showModel(tab, "door");
    expect((await animation()).playedAs).toBe("plain group");
  });
});

describe("the measurement", () => {
  it("says what was measured, and compares both kinds", async () => {
    await choose("walk");
    await page.getByRole("button", { name: "Measure both" }).click();
    const rows = page.locator("#evaluation tr");
    await rows.first().waitFor();
    const texts = await rows.allInnerTexts();
    expect(texts.map((text) => text.replace(/[\d.]+/, "N").trim())).toEqual([
      "Plain groups\tN µs per frame",
      "Compiled groups\tN µs per frame",
    ]);
    expect(await page.innerText("#evaluation .comparison")).toMatch(/(Compiled|Plain) groups are [\d.]+ times as fast\./);
    expect(await page.innerText("#evaluation .comparison")).toMatch(/for the animation of walk \(\d+ channels\), without drawing/);
    expect(await page.evaluate(() => window.playground.messages)).toEqual([]);
    await choose("idle");
    expect(await page.innerText("#evaluation .comparison")).toBe("");
    expect(tab.takeProblems()).toEqual([]);
  });

  it("works for a .gltf with files beside it, which is loaded twice more", async () => {
    const { json, bin } = unpackGlb(readFileSync(new URL("../../../playground/models/figure.glb", import.meta.url)));
    json.buffers[0].uri = "figure.bin";
    await page.setInputFiles("#file-input", [file("figure.gltf", JSON.stringify(json)), file("figure.bin", bin)]);
    await page.evaluate(() => window.playground.ready);
    await page.getByRole("button", { name: "Measure both" }).click();
    await page.locator("#evaluation tr").first().waitFor();
    await load("Plain groups");
    expect((await animation()).playedAs).toBe("plain group");
    expect(await page.evaluate(() => window.playground.messages)).toEqual([]);
  });
});
