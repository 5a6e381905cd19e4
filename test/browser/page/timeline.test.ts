/** Zooming into long animations, and choosing ranges of them, by mouse, touch and keyboard. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import type { Locator, Page } from "playwright-core";
import { packGlb } from "../../../scripts/glb.mjs";
import type {} from "../../../playground/page/api.js";
import { addTimes, AssetBuilder } from "../../helpers/gltfAsset.js";
import { JAGGED, launchBrowser, tap, type PageOptions, type Size, type TestBrowser, type TestPage } from "../helpers/browser.js";
import { discardChanges } from "../helpers/playground.js";

const PAGE = "/dist/playground/index.html";
const PHONE = { width: 390, height: 844 };
/** Seconds. */
const LENGTH = 600;
/** Pixels that are free at both ends of the strip. */
const MARGIN = 24;

let browser: TestBrowser;
let tab: TestPage;

/** A node that moves for ten minutes, with a key in each second. */
function createLong(): Uint8Array {
  const builder = new AssetBuilder();
  const input = addTimes(
    builder.add,
    Array.from({ length: LENGTH + 1 }, (_, i) => i),
  );
  const output = builder.add(
    "VEC3",
    Float32Array.from({ length: 3 * (LENGTH + 1) }, (_, i) => Math.sin(i)),
  );
  const { json, bin } = builder.build({
    nodes: [{ name: "wanderer" }],
    animations: [{ name: "long", samplers: [{ input, output }], channels: [{ sampler: 0, target: { node: 0, path: "translation" } }] }],
  });
  return packGlb(json, bin);
}

const LONG = createLong();

beforeAll(async () => {
  browser = await launchBrowser(JAGGED);
});
afterAll(() => browser.close());
afterEach(() => expect(tab.takeProblems()).toEqual([]));

/** Opens a page for the tests of a group, since that takes longest. */
function sharePage(size: Size, options: PageOptions = {}): void {
  beforeAll(async () => {
    tab = await browser.open(PAGE, size, { reducedMotion: "reduce", ...options });
    await tab.page.evaluate(() => window.playground.ready);
  });
  afterAll(() => tab.close());
}

/** Shows the long animation, as if it had just been opened. */
async function open(): Promise<Page> {
  const { page } = tab;
  await page.setInputFiles("#file-input", { name: "long.glb", mimeType: "model/gltf-binary", buffer: Buffer.from(LONG) });
  await discardChanges(page);
  await page.evaluate(() => window.playground.ready);
  return page;
}

const settingsOf = (name: string): Promise<object> => tab.page.evaluate((clip) => window.playground.plotData(clip).settings, name);
const hint = (): Promise<string> => tab.page.innerText(".strip-hint");
const button = (name: string): Locator => tab.page.getByRole("button", { name, exact: true });

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

async function boxOf(selector: string): Promise<Box> {
  const found = tab.page.locator(selector).first();
  // the view and the playback stay above it on a phone
  await found.evaluate((each) => each.scrollIntoView({ block: "center" }));
  return (await found.boundingBox())!;
}

/** Where a time is on the strip that shows a range. */
async function onStrip(time: number, [from, to]: readonly [number, number]): Promise<{ x: number; y: number }> {
  const { x, y, width, height } = await boxOf(".strip-track");
  return { x: x + MARGIN + ((time - from) / (to - from)) * (width - 2 * MARGIN), y: y + height - 20 };
}

/** The range that the strip shows: where a click at each end of it goes. */
async function shownRange(): Promise<[number, number]> {
  const { x, y, width } = await boxOf(".strip-track");
  const at = async (left: number): Promise<number> => {
    await tab.page.mouse.click(left, y + 40);
    return tab.page.evaluate(() => window.playground.clips.find(({ name }) => name === "long")!.timestamp);
  };
  return [await at(x + MARGIN), await at(x + width - MARGIN)];
}

