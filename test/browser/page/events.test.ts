/** Timed events of animations on the timeline of the page: by mouse and by keyboard. What counts is the saved file. */
import { readFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import type { Download, Locator } from "playwright-core";
import { unpackGlb } from "../../../scripts/glb.mjs";
import type {} from "../../../playground/page/api.js";
import { JAGGED, launchBrowser, type TestBrowser, type TestPage } from "../helpers/browser.js";
import { showModel } from "../helpers/playground.js";

const PAGE = "/dist/playground/index.html";
/** Seconds of the animation `timeline` of the figure. */
const LENGTH = 5.5;

let browser: TestBrowser;
let tab: TestPage;

beforeAll(async () => {
  browser = await launchBrowser(JAGGED);
  tab = await browser.open(`${PAGE}?model=door`, { width: 1100, height: 700 }, { reducedMotion: "reduce", deviceScaleFactor: 0.5 });
  await tab.page.evaluate(() => window.playground.ready);
});
afterAll(() => browser.close());
beforeEach(async () => {
  await showModel(tab, "figure");
  await tab.page.evaluate(() => window.playground.seek("timeline", 1.5));
});
afterEach(() => expect(tab.takeProblems()).toEqual([]));

const marker = (name: string): Locator => tab.page.getByRole("slider", { name: `Event ${name}`, exact: true });
const button = (name: string | RegExp): Locator => tab.page.getByRole("button", { name, exact: true }).first();
const press = (...keys: string[]): Promise<void> =>
  keys.reduce(async (last, key) => (await last, tab.page.keyboard.press(key)), Promise.resolve());

/** The events of the first animation in the file that the page saves; undefined for none. */
async function savedEvents(): Promise<unknown> {
  const download = new Promise<Download>((resolve) => tab.page.once("download", resolve));
  await button("Save").click();
  const { json } = unpackGlb(readFileSync(await (await download).path()));
  const events = json["animations"][0].extensions?.KHR_animation_events?.events as unknown;
  expect(json["extensionsUsed"].includes("KHR_animation_events")).toBe(events !== undefined);
  return events;
}

/** Where a time is on the row; 24 pixels are free at both ends. */
async function placeOf(time: number): Promise<{ x: number; y: number }> {
  const { x, y, width, height } = (await tab.page.locator(".event-track").boundingBox())!;
  return { x: x + 24 + (time / LENGTH) * (width - 48), y: y + height / 2 };
}

/** Adds an event at a time by mouse, and types its name. */
async function add(time: number, name: string): Promise<void> {
  await tab.page.evaluate((at) => window.playground.seek("timeline", at), time);
  await button("Add an event at the playhead").click();
  await tab.page.keyboard.type(name);
  await press("Enter");
}

it("are asked about before they are lost, also after earlier changes were given up for a file that cannot be read", async () => {
  const { page } = tab;
  await add(1, "step");
  const broken = { name: "broken.glb", mimeType: "application/octet-stream", buffer: Buffer.from("glTF") };
  await page.setInputFiles("#file-input", broken);
  await page.getByText("It has changes that are not saved. Opening another model discards them.").waitFor();
  await button("Discard changes").click();
  await page.locator("#failure-text").waitFor();
  await page.locator("#failure-close").click();
  await add(2, "jump");
  await page.setInputFiles("#file-input", broken);
  await page.getByRole("button", { name: "Cancel" }).click();
  expect(await marker("jump").count()).toBe(1);
  tab.takeProblems();
});

it("leave the plot below them in view", async () => {
  const { page } = tab;
  await add(1.5, "blink");
  await page.getByRole("spinbutton", { name: "Time of the event" }).waitFor();
  const [panel, plot] = await page
    .locator("#time-panels, #timeline .plot")
    .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().toJSON() as DOMRect));
  expect(plot!.height).toBeGreaterThan(60);
  expect(plot!.bottom).toBeLessThanOrEqual(panel!.bottom + 0.5);
  expect(panel!.bottom).toBeLessThanOrEqual(700);
  await press("Control+z", "Control+z");
});

