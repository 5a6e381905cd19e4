/** Making clips in the editor, as a user does it: by mouse, by touch, by keyboard. */
import { readFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import type { Download, Locator, Page } from "playwright-core";
import { packGlb, unpackGlb, type Json } from "../../../scripts/glb.mjs";
import type {} from "../../../playground/page/api.js";
import { GltfFile } from "../../../src/tools.js";
import { JAGGED, launchBrowser, tap, type Size, type TestBrowser, type TestPage } from "../helpers/browser.js";
import { comparePictures, countDrawn, renderPicture, type Picture } from "../helpers/picture.js";
import { showModel } from "../helpers/playground.js";

const PAGE = "/dist/playground/index.html";
const WIDE: Size = { width: 1100, height: 700 };
const PHONE: Size = { width: 390, height: 844 };
const FIGURE = unpackGlb(readFileSync(new URL("../../../playground/models/figure.glb", import.meta.url)));

let browser: TestBrowser;
let tab: TestPage;
/** Most tests use one page, since opening it takes longest. */
let shared: TestPage | undefined;

beforeAll(async () => {
  browser = await launchBrowser(JAGGED);
  const json: Json = { ...FIGURE.json, animations: [FIGURE.json["animations"][0]] };
  delete json["extensions"];
  delete json["extensionsUsed"];
  browser.files.set("/long.glb", packGlb(json, FIGURE.bin));
});
afterAll(() => browser.close());
afterEach(async () => {
  if (tab !== shared) {
    await tab.close();
  }
});

/** Opens a page of its own, where nothing plays by itself. */
async function openAt(address: string, size = WIDE, options: Parameters<TestBrowser["open"]>[2] = {}): Promise<Page> {
  tab = await browser.open(PAGE + address, size, { reducedMotion: "reduce", deviceScaleFactor: 0.5, ...options });
  await tab.page.evaluate(() => window.playground.ready);
  return tab.page;
}

/** Shows a model of the page, as if it had just been opened. */
async function open(model = "figure"): Promise<Page> {
  if (!shared) {
    await openAt("?model=door");
    shared = tab;
  }
  tab = shared;
  return showModel(tab, model);
}

const choiceOf = (name: string): Locator => tab.page.locator("#clips .choose", { has: tab.page.getByText(name, { exact: true }) }).first();
const button = (name: string | RegExp): Locator => tab.page.getByRole("button", { name, exact: true }).first();
const isDirty = (): Promise<boolean> => tab.page.locator(".document-state", { hasText: "Unsaved changes" }).isVisible();

/** The clips of the document: their names, with the settings that the scene plays. */
const state = (): Promise<{ name: string; settings: object }[]> =>
  tab.page.evaluate(() =>
    window.playground.clips.flatMap(({ name, kind }) =>
      kind === "clip" ? [{ name, settings: window.playground.plotData(name).settings }] : [],
    ),
  );
const settingsOf = async (name: string): Promise<object> => (await state()).find((clip) => clip.name === name)!.settings;

async function pictureAt(name: string, timestamp: number): Promise<Picture> {
  await tab.page.evaluate(([clip, time]) => window.playground.seek(clip, time), [name, timestamp] as const);
  return renderPicture(tab.page, "window.playground.drawn()");
}

/** The file that the page gives when something is done. */
async function saved(act: () => Promise<unknown>): Promise<{ name: string; bytes: Uint8Array }> {
  const download = new Promise<Download>((resolve) => tab.page.once("download", resolve));
  await act();
  const file = await download;
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}

/** Where a time of the animation is on the strip, `shift` pixels beside it; the strip has 24 pixels free at both ends. */
async function onStrip(time: number, length: number, shift = 0): Promise<{ x: number; y: number }> {
  const box = (await tab.page.locator(".strip-track").boundingBox())!;
  return { x: box.x + 24 + (time / length) * (box.width - 48) + shift, y: box.y + box.height - 20 };
}

async function drag(from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
  const { mouse } = tab.page;
  await mouse.move(from.x, from.y);
  await mouse.down();
  await mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2);
  await mouse.move(to.x, to.y);
  await mouse.up();
}

async function handle(name: "Start" | "End" | "First timestamp"): Promise<{ x: number; y: number }> {
  const box = (await tab.page.getByRole("slider", { name: `${name} of the clip` }).boundingBox())!;
  return { x: box.x + box.width / 2, y: box.y + box.height - 6 };
}

