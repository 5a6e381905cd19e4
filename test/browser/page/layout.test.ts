/** How the page divides its window: splitters, the view, low and narrow screens. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { unpackGlb, type Json } from "../../../scripts/glb.mjs";
import type {} from "../../../playground/page/api.js";
import { JAGGED, launchBrowser, type TestBrowser, type TestPage } from "../helpers/browser.js";

const FIGURE = unpackGlb(readFileSync(new URL("../../../playground/models/figure.glb", import.meta.url)));
const PAGE = "/dist/playground/index.html";
const WIDE = { width: 1280, height: 800 };

let browser: TestBrowser;
let tab: TestPage;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser(JAGGED);
  tab = await browser.open(PAGE, WIDE, { reducedMotion: "reduce", deviceScaleFactor: 0.5 });
  ({ page } = tab);
  await page.evaluate(() => window.playground.ready);
});
afterAll(() => browser.close());

const sizeOf = async (selector: string): Promise<{ x: number; y: number; width: number; height: number }> =>
  (await page.locator(selector).boundingBox())!;
const width = async (): Promise<number> => (await sizeOf("#panels")).width;
const height = async (): Promise<number> => (await sizeOf("#time-panels")).height;
const splitter = (name: string): ReturnType<Page["getByRole"]> => page.getByRole("separator", { name });

async function drag(name: string, x: number, y: number): Promise<void> {
  const box = (await splitter(name).boundingBox())!;
  const [left, top] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(left, top);
  await page.mouse.down();
  await page.mouse.move(left + x, top + y, { steps: 3 });
  await page.mouse.up();
}

describe("the view", () => {
  it("has more than half of the height of a window of 1280 x 800", async () => {
    expect((await sizeOf("#stage")).height).toBeGreaterThan(400);
    expect(await page.evaluate(() => document.querySelector("#time-panels")!.scrollHeight)).toBeLessThanOrEqual(await height());
  });
});

describe("splitters", () => {
  it("change width and height by dragging, and a double click resets them", async () => {
    const before = [await width(), await height()];
    await drag("Width of the panels", -60, 0);
    await drag("Height of the timeline", 0, -50);
    expect([await width(), await height()]).toEqual([before[0]! + 60, before[1]! + 50]);
    await splitter("Width of the panels").dblclick();
    await splitter("Height of the timeline").dblclick();
    expect([await width(), await height()]).toEqual(before);
  });

  it("go back to where they were with escape", async () => {
    const before = await width();
    const box = (await splitter("Width of the panels").boundingBox())!;
    await page.mouse.move(box.x + 4, 300);
    await page.mouse.down();
    await page.mouse.move(box.x - 100, 300);
    await page.keyboard.press("Escape");
    await page.mouse.up();
    expect(await width()).toBe(before);
  });

  it("are moved by keys, between bounds that leave some of the view", async () => {
    const time = splitter("Height of the timeline");
    const before = await height();
    await time.press("ArrowUp");
    expect(await height()).toBe(before + 16);
    expect(await time.getAttribute("aria-valuenow")).toBe(String(before + 16));
    await time.press("End");
    expect((await sizeOf("#stage")).height).toBe(120);
    expect(await time.getAttribute("aria-valuenow")).toBe(await time.getAttribute("aria-valuemax"));
    await time.press("Home");
    expect([await height(), await time.getAttribute("aria-valuemin")]).toEqual([120, "120"]);
    await time.press("Enter");
    expect(await height()).toBe(before);
    const side = splitter("Width of the panels");
    await side.press("ArrowRight");
    expect(await width()).toBe(384);
    expect(await side.getAttribute("aria-orientation")).toBe("vertical");
    await side.press("Enter");
  });

  it("let plots take the height that there is", async () => {
    await page.getByRole("tab", { name: "Curve" }).click();
    const before = (await sizeOf("#curve canvas")).height;
    await drag("Height of the timeline", 0, -80);
    await page.waitForFunction((least) => document.querySelector("#curve canvas")!.clientHeight >= least, before + 78);
    await splitter("Height of the timeline").press("Enter");
    await page.getByRole("tab", { name: "Timeline" }).click();
  });

  it("are where they were after the page was loaded again, and within a smaller window", async () => {
    await splitter("Width of the panels").press("End");
    const wide = await width();
    await page.reload();
    await page.evaluate(() => window.playground.ready);
    expect(await width()).toBe(wide);
    await page.setViewportSize({ width: 1000, height: 800 });
    // the page hears of it a little later
    const becomes = (expected: number): Promise<unknown> =>
      page.waitForFunction((size) => document.querySelector("#panels")!.getBoundingClientRect().width === size, expected);
    await becomes(680);
    await page.setViewportSize(WIDE);
    await becomes(wide);
    await page.evaluate(() => localStorage.setItem("babylon-gltf-animation.side", "wide"));
    await page.reload();
    await page.evaluate(() => window.playground.ready);
    expect(await width()).toBe(400);
  });
});

describe("the Inspector", () => {
  it("leaves the file and the button that saves it", async () => {
    await page.click("#inspect");
    await page.locator("#babylon-inspector-container [role=treeitem]").first().waitFor();
    const [file, view] = [await sizeOf("#document"), await sizeOf("#stage")];
    expect([file.x >= view.x, file.x + file.width <= view.x + view.width, file.y >= view.y]).toEqual([true, true, true]);
    await page.getByLabel("More ways to save").click();
    expect((await sizeOf("#document .popup")).x).toBeGreaterThanOrEqual(0);
    await page.keyboard.press("Escape");
    const download = page.waitForEvent("download");
    await page.locator("#document .save").click();
    expect((await download).suggestedFilename()).toBe("hero.glb");
    await page.click("#inspect");
    await page.locator("#clips").waitFor();
  });
});

describe("a phone on its side", () => {
  it.each([
    [844, 390],
    [932, 430],
  ])("gives half of its height to the view: %d x %d", async (columns, rows) => {
    const phone = await browser.open(PAGE, { width: columns, height: rows }, { reducedMotion: "reduce", hasTouch: true, isMobile: true });
    await phone.page.evaluate(() => window.playground.ready);
    const box = (await phone.page.locator("#stage").boundingBox())!;
    const transport = (await phone.page.locator("#transport").boundingBox())!;
    expect(box.height).toBeGreaterThanOrEqual(rows / 2);
    expect(transport.height).toBeLessThan(70);
    expect(transport.y + transport.height).toBeLessThanOrEqual(rows);
    expect(await phone.page.evaluate(() => document.documentElement.scrollWidth)).toBe(columns);
    await phone.close();
  });
});

describe("the statistics", () => {
  it("state what the open model has", async () => {
    await page.selectOption("#model-select", "lights");
    await page.evaluate(() => window.playground.ready);
    const before = await page.locator("#statistics dd").allTextContents();
    await page.selectOption("#model-select", "figure");
    await page.evaluate(() => window.playground.ready);
    const facts = Object.fromEntries(
      await page.evaluate(() =>
        [...document.querySelectorAll("#statistics dt")].map((each) => [each.textContent, each.nextElementSibling!.textContent] as const),
      ),
    );
    const { json } = FIGURE;
    const primitives: Json[] = json["nodes"].flatMap(({ mesh }: Json) => (mesh === undefined ? [] : json["meshes"][mesh].primitives));
    const counted = (name: (primitive: Json) => number): string =>
      primitives.reduce((sum, primitive) => sum + json["accessors"][name(primitive)].count, 0).toLocaleString("en");
    expect(facts).toMatchObject({
      Vertices: counted(({ attributes }) => attributes.POSITION),
      "Draw calls": String(primitives.length),
      Materials: String(new Set(primitives.map(({ material }) => material)).size),
      Textures: "0",
      Animations: String(json["animations"].length),
    });
    expect(Number(facts["Triangles"]!.replace(",", ""))).toBe(Number(counted(({ indices }) => indices).replace(",", "")) / 3);
    expect(before).not.toEqual(Object.values(facts));
  });
});