describe("with the mouse", () => {
  it("one adds an event at the playhead, drags it to a key, undoes and redoes, and deletes it", async () => {
    const { page } = tab;
    await add(1.5, "blink");
    expect(await savedEvents()).toEqual([{ time: 1.5, name: "blink" }]);
    expect(await marker("blink").getAttribute("title")).toBe("blink");
    const [from, to] = [await placeOf(1.5), await placeOf(4)];
    await page.mouse.move(from.x + 2, from.y);
    await page.mouse.down();
    await page.mouse.move((from.x + to.x) / 2, from.y);
    await page.mouse.move(to.x + 4, to.y); // drawn to the key at 4 s
    await page.mouse.up();
    expect(await savedEvents()).toEqual([{ time: 4, name: "blink" }]);
    await button(/^Undo: move event “blink”/).click();
    expect(await savedEvents()).toEqual([{ time: 1.5, name: "blink" }]);
    await button(/^Redo: move event “blink”/).click();
    expect(await marker("blink").getAttribute("aria-valuenow")).toBe("4");
    await marker("blink").click();
    await button("Delete the event").click();
    expect(await savedEvents()).toBeUndefined();
  });

  it("the events of an animation are on the timeline of its clips, which pass them", async () => {
    await add(3, "step");
    await tab.page.evaluate(() => window.playground.seek("walk", 2.9));
    expect(await marker("step").getAttribute("aria-valuenow")).toBe("3");
    await press("Space");
    await tab.page.getByText("Passed: step").waitFor();
    await press("Space");
    await tab.page.evaluate(() => window.playground.seek("door", 0));
    expect(await marker("step").count()).toBe(0); // another animation
  });

  it("a link has the events", async () => {
    const { page } = tab;
    await add(0.5, "blink");
    await page.waitForURL(/events=/);
    const address = new URL(page.url());
    const other = await browser.open(address.pathname + address.search + address.hash, undefined, { reducedMotion: "reduce" });
    await other.page.evaluate(() => window.playground.ready);
    expect(await other.page.getByRole("slider", { name: "Event blink" }).getAttribute("aria-valuenow")).toBe("0.5");
    expect(other.takeProblems()).toEqual([]);
    await other.close();
  });
});

it("flash in their place when they are passed", async () => {
  await add(1, "step");
  const centers = await marker("step").evaluate((mark) => {
    const center = (): number => mark.getBoundingClientRect().x + mark.getBoundingClientRect().width / 2;
    const before = center();
    const flash = mark.animate([{ scale: 1.7 }, { scale: 1 }], 1000);
    flash.pause();
    return [before, center(), mark.getBoundingClientRect().width];
  });
  expect(centers[1]).toBeCloseTo(centers[0]!, 3);
  expect(centers[2]).toBeCloseTo(1.7 * 24, 3);
  await press("Control+z", "Control+z");
});

describe("with the keyboard", () => {
  it("one adds, moves, renames and deletes an event, and the clip stays", async () => {
    const { page } = tab;
    const clips = await page.evaluate(() => window.playground.clips.length);
    await button("Add an event at the playhead").focus();
    await press("Enter");
    await page.keyboard.type("step");
    await press("Enter", "ArrowRight", "ArrowRight", "Shift+ArrowLeft");
    expect(await savedEvents()).toEqual([{ time: 1.42, name: "step" }]);
    await marker("step").focus();
    await press("F2");
    await page.keyboard.type("stop");
    await press("Enter", "PageUp");
    expect(await marker("stop").evaluate((each) => document.activeElement === each)).toBe(true);
    expect(await savedEvents()).toEqual([{ time: 1.55, name: "stop" }]); // the next key
    await page.getByRole("spinbutton", { name: "Time of the event" }).fill("0.25");
    expect(await savedEvents()).toEqual([{ time: 0.25, name: "stop" }]);
    await page.getByRole("spinbutton", { name: "Time of the event" }).fill("9");
    await press("Enter");
    await page.getByText("time: use 0 to 5.5, the length of the animation, instead of 9").waitFor();
    await marker("stop").focus();
    await press("Delete");
    expect(await savedEvents()).toBeUndefined();
    expect(await page.evaluate(() => window.playground.clips.length)).toBe(clips);
    await press("Control+z");
    expect(await savedEvents()).toEqual([{ time: 0.25, name: "stop" }]);
  });
});