/** Two fingers that move apart or together. */
async function pinch(center: { x: number; y: number }, from: number, to: number): Promise<void> {
  const session = await tab.page.context().newCDPSession(tab.page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", distances: readonly number[]): Promise<unknown> =>
    session.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: distances.map((distance, id) => ({ x: center.x + distance, y: center.y, id })),
    });
  await touch("touchStart", [-from]);
  await touch("touchStart", [-from, from]);
  for (let step = 1; step <= 4; step++) {
    const distance = from + ((to - from) * step) / 4;
    await touch("touchMove", [-distance, distance]);
  }
  await touch("touchEnd", []);
}

describe("the timeline of a long animation", () => {
  sharePage({ width: 960, height: 720 });

  it("zooms with the wheel around the pointer, so that short ranges can be chosen, and with buttons", async () => {
    const page = await open();
    expect(await shownRange()).toEqual([expect.closeTo(0, 6), expect.closeTo(LENGTH, 6)]);
    const { x, y } = await onStrip(300, [0, LENGTH]);
    await page.mouse.move(x, y);
    // each wheel step of 500 pixels multiplies what is shown by 1/e
    for (let step = 0; step < 4; step++) {
      await page.mouse.wheel(0, -500);
    }
    const shown = [300 - 300 * Math.exp(-4), 300 + 300 * Math.exp(-4)] as const;
    expect(await shownRange()).toEqual(shown.map((time) => expect.closeTo(time, 1)));
    const [first, second] = [await onStrip(298, shown), await onStrip(301, shown)];
    await page.mouse.move(first.x + 3, first.y);
    await page.mouse.down();
    await page.mouse.move(second.x - 3, second.y, { steps: 3 });
    await page.mouse.up();
    expect(await hint()).toBe("Selected: 298–301 s"); // drawn to keys
    await button("New clip of the range").click();
    await page.keyboard.press("Enter");
    expect(await settingsOf("clip")).toMatchObject({ start: 298, end: 301 });
    // the new clip is bounded there, too, and its handles have their places
    const start = await boxOf(".handle.start");
    expect(start.x + start.width).toBeCloseTo((await onStrip(298, shown)).x, 0);
    await button("Show everything (0)").click();
    await page.locator("#clips .choose", { hasText: "long" }).click();
    expect(await shownRange()).toEqual([expect.closeTo(0, 6), expect.closeTo(LENGTH, 6)]);
    await page.evaluate(() => window.playground.seek("long", 0));
    await button("Zoom in (+)").click();
    expect(await shownRange()).toEqual([expect.closeTo(0, 6), expect.closeTo(LENGTH / 2, 6)]);
  });

  it("pans with shift and the wheel, and comes to a clip that is selected elsewhere", async () => {
    const page = await open();
    const { x, y } = await onStrip(0, [0, LENGTH]);
    await page.mouse.move(x, y);
    await page.mouse.wheel(0, -500 * Math.log(60));
    await page.keyboard.down("Shift");
    await page.mouse.wheel(0, (await boxOf(".strip-track")).width - 2 * MARGIN);
    await page.keyboard.up("Shift");
    expect(await shownRange()).toEqual([expect.closeTo(10, 1), expect.closeTo(20, 1)]);
    await button("New clip").first().click();
    await page.keyboard.press("Enter");
    await page.locator("#clip-json").fill('{"name": "late", "animations": [0], "start": 500, "end": 502}');
    await page.locator("#clips .choose", { hasText: "long" }).last().click();
    expect(await shownRange()).toEqual([expect.closeTo(10, 1), expect.closeTo(20, 1)]);
    await page.locator("#clips .choose", { hasText: "late" }).click();
    const { x: left, width } = await boxOf(".strip-track");
    const handle = await boxOf(".handle.start");
    expect(handle.x).toBeGreaterThan(left);
    expect(handle.x).toBeLessThan(left + width);
  });

  it("chooses a range with the keyboard alone, by frames, keys and ends, and gives it up with escape", async () => {
    const page = await open();
    await page.evaluate(() => window.playground.seek("long", 300));
    await page.focus(".strip-track");
    for (let zoom = 0; zoom < 6; zoom++) {
      await page.keyboard.press("+");
    }
    await page.keyboard.press("Shift+PageUp");
    await page.keyboard.press("Shift+PageUp");
    expect(await hint()).toBe("Selected: 300–302 s");
    await page.keyboard.press("Shift+ArrowLeft");
    expect(await hint()).toBe("Selected: 300–301.958 s");
    // beyond where it began
    await page.keyboard.press("Shift+PageDown");
    await page.keyboard.press("Shift+PageDown");
    expect(await hint()).toBe("Drag to select a range");
    await page.keyboard.press("Shift+PageDown");
    expect(await hint()).toBe("Selected: 299–300 s");
    await page.keyboard.press("Shift+Home");
    expect(await hint()).toBe("Selected: 0–300 s");
    await page.keyboard.press("Shift+End");
    expect(await hint()).toBe("Selected: 300–600 s");
    await page.keyboard.press("Escape");
    expect(await hint()).toBe("Drag to select a range");
    await page.keyboard.press("Space");
    await page.keyboard.press("Space");
    // a playhead beside a key begins at the key
    await page.evaluate(() => window.playground.seek("long", 300.02));
    await page.keyboard.press("Shift+PageUp");
    await button("New clip of the range").focus();
    await page.keyboard.press("Enter");
    await page.keyboard.type("second");
    await page.keyboard.press("Enter");
    expect(await settingsOf("second")).toMatchObject({ start: 300, end: 301 });
  });

  it("gives a drag up with escape, and keeps the range from before", async () => {
    const page = await open();
    const drag = async (from: number, to: number): Promise<void> => {
      const [first, second] = [await onStrip(from, [0, LENGTH]), await onStrip(to, [0, LENGTH])];
      await page.mouse.move(first.x, first.y);
      await page.mouse.down();
      await page.mouse.move(second.x, second.y, { steps: 3 });
    };
    await drag(100, 200);
    await page.mouse.up();
    const before = await hint();
    expect(before).toMatch(/^Selected: (99|100|101)–(199|200|201) s$/);
    await page.focus(".strip-track");
    await drag(300, 400);
    expect(await hint()).not.toBe(before);
    await page.keyboard.press("Escape");
    await page.mouse.up();
    expect(await hint()).toBe(before);
  });

  it("shows the handle that has the focus, wherever it is", async () => {
    const page = await open();
    await button("New clip").first().click();
    await page.keyboard.press("Enter");
    await page.focus(".strip-track");
    await page.keyboard.press("Home");
    for (let zoom = 0; zoom < 6; zoom++) {
      await page.keyboard.press("+");
    }
    const strip = await boxOf(".strip-track");
    const end = page.getByRole("slider", { name: "End of the clip" });
    const left = async (): Promise<number> => (await end.boundingBox())!.x - strip.x;
    expect(await left()).toBeGreaterThan(strip.width);
    await end.focus();
    expect(await left()).toBeLessThan(strip.width);
    await page.keyboard.press("PageDown");
    await page.keyboard.press("PageDown");
    expect(JSON.parse(await page.inputValue("#clip-json"))).toMatchObject({ end: 598 });
    expect(await page.locator(".strip-track").evaluate((track) => track.scrollLeft)).toBe(0);
  });
});