describe("with the mouse", () => {
  it("one makes three clips of one animation, and saves a file that shows the same", async () => {
    await openAt("?model=/long.glb");
    const ranges = { idle: [0, 2], walk: [2.5, 3.5], jump: [4, 5.5] } as const;
    for (const [name, [start, end]] of Object.entries(ranges)) {
      await choiceOf("timeline").click();
      await drag(await onStrip(start, 5.5, 3), await onStrip(end, 5.5, -3)); // both are drawn to keys
      await button("New clip of the range").click();
      await tab.page.keyboard.type(name);
      await tab.page.keyboard.press("Enter");
    }
    const made = await state();
    expect(made.map(({ name }) => name).sort()).toEqual(["idle", "jump", "walk"]);
    expect(await settingsOf("walk")).toMatchObject({ start: 2.5, end: 3.5 });
    const times = Object.entries(ranges).flatMap(([name, [start, end]]) => [start, (start + end) / 2].map((time) => [name, time] as const));
    const before: Picture[] = [];
    for (const [name, time] of times) {
      before.push(await pictureAt(name, time));
    }
    expect(countDrawn(before[0]!)).toBeGreaterThan(1000);
    expect(comparePictures(before[3]!, before[5]!).visible).toBeGreaterThan(50);

    expect(await isDirty()).toBe(true);
    const file = await saved(() => button("Save").click());
    expect(await isDirty()).toBe(false);
    expect(file.name).toBe("long.glb");
    const { json, bin } = unpackGlb(file.bytes);
    expect(Buffer.from(bin).equals(FIGURE.bin)).toBe(true);
    expect(json["extensions"].KHR_animation_clip.clips).toHaveLength(3);
    expect(tab.takeProblems()).toEqual([]);
    await tab.close();

    browser.files.set("/saved.glb", file.bytes);
    await openAt("?model=/saved.glb");
    expect(await state()).toEqual(made);
    expect(await isDirty()).toBe(false);
    for (const [i, [name, time]] of times.entries()) {
      expect(comparePictures(await pictureAt(name, time), before[i]!)).toEqual({ greatest: 0, visible: 0 });
    }
    expect(tab.takeProblems()).toEqual([]);
  });

  it("one drags bounds and offset, which keys attract unless shift is held", async () => {
    const page = await open();
    await choiceOf("idle").click(); // 0..2 s; keys at 1 s and 1.4 s
    const end = await handle("End");
    const target = await onStrip(1.4, 5.5, 4);
    await drag(end, { x: target.x + (end.x - (await onStrip(2, 5.5)).x), y: end.y });
    expect(await settingsOf("idle")).toMatchObject({ start: 0, end: expect.closeTo(1.4, 6) });
    await page.keyboard.down("Shift");
    const start = await handle("Start");
    await drag(start, { x: start.x + 6, y: start.y });
    await page.keyboard.up("Shift");
    const box = (await page.locator(".strip-track").boundingBox())!;
    expect(await settingsOf("idle")).toMatchObject({ start: expect.closeTo((6 * 5.5) / (box.width - 48), 3) });
    const offset = await handle("First timestamp");
    await drag(offset, { ...(await onStrip(1, 5.5, 10)), y: offset.y });
    const { start: from, offset: by } = (await settingsOf("idle")) as { start: number; offset: number };
    expect(from + by).toBeCloseTo(1, 6);
    // each drag is one step
    for (const expected of [{ offset: 0 }, { start: 0 }, { end: 2 }]) {
      await page.keyboard.press("Control+z");
      expect(await settingsOf("idle")).toMatchObject(expected);
    }
    expect(await isDirty()).toBe(false);
  });

  it("one takes back ten steps, and makes them again", async () => {
    const page = await open();
    const grip = async (name: string): Promise<{ x: number; y: number }> => {
      const box = (await choiceOf(name).locator("xpath=..").locator(".grip").boundingBox())!;
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    };
    const steps: (() => Promise<unknown>)[] = [
      async () => drag(await grip("idle"), await grip("jump")),
      async () => {
        await choiceOf("walk").dblclick();
        await page.keyboard.type("stroll");
        await page.keyboard.press("Enter");
      },
      () => button("Duplicate").click(),
      () => page.getByLabel("Reverse (ping-pong)").click(),
      async () => {
        await page.getByLabel("End (s)", { exact: true }).fill("");
        await page.keyboard.type("3.25");
        await page.keyboard.press("Tab");
      },
      async () => {
        const { x, y } = await onStrip(3, 5.5);
        await page.mouse.click(x, y);
        await button("Cut at the playhead").click();
      },
      () => page.getByLabel("No end").click(),
      async () => {
        await page.locator("#clip-json").fill('{"name": "json", "animations": [0, 1], "end": 1}');
        await page.locator("#clip-json").blur();
      },
      () => button("Delete").click(),
      async () => {
        await choiceOf("jump").click();
        await button("Move up (Alt+↑)").click();
      },
    ];
    const states = [await state()];
    for (const step of steps) {
      await step();
      const now = await state();
      expect(now).not.toEqual(states.at(-1));
      states.push(now);
    }
    expect(states[1]!.map(({ name }) => name)).toEqual(["walk", "walk backwards", "jump", "idle", "door"]);
    expect(states[6]!.map(({ name }) => name)).toEqual(["stroll", "stroll 2", "stroll 3", "walk backwards", "jump", "idle", "door"]);
    for (const before of states.slice(0, -1).reverse()) {
      await button(/^Undo: /).click();
      expect(await state()).toEqual(before);
    }
    expect(await isDirty()).toBe(false);
    expect(await button("Undo").isDisabled()).toBe(true);
    for (const after of states.slice(1)) {
      await page.keyboard.press("Control+Shift+z");
      expect(await state()).toEqual(after);
    }
    expect(tab.takeProblems()).toEqual([]);
  });

  it("one chooses the animations of a clip", async () => {
    const page = await open("lights");
    await choiceOf("lamp").click();
    const still = await pictureAt("lamp", 1);
    await page.locator(".animations summary").click();
    await page.locator(".animations").getByLabel("spot turns").check();
    expect(JSON.parse(await page.inputValue("#clip-json"))).toMatchObject({ name: "lamp", animations: [0, 2] });
    expect(comparePictures(await pictureAt("lamp", 1), still).visible).toBeGreaterThan(50);
    await page.locator(".animations").getByLabel("lamp").uncheck();
    expect(await page.locator(".animations").getByLabel("spot turns").isDisabled()).toBe(true); // the last one stays
  });

  it("one makes a clip of a controller, which cannot be changed itself", async () => {
    const page = await open("door");
    expect(await page.locator("#setting-speed").isDisabled()).toBe(true);
    await button("Make a clip of it").click();
    await page.keyboard.press("Enter");
    expect(await state()).toEqual([
      { name: "swing", settings: { start: 0, end: 1.2, offset: 0, speed: 1, repetitions: -1, reverse: true } },
    ]);
    expect(await page.locator("#setting-speed").isEnabled()).toBe(true);
  });
});

