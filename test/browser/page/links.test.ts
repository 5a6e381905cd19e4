/** Links to the page that have the clips made there. */
import { readFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { packGlb, unpackGlb } from "../../../scripts/glb.mjs";
import type {} from "../../../playground/page/api.js";
import { JAGGED, launchBrowser, tap, type PageOptions, type TestBrowser, type TestPage } from "../helpers/browser.js";
import { comparePictures, countDrawn, renderPicture, type Picture } from "../helpers/picture.js";

const PAGE = "/dist/playground/index.html";
const SIZE = { width: 720, height: 480 };
/** The figure, with its animations and without clips. */
const MODEL = "/long.glb";

let browser: TestBrowser;
let tab: TestPage;

beforeAll(async () => {
  browser = await launchBrowser(JAGGED);
  const { json, bin } = unpackGlb(readFileSync(new URL("../../../playground/models/figure.glb", import.meta.url)));
  delete json["extensions"];
  delete json["extensionsUsed"];
  browser.files.set(MODEL, packGlb(json, bin));
});
afterAll(() => browser.close());
afterEach(() => tab.close());

async function openAt(address: string, size = SIZE, options: PageOptions = {}): Promise<Page> {
  tab = await browser.open(PAGE + address, size, { reducedMotion: "reduce", deviceScaleFactor: 0.5, ...options });
  await tab.page.evaluate(() => window.playground.ready);
  return tab.page;
}

const takePicture = (): Promise<Picture> => renderPicture(tab.page, "window.playground.drawn()");
const messages = (): Promise<string[]> => tab.page.evaluate(() => window.playground.messages.map(({ text }) => text));
const clips = (): Promise<object[]> =>
  tab.page.evaluate(() =>
    window.playground.clips.map(({ name, kind, timestamp }) => ({
      name,
      kind,
      timestamp,
      settings: window.playground.plotData(name).settings,
    })),
  );

/** Makes a clip of the whole animation, and gives it its JSON. */
async function make(page: Page, json: object): Promise<void> {
  await page.locator("#clips .choose", { hasText: "timeline" }).click();
  await page.locator(".tools").getByRole("button", { name: "New clip" }).click();
  await page.keyboard.press("Enter");
  await page.locator("#clip-json").fill(JSON.stringify(json));
  await page.locator("#clip-json").blur();
}

/** @returns the note below the menu, and the part of the link behind the path */
async function copyLink(page: Page): Promise<{ note: string; address: string }> {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await page.getByRole("button", { name: "Copy link" }).click();
  await page.locator(".note", { hasText: "The link is copied." }).waitFor();
  const note = await page.innerText("#share-menu .note");
  const { search, hash } = new URL(await page.evaluate(() => navigator.clipboard.readText()));
  return { note, address: search + hash };
}

it("have the clips that were made, which a fresh page shows with the same picture, and can undo", async () => {
  const page = await openAt(`?model=${MODEL}`);
  await make(page, { name: "jump höher", animations: [0], start: 4, end: 5.5, speed: 0.5, extras: { by: "me" } });
  await make(page, { name: "walk", animations: [0], start: 2.5, end: 3.5 });
  await page.evaluate(() => window.playground.seek("jump höher", 4.75));
  const made = await clips();
  expect(made).toHaveLength(4);
  const before = await takePicture();
  expect(countDrawn(before)).toBeGreaterThan(250);
  const { note, address } = await copyLink(page);
  expect(note).toBe("The link is copied.");
  await tab.close();

  const fresh = await openAt(address);
  expect(await messages()).toEqual([]);
  expect(await clips()).toEqual(made);
  expect(comparePictures(before, await takePicture()).visible).toBeLessThan(5);
  expect(JSON.parse(await fresh.inputValue("#clip-json"))).toMatchObject({ name: "jump höher", extras: { by: "me" } });
  expect(await fresh.innerText(".document-state")).toBe("Unsaved changes");
  await fresh.getByRole("button", { name: "Undo: open a link with “jump höher”" }).click();
  expect(await fresh.evaluate(() => window.playground.clips.map(({ name }) => name))).toEqual(["timeline", "door"]);
  expect(tab.takeProblems()).toEqual([]);
});

it("say that they leave clips out that are too many for a link, and what sends them", async () => {
  const page = await openAt(`?model=${MODEL}`);
  await make(page, { name: "much", animations: [0], end: 1, extras: { text: "much text ".repeat(200) } });
  const { note, address } = await copyLink(page);
  expect(note).toBe("The link is copied. 1 clip is left out, because the link would be too long. Save the file to send its clips.");
  expect(address.length).toBeLessThan(2000);
  expect(address).not.toContain("clip");
});

it("cost only the clips that cannot be read, and say so", async () => {
  const list = [{ name: "walk", animations: [0], start: 2.5, end: 3.5 }, { name: "<b>", animations: [99] }, "text"];
  await openAt(`?model=${MODEL}#clips=${Buffer.from(JSON.stringify(list)).toString("base64url")}&clip=walk;t=3`);
  expect(await clips()).toMatchObject([{ name: "walk", timestamp: 3 }, { name: "timeline" }, { name: "door" }]);
  expect(await messages()).toEqual([
    expect.stringMatching(/^A clip of the address is left out: \/extensions\/KHR_animation_clip\/clips\/1\/animations\/0: /),
    expect.stringMatching(/^A clip of the address is left out: \/extensions\/KHR_animation_clip\/clips\/2: /),
  ]);
  expect(tab.takeProblems()).toEqual([]);
});

it("are the address where a page may not copy, which a message says", async () => {
  const page = await openAt("?model=door");
  await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await page.getByRole("button", { name: "Copy link" }).click();
  expect(await page.locator("#share-menu .note", { hasText: /./ }).innerText()).toBe(
    "The browser lets a page copy only under https. The address of this page is the link.",
  );
});

it("are copied from a menu that is within the screen of a phone", async () => {
  const page = await openAt("?model=door", { width: 390, height: 844 }, { hasTouch: true, isMobile: true });
  await tap(page.getByRole("button", { name: "Share", exact: true }));
  for (const name of ["Copy link", "Save picture", "Save film"]) {
    const { x, y, width, height } = (await page.getByRole("button", { name }).boundingBox())!;
    expect([x >= 0, x + width <= 390, y >= 0, y + height <= 844]).toEqual([true, true, true, true]);
  }
});