describe("with two fingers", () => {
  sharePage(PHONE, { hasTouch: true, isMobile: true });

  it("the timeline zooms, without a range or another time", async () => {
    const page = await open();
    const before = await onStrip(300, [0, LENGTH]);
    await pinch(before, 30, 120);
    expect(await page.isVisible(".strip-selection")).toBe(false);
    expect(await page.evaluate(() => window.playground.clips[0]!.timestamp)).toBe(0);
    const [from, to] = await shownRange();
    expect(to - from).toBeCloseTo(LENGTH / 4, 0);
    expect((from + to) / 2).toBeCloseTo(300, 0);
  });

  it("the curve zooms around the middle of the fingers, and a finger alone pans it", async () => {
    const page = await open();
    await tap(page.locator("#channels .choose").first());
    const area = await boxOf("#curve .u-over");
    const middle = { x: area.x + area.width / 2, y: area.y + area.height / 2 };
    const timeAt = async (share: number): Promise<number> => {
      const { x, y, width, height } = await boxOf("#curve .u-over");
      await page.touchscreen.tap(x + share * width, y + height / 2);
      return page.evaluate(() => window.playground.clips[0]!.timestamp);
    };
    const [first, last] = [await timeAt(0.25), await timeAt(0.75)];
    await pinch(middle, 30, 120);
    const [from, to] = [await timeAt(0.25), await timeAt(0.75)];
    expect(to - from).toBeCloseTo((last - first) / 4, 0);
    expect((from + to) / 2).toBeCloseTo((first + last) / 2, 0);
    const session = await page.context().newCDPSession(page);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", ...xs: readonly number[]): Promise<unknown> =>
      session.send("Input.dispatchTouchEvent", { type, touchPoints: xs.map((x) => ({ x, y: middle.y })) });
    await touch("touchStart", middle.x);
    for (const share of [0.1, 0.2, 0.25]) {
      await touch("touchMove", middle.x - share * area.width);
    }
    await touch("touchEnd");
    expect(await timeAt(0.25)).toBeCloseTo((from + to) / 2, 0);
  });

  it("the rows of lists can be hit: keys, clips, channels, animations", async () => {
    const { page } = tab;
    await page.selectOption("#model-select", "figure");
    await page.evaluate(() => window.playground.ready);
    await tap(page.getByRole("tab", { name: "Keys" }));
    await tap(page.locator(".animations summary"));
    for (const selector of [".dope-row .name", "#clips .choose", "#channels .choose", ".animations .list .check"]) {
      expect([selector, (await boxOf(selector)).height >= 44]).toEqual([selector, true]);
    }
    const rows = await page.locator(".dope-row").evaluateAll((all) => all.slice(0, 3).map((row) => row.getBoundingClientRect().y));
    expect([rows[1]! - rows[0]!, rows[2]! - rows[1]!]).toEqual([44, 44]);
    // names take a part of the width, and keys the rest
    const [name, canvas] = [await boxOf(".dope-row .name"), await boxOf(".dope-row canvas")];
    expect(name.width).toBeLessThan(0.4 * PHONE.width);
    expect(canvas.width).toBeGreaterThan(0.5 * PHONE.width);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
  });
});