describe("clips that are made", () => {
  it("play in a crowd, each figure at its own phase", async () => {
    const page = await open("crowd");
    await choiceOf("timeline").click();
    await button("New clip").click();
    await page.keyboard.press("Enter");
    expect((await state()).at(-1)).toMatchObject({ name: "timeline", settings: { start: 0, end: 5.5 } });
    const start = await pictureAt("timeline", 4);
    expect(comparePictures(await pictureAt("timeline", 4.75), start).visible).toBeGreaterThan(50);
    await button("Delete").click();
    expect((await state()).map(({ name }) => name)).not.toContain("timeline");
    expect(tab.takeProblems()).toEqual([]);
  });

  it("name the animation that they are made of, also behind one that animates nothing", async () => {
    const page = await open();
    const json: Json = structuredClone(FIGURE.json);
    const [timeline] = json["animations"];
    json["animations"] = [{ name: "nothing", samplers: timeline.samplers, channels: [] }, timeline];
    delete json["extensions"];
    delete json["extensionsUsed"];
    const file = { name: "gap.glb", mimeType: "model/gltf-binary", buffer: Buffer.from(packGlb(json, FIGURE.bin)) };
    await page.setInputFiles("#file-input", [file]);
    await page.evaluate(() => window.playground.ready);
    expect(await page.evaluate(() => window.playground.clips.map(({ name, pointer }) => [name, pointer]))).toEqual([
      ["timeline", "/animations/1"],
    ]);
    await button("New clip").click();
    await page.keyboard.press("Enter");
    expect(JSON.parse(await page.inputValue("#clip-json"))).toEqual({ name: "timeline", animations: [1], end: 5.5 });
  });
});

describe("with fingers", () => {
  it("one makes, names, bounds, and deletes a clip; all of it is large enough to hit", async () => {
    const page = await openAt("?model=/long.glb", PHONE, { hasTouch: true, isMobile: true });
    const session = await page.context().newCDPSession(page);
    const swipe = async (from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> => {
      const touch = (type: "touchStart" | "touchMove", { x, y }: { x: number; y: number }): Promise<unknown> =>
        session.send("Input.dispatchTouchEvent", { type, touchPoints: [{ x, y }] });
      await touch("touchStart", from);
      await touch("touchMove", { x: (from.x + to.x) / 2, y: from.y });
      await touch("touchMove", to);
      await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    };
    // the view and the playback stay above it
    const showStrip = (): Promise<void> => page.locator(".strip-track").evaluate((strip) => strip.scrollIntoView({ block: "center" }));
    await showStrip();
    await swipe(await onStrip(2.5, 5.5, 2), await onStrip(3.5, 5.5, 2));
    await tap(button("New clip of the range"));
    expect(await state()).toMatchObject([{ name: "clip", settings: { start: 2.5, end: 3.5 } }]);
    await page.locator("#setting-name").fill("walk");
    await page.locator("#setting-name").press("Enter");
    await showStrip();
    const end = await handle("End");
    const target = await onStrip(4, 5.5, end.x - (await onStrip(3.5, 5.5)).x);
    await swipe(end, { x: target.x, y: end.y });
    expect(await state()).toMatchObject([{ name: "walk", settings: { start: 2.5, end: 4 } }]);
    await tap(button("Undo: change end of “walk”"));
    await tap(button("Redo: change end of “walk”"));
    const small = await page.evaluate(() =>
      [
        ...document.querySelectorAll<HTMLElement>(
          "#document button, #document summary, .tools button, .strip button, .handle, #settings button, .grip svg",
        ),
      ]
        .map((control) => control.closest<HTMLElement>(".grip") ?? control)
        .filter((control) => control.checkVisibility() && control.getBoundingClientRect().width > 0)
        .filter((control) => control.getBoundingClientRect().height < 44 || control.getBoundingClientRect().width < 44)
        .map((control) => control.outerHTML.slice(0, 200)),
    );
    expect(small).toEqual([]);
    await tap(button("Delete"));
    expect(await state()).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
    expect(tab.takeProblems()).toEqual([]);
  });
});

describe("with the keyboard alone", () => {
  it("one makes, names, bounds, reorders and saves clips", async () => {
    const page = await openAt("?model=/long.glb");
    const press = async (...keys: readonly string[]): Promise<void> => {
      for (const key of keys) {
        await page.keyboard.press(key);
      }
    };
    /** Goes on until the control of a name has the focus. */
    const tabTo = async (name: string): Promise<void> => {
      for (let i = 0; i < 80; i++) {
        await press("Tab");
        const focused = await page.evaluate(() => {
          const control = document.activeElement as HTMLInputElement;
          return control.getAttribute("aria-label") ?? control.labels?.[0]?.textContent ?? control.textContent;
        });
        if (focused === name) {
          return;
        }
      }
      throw new Error(`${name}: must be reached with the tab key`);
    };
    const make = async (name: string): Promise<void> => {
      await tabTo("New clip");
      await press("Enter");
      await page.keyboard.type(name);
      await press("Enter");
    };
    await make("idle");
    await tabTo("End (s)");
    await page.keyboard.type("2");
    await make("walk");
    await press("Tab");
    expect((await state()).map(({ name }) => name)).toEqual(["idle", "walk"]);
    await tabTo("Start of the clip");
    await press("PageUp", "PageUp", "ArrowRight", "Shift+ArrowRight"); // two keys, then 0.01 s and 0.1 s
    expect(await settingsOf("walk")).toMatchObject({ start: expect.closeTo(1.4 + 0.11, 6), end: 5.5 });
    await tabTo("End of the clip");
    await press("PageDown");
    expect(await settingsOf("walk")).toMatchObject({ end: expect.closeTo(5.35, 2) });
    await tabTo("Move up (Alt+↑)");
    await press("Enter");
    expect((await state()).map(({ name }) => name)).toEqual(["walk", "idle"]);
    await tabTo("Play walk");
    await press("Alt+ArrowDown");
    expect((await state()).map(({ name }) => name)).toEqual(["idle", "walk"]);
    await press("F2");
    await page.keyboard.type("stride");
    await press("Escape", "Alt+ArrowUp");
    await press("Control+z", "Control+z", "Control+y", "Control+Shift+z");
    expect((await state()).map(({ name }) => name)).toEqual(["walk", "idle"]);
    const file = await saved(() => press("Control+s"));
    expect(unpackGlb(file.bytes).json["extensions"].KHR_animation_clip.clips).toMatchObject([{ name: "walk" }, { name: "idle", end: 2 }]);
    await press("Delete");
    expect((await state()).map(({ name }) => name)).toEqual(["idle"]);
    // the focus is in the row that took the place of the deleted one, and then in that of the animation
    const focused = (): Promise<string | undefined> =>
      page.evaluate(() => document.activeElement?.closest(".clip.chosen")?.querySelector(".title")?.textContent);
    expect(await focused()).toBe("idle");
    await press("Delete");
    expect(await state()).toEqual([]);
    expect(await focused()).not.toBeUndefined();
  });
});

describe("number fields", () => {
  it("take what is typed without a complaint, and step by a hundredth of a second", async () => {
    const page = await open();
    await choiceOf("walk").click(); // starts at 2.5
    const end = page.locator("#setting-end");
    await end.focus();
    // in one task, however slow the machine is: a text that stays invalid for a while is marked
    const complaints = await end.evaluate((input: HTMLInputElement) =>
      ["", "2", "2.", "2.7", "2.75"].map((text) => {
        input.value = text;
        input.dispatchEvent(new InputEvent("input", { bubbles: true }));
        return [input.getAttribute("aria-invalid"), document.querySelectorAll("#settings [role=alert]").length];
      }),
    );
    expect(complaints).toEqual(Array.from({ length: 5 }, () => [null, 0]));
    expect(await settingsOf("walk")).toMatchObject({ end: 2.75 });
    await page.keyboard.press("ArrowUp");
    expect([await end.inputValue(), await settingsOf("walk")]).toEqual(["2.76", expect.objectContaining({ end: 2.76 })]);
  });

  it("never keep an invalid text: it is marked, explained, and gives way to the last valid number", async () => {
    const page = await open();
    await choiceOf("walk").click();
    for (const [id, text, message, value] of [
      ["end", "1", "end: use 2.5, which is the start, or more instead of 1", "3.5"],
      ["speed", "fast", "speed: use a number instead of fast", "1.25"],
      ["offset", "-1", "offset: use 0 to 1, the length of the clip, instead of -1", "0"],
      ["repetitions", "1.5", "repetitions: use a whole number, or endless, instead of 1.5", "endless"],
    ] as const) {
      const field = page.locator(`#setting-${id}`);
      await field.fill(text);
      await page.keyboard.press("Enter");
      expect([await field.getAttribute("aria-invalid"), await page.textContent("#settings [role=alert]")]).toEqual(["true", message]);
      // just below the field, which names it
      const [box, below] = [await field.boundingBox(), await page.locator("#settings [role=alert]").boundingBox()];
      expect(below!.y - (box!.y + box!.height)).toBeLessThan(box!.height);
      expect(await field.getAttribute("aria-describedby")).toBe(`setting-${id}-problem`);
      await page.keyboard.press("Tab");
      expect([await field.getAttribute("aria-invalid"), await field.inputValue()]).toEqual([null, value]);
      expect(await page.textContent("#settings [role=alert]")).toBe(message);
    }
    expect(await isDirty()).toBe(false);
  });

  it("show and write numbers as people do: the shortest that files cannot tell apart", async () => {
    const page = await open();
    await choiceOf("walk").click();
    await page.fill("#clip-json", '{ "name": "walk", "animations": [0], "start": 2.5, "end": 3.4583332538604736 }');
    expect(await page.inputValue("#setting-end")).toBe("3.4583");
    await page.fill("#setting-speed", "2");
    expect(JSON.parse(await page.inputValue("#clip-json"))).toMatchObject({ start: 2.5, end: 3.4583333, speed: 2 });
    await page.waitForFunction(() => location.hash.includes("end=3.4583333;speed=2"));
  });

  it("say why a fade cannot last less than no time", async () => {
    const page = await open();
    const seconds = page.getByLabel("Cross-fade duration in seconds");
    await seconds.fill("-1");
    await page.keyboard.press("Enter");
    expect(await page.textContent("#compare [role=alert]")).toBe("Cross-fade: use 0 s or more instead of -1");
    await page.keyboard.press("Tab");
    expect(await seconds.inputValue()).toBe("0.5");
  });

  it("call repetitions without end endless, in the field and where it is typed", async () => {
    const page = await open();
    await choiceOf("walk").click();
    const field = page.locator("#setting-repetitions");
    expect([await field.inputValue(), await field.getAttribute("aria-valuetext")]).toEqual(["endless", "endless"]);
    await field.fill("3");
    expect(await settingsOf("walk")).toMatchObject({ repetitions: 3 });
    await field.fill("Endless");
    expect(await settingsOf("walk")).toMatchObject({ repetitions: -1 });
    await field.fill("4");
    await field.fill("-1");
    await page.keyboard.press("Tab");
    expect([await field.inputValue(), await settingsOf("walk")]).toEqual(["endless", expect.objectContaining({ repetitions: -1 })]);
  });

  it("come with a mend for settings that play nothing", async () => {
    const page = await open();
    await choiceOf("jump").click(); // once, from 4 to 5.5
    await page.locator("#setting-speed").fill("-1");
    await button("Begin at the end").click();
    expect(await settingsOf("jump")).toMatchObject({ speed: -1, offset: 1.5, repetitions: 1 });
    expect(await button("Begin at the end").count()).toBe(0);
  });
});

describe("the JSON of a clip", () => {
  it("is checked as one types, and applied while it is valid", async () => {
    const page = await open();
    await choiceOf("walk").click();
    const text = page.locator("#clip-json");
    await text.fill('{"name": "walk", "animations": [0], "start": 2.5, "end": 1}');
    expect(await text.getAttribute("aria-invalid")).toBe("true");
    expect(await page.textContent("#clip-json-notes .error")).toBe(
      "/extensions/KHR_animation_clip/clips/1/end: Use 2.5, which is the start, or more instead of 1.",
    );
    expect(await settingsOf("walk")).toMatchObject({ end: 3.5 });
    await text.fill('{"name": "run", "animations": [0], "start": 2.5, "end": 3, "speed": 2}');
    expect(await settingsOf("run")).toMatchObject({ start: 2.5, end: 3, speed: 2 });
    expect([await text.getAttribute("aria-invalid"), await page.inputValue("#setting-speed")]).toEqual(["false", "2"]);
    // the other way round
    await page.locator("#setting-end").fill("3.2");
    expect(JSON.parse(await text.inputValue())).toEqual({ name: "run", animations: [0], start: 2.5, end: 3.2, speed: 2 });
  });
});

describe("the command to cut", () => {
  const cut = (): Locator => tab.page.locator(".tools").getByLabel("Cut at the playhead");

  it("says what it needs", async () => {
    const page = await open();
    await page.evaluate(() => window.playground.seek("timeline", 1));
    await expectTitle("Only clips can be cut: make a clip of it first");
    await page.evaluate(() => window.playground.seek("walk", 2.5));
    await expectTitle("To cut the clip, move the playhead into it");
    await page.evaluate(() => window.playground.seek("walk", 3));
    await expectTitle("Cut at the playhead");
  });

  it("shows the second clip in the list", async () => {
    const page = await openAt("?model=figure", { width: 1100, height: 300 });
    await page.evaluate(() => window.playground.seek("jump", 5));
    await page.locator(".strip-bar").getByRole("button", { name: "Cut" }).click();
    const [row, list] = [await choiceOf("jump 2").boundingBox(), await page.locator("#panels").boundingBox()];
    expect(row!.y).toBeGreaterThanOrEqual(list!.y);
    expect(row!.y + row!.height).toBeLessThan(list!.y + list!.height + 1); // scrolling rounds
  });

  async function expectTitle(title: string): Promise<void> {
    await tab.page.locator(`.tools [title="${title}"]`).waitFor();
    expect(await cut().isEnabled()).toBe(title === "Cut at the playhead");
  }
});

it("times are read out as people write them, not with errors of rounding", async () => {
  await open();
  await choiceOf("walk").click();
  await tab.page.evaluate(() => {
    const slider = document.querySelector<HTMLInputElement>('[aria-label="Start (s) slider"]')!;
    slider.value = String(0.1 + 0.2);
    slider.dispatchEvent(new Event("input", { bubbles: true }));
  });
  expect(await tab.page.getByLabel("Start (s) slider").getAttribute("aria-valuetext")).toBe("0.3");
  expect(await tab.page.inputValue("#setting-start")).toBe("0.3");
  expect(await tab.page.locator("#clips .chosen .summary").innerText()).toMatch(/^0\.3–3\.5 s/);
  await tab.page.locator("#setting-offset").fill("9.300000000000001");
  await tab.page.locator("#setting-offset").press("Enter");
  await tab.page.getByText("offset: use 0 to 3.2, the length of the clip, instead of 9.3").waitFor();
});

describe("a name that another clip has", () => {
  const MESSAGE = "Another clip is called idle: a search by name finds only the first of them.";
  /** What a field says about its text: the text of the elements that describe it, if they are visible. */
  const said = async (selector: string): Promise<[string | null, string | null]> => {
    const input = tab.page.locator(selector);
    const problem = tab.page.locator(`#${await input.getAttribute("aria-describedby")}`);
    return [await input.getAttribute("aria-invalid"), (await problem.isVisible()) ? await problem.innerText() : null];
  };

  it("is said in the field of the settings while it is typed, and as long as it stays", async () => {
    await open();
    await choiceOf("walk").click();
    const name = tab.page.locator("#setting-name");
    await name.fill("idl");
    expect(await said("#setting-name")).toEqual([null, null]);
    await name.pressSequentially("e");
    expect(await said("#setting-name")).toEqual(["true", MESSAGE]);
    await name.press("Enter");
    expect((await state()).filter((clip) => clip.name === "idle")).toHaveLength(2);
    expect(await said("#setting-name")).toEqual(["true", MESSAGE]);
    await choiceOf("jump").click();
    expect(await said("#setting-name")).toEqual([null, null]);
    await choiceOf("idle").click();
    expect(await said("#setting-name")).toEqual(["true", MESSAGE]);
    await name.fill("rest");
    expect(await said("#setting-name")).toEqual([null, null]);
  });

  it("is said in the field of the list while it is typed", async () => {
    await open();
    await choiceOf("walk").dblclick();
    await tab.page.keyboard.type("idle");
    expect(await said("input.rename")).toEqual(["true", MESSAGE]);
    await tab.page.keyboard.type("r");
    expect(await said("input.rename")).toEqual([null, null]);
    await tab.page.keyboard.press("Escape");
    expect((await state()).map((clip) => clip.name)).toContain("walk");
    expect(await tab.page.locator("#new-name-problem").count()).toBe(0);
  });
});

describe("unsaved changes", () => {
  it("are asked about before another model is opened", async () => {
    const page = await open();
    await choiceOf("idle").click();
    await button("Delete").click();
    const ask = (): Promise<unknown> => page.selectOption("#model-select", "lights");
    await ask();
    await button("Cancel").click();
    expect([await page.inputValue("#model-select"), (await state()).length]).toEqual(["figure", 4]);
    await ask();
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => document.querySelector<HTMLSelectElement>("#model-select")!.value === "figure");
    expect(await state()).toHaveLength(4);
    await ask();
    const file = await saved(() => page.getByRole("dialog").getByRole("button", { name: "Save" }).click());
    expect(unpackGlb(file.bytes).json["extensions"].KHR_animation_clip.clips).toHaveLength(4);
    await page.waitForFunction(() => window.playground.clips.some(({ name }) => name === "lamp"));
  });

  it("are asked about before the page is left, but only while there are any", async () => {
    const page = await openAt("");
    const dialogs: string[] = [];
    page.on("dialog", (dialog) => {
      dialogs.push(dialog.type());
      void dialog.accept();
    });
    await button("Duplicate").click();
    await page.keyboard.press("Control+z");
    await page.reload();
    await page.evaluate(() => window.playground.ready);
    expect(dialogs).toEqual([]);
    await button("Duplicate").click();
    await page.reload();
    expect(dialogs).toEqual(["beforeunload"]);
  });
});