describe("the plot of clip time over elapsed time", () => {
  sharePage({ width: 960, height: 720 }, { deviceScaleFactor: 0.5 });

  it("begins anew where settings are changed while the clip plays, so that the point stays on the line", async () => {
    const { page } = tab;
    const label = (): Promise<string> => page.locator("#timeline [role=img]").getAttribute("aria-label") as Promise<string>;
    const lastMark = (): Promise<boolean> =>
      page.evaluate(() => {
        const [point, over] = [".running", ".u-over"].map((name) => document.querySelector(`#timeline ${name}`)!.getBoundingClientRect());
        return point!.x + point!.width / 2 - over!.x < over!.width / 8;
      });
    await page.evaluate(() => window.playground.seek("walk", 2.5));
    await page.fill("#setting-speed", "0.25"); // so slow that a frame falls into each pass
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.keyboard.press("Space");
    // in its second pass, which would be the way back; in one step, so that the clip does not play on between the look and the click
    await page.waitForFunction(() => {
      const [point, over] = [".running", ".u-over"].map((name) => document.querySelector(`#timeline ${name}`)!.getBoundingClientRect());
      const share = (point!.x - over!.x) / over!.width;
      if (share < 0.3 || share > 0.45) {
        return false;
      }
      document.querySelectorAll<HTMLInputElement>("#settings input[type=checkbox]").forEach((check) => {
        if (check.parentElement!.textContent.includes("ping-pong")) {
          check.click();
        }
      });
      document.querySelector<HTMLButtonElement>("#transport .primary")!.click();
      return true;
    });
    await page.evaluate(() => window.playground.drawn());
    expect(await label()).toContain("ping-pong");
    expect(await lastMark()).toBe(true);
  });
});