describe("other files", () => {
  const choose = async (label: string): Promise<void> => {
    await tab.page.getByLabel("More ways to save").click();
    await tab.page.locator(".menu-items button", { hasText: label }).click();
  };

  it("hold ordinary animations in place of the clips, of the length that each plays", async () => {
    await open();
    await choiceOf("walk").click();
    await tab.page.locator("#setting-speed").fill("2");
    const { name, bytes } = await saved(() => choose("Save as baked"));
    expect(name).toBe("figure-baked.glb");
    const file = GltfFile.parse(bytes);
    const lengths = file.json.animations!.map(({ name: of, samplers }) => [
      of,
      Math.max(...samplers.map(({ input }) => file.readAccessor(input).at(-1)!)),
    ]);
    expect(lengths).toEqual([
      ["idle", expect.closeTo(2, 5)],
      ["walk", expect.closeTo(0.5, 5)],
      ["walk backwards", expect.closeTo(1 / 0.75, 5)],
      ["jump", expect.closeTo(1.5, 5)],
      ["door", expect.closeTo(6, 5)],
    ]);
    expect(await isDirty()).toBe(true); // the clips themselves are not saved
  });

  it("have a graph beside the clips, and warn of clips that are baked for it", async () => {
    await open();
    const { name, bytes } = await saved(() => choose("Save with graph"));
    expect(name).toBe("figure-graph.glb");
    const { extensions } = GltfFile.parse(bytes).json;
    expect(extensions!["KHR_animation_clip"]).toEqual(FIGURE.json["extensions"].KHR_animation_clip);
    const [graph] = (extensions!["KHR_interactivity"] as Json)["graphs"];
    expect(graph.events).toContainEqual({ id: "clip:walk" });
  });

  it("have joined parts, where the model has some, and the clips", async () => {
    await open();
    await tab.page.getByLabel("More ways to save").click();
    const item = tab.page.locator(".menu-items button", { hasText: "Save with joined parts" });
    await item.getByText("21 meshes become 10, which any viewer draws faster").waitFor();
    const { name, bytes } = await saved(() => item.click());
    expect(name).toBe("figure-joined.glb");
    const { json } = GltfFile.parse(bytes);
    expect(json.extensions!["KHR_animation_clip"]).toEqual(FIGURE.json["extensions"].KHR_animation_clip);
    const drawn = json.nodes!.flatMap(({ mesh }) => (mesh === undefined ? [] : ((json.meshes as Json[])[mesh]!["primitives"] as Json[])));
    expect(drawn).toHaveLength(10);
  });

  it("have no joined parts where nothing can be joined", async () => {
    await open("lights");
    await tab.page.getByLabel("More ways to save").click();
    const item = tab.page.locator(".menu-items button", { hasText: "Save with joined parts" });
    await item.getByText("The model has no parts that can be joined").waitFor();
    expect(await item.isDisabled()).toBe(true);
    await tab.page.keyboard.press("Escape");
  });

  it("hold the clips alone, as JSON", async () => {
    await open();
    const { name, bytes } = await saved(() => choose("Export clips as JSON"));
    expect(name).toBe("figure-clips.json");
    expect((JSON.parse(new TextDecoder().decode(bytes)) as Json)["extensions"]).toEqual(FIGURE.json["extensions"]);
  });

  it("are .gltf files whose other lines and resources stay as they were", async () => {
    await open();
    const json = structuredClone(FIGURE.json);
    json["buffers"][0].uri = "figure.bin";
    const text = JSON.stringify(json, null, 2);
    const { page } = tab;
    await page.setInputFiles("#file-input", [
      { name: "figure.gltf", mimeType: "model/gltf+json", buffer: Buffer.from(text) },
      { name: "figure.bin", mimeType: "application/octet-stream", buffer: Buffer.from(FIGURE.bin) },
    ]);
    await page.evaluate(() => window.playground.ready);
    await choiceOf("jump").click();
    await page.locator("#setting-start").fill("4.25");
    const file = await saved(() => button("Save").click());
    expect(file.name).toBe("figure.gltf");
    const lines = new TextDecoder().decode(file.bytes).split("\n");
    expect(lines.filter((line, i) => line !== text.split("\n")[i])).toEqual([expect.stringContaining('"start": 4.25')]);
    const baked = await saved(() => choose("Save as baked"));
    expect(GltfFile.parse(baked.bytes, { "figure.bin": FIGURE.bin }).json.animations).toHaveLength(5);
  });
});
