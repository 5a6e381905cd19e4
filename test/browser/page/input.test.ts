/** The editor in people's hands: mouse, touch and keyboard, files that are dropped, addresses, narrow screens. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import type { Locator, Page } from "playwright-core";
import { packGlb, unpackGlb } from "../../../scripts/glb.mjs";
import type {} from "../../../playground/page/api.js";
import { expectedOf, plotted, print, settingsOf, TABLES } from "../../helpers/plottedTables.js";
import { JAGGED, launchBrowser, resize, tap, type Size, type TestBrowser, type TestPage } from "../helpers/browser.js";
import { showModel } from "../helpers/playground.js";
import { comparePictures, countDrawn, renderPicture, type Picture } from "../helpers/picture.js";

const PAGE = "/dist/playground/index.html";
const WIDE: Size = { width: 960, height: 600 };
const PHONE: Size = { width: 390, height: 844 };
const FIGURE = fileURLToPath(new URL("../../../playground/models/figure.glb", import.meta.url));

let browser: TestBrowser;
let tab: TestPage;

beforeAll(async () => {
  browser = await launchBrowser(JAGGED);
});
afterAll(() => browser.close());

/** Opens the page where nothing plays by itself. */
async function openAt(address = "", size = WIDE, options: Parameters<TestBrowser["open"]>[2] = {}): Promise<Page> {
  tab = await browser.open(PAGE + address, size, { reducedMotion: "reduce", deviceScaleFactor: 0.5, ...options });
  await tab.page.evaluate(() => window.playground.ready);
  return tab.page;
}

/** Most tests use one page, since opening it takes longest. */
let shared: TestPage | undefined;

/** Shows a model of the page, as if it had just been opened. */
async function open(model = "figure"): Promise<Page> {
  if (!shared) {
    await openAt("?model=figure", WIDE, { hasTouch: true });
    shared = tab;
  }
  tab = shared;
  return showModel(tab, model);
}

afterEach(async () => {
  if (tab !== shared) {
    await tab.close();
  }
});

const timestampOf = (name: string): Promise<number> =>
  tab.page.evaluate((wanted) => window.playground.clips.find((clip) => clip.name === wanted)!.timestamp, name);
const playing = (): Promise<string[]> =>
  tab.page.evaluate(() => window.playground.clips.flatMap(({ name, isPlaying }) => (isPlaying ? [name] : [])));
const choiceOf = (name: string): Locator => tab.page.locator("#clips .choose", { hasText: name });
const messages = (): Promise<string[]> => tab.page.evaluate(() => window.playground.messages.map(({ text }) => text));

describe("the view", () => {
  const takePicture = (): Promise<Picture> => renderPicture(tab.page, "window.playground.drawn()");

  it("shows one picture for one timestamp, and another for another one", async () => {
    const page = await open();
    const at = async (key: string): Promise<Picture> => {
      await page.keyboard.press(key);
      return takePicture();
    };
    await choiceOf("jump").click();
    const start = await at("Home");
    for (let step = 0; step < 12; step++) {
      await page.keyboard.press("ArrowRight");
    }
    const later = await takePicture();
    expect(countDrawn(start)).toBeGreaterThan(1000);
    expect(comparePictures(later, start).visible).toBeGreaterThan(100);
    expect(comparePictures(await at("Home"), start)).toEqual({ greatest: 0, visible: 0 });
  });

  it("reports missing WebGL", async () => {
    tab = await browser.open(PAGE, WIDE, { init: "HTMLCanvasElement.prototype.getContext = () => null" });
    await tab.page.waitForSelector("#failure:not([hidden])");
    expect(await tab.page.innerText("#failure")).toMatch(/^The view needs WebGL/);
    expect(await tab.page.isVisible("#loading")).toBe(false);
    expect(await tab.page.innerText("#messages")).toContain("The view needs WebGL");
  });
});

describe("the plot", () => {
  it("shows the values of the drafts' tables, out of a file that states them", async () => {
    const { json, bin } = unpackGlb(readFileSync(FIGURE));
    const named = (extension: string): object[] =>
      TABLES.flatMap(({ source, settings, ...table }) => (table.extension === extension ? [{ ...settings, name: source }] : []));
    json["extensions"] = {
      KHR_animation_clip: { clips: named("KHR_animation_clip") },
      KHR_animation_controller: { controllers: named("KHR_animation_controller") },
    };
    json["extensionsUsed"] = [...new Set([...json["extensionsUsed"], ...Object.keys(json["extensions"])])];
    browser.files.set("/tables.glb", packGlb(json, bin));
    const page = await openAt("?model=/tables.glb");
    expect(await messages()).toEqual([]);
    for (const table of TABLES) {
      const timeline = await page.evaluate((name) => window.playground.plotData(name), table.source);
      const shown = table.totalTime.filter((totalTime) => totalTime <= timeline.to);
      expect(shown.length).toBeGreaterThan(4);
      const values = shown.map((totalTime) => plotted(timeline, totalTime));
      const expected = expectedOf(table, settingsOf(table)).slice(0, shown.length);
      expect(print(table, values)).toEqual(expected.map((value) => expect.closeTo(value, 9)));
    }
  });
});

describe("the keyboard", () => {
  it("plays the clip that was chosen with the mouse", async () => {
    const page = await open();
    await choiceOf("idle").click();
    await page.keyboard.press("Space");
    expect(await playing()).toEqual(["idle"]);
    await page.keyboard.press("Space");
    expect(await playing()).toEqual([]);
  });

  it("activates the button that was reached with it", async () => {
    const page = await open();
    await choiceOf("idle").focus();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    await page.locator("#transport .name", { hasText: /^walk$/ }).waitFor();
    expect(await playing()).toEqual([]);
  });

  it("plays also after a slider was dragged, whose arrows stay its own", async () => {
    const page = await open();
    const speed = page.getByLabel("Speed slider");
    await speed.click();
    const before = Number(await speed.inputValue());
    await page.keyboard.press("ArrowRight");
    expect(Number(await speed.inputValue())).toBeCloseTo(before + 0.05);
    await page.keyboard.press("Space");
    expect(await playing()).toEqual(["walk"]);
  });

  it("restarts a clip that stands at its end", async () => {
    const page = await open();
    await choiceOf("jump").click();
    await page.keyboard.press("End");
    expect(await timestampOf("jump")).toBe(5.5);
    // in one task, so that no frame passes in between
    const jump = await page.evaluate(() => {
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: " ", bubbles: true }));
      return window.playground.clips.find(({ name }) => name === "jump")!;
    });
    expect(jump).toMatchObject({ isPlaying: true, timestamp: 4 });
  });

  it("fades from clip to clip", async () => {
    const page = await open();
    await page.keyboard.press("Space");
    await page.focus("#compare-b");
    await page.keyboard.type("walk");
    await page.focus("[aria-label='Cross-fade duration in seconds']");
    await page.keyboard.press("Control+a");
    await page.keyboard.type("60");
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Enter");
    expect(await playing()).toEqual(["walk", "walk backwards"]);
  });
});

describe("the mouse", () => {
  it("scrubs, in the slider and in the plot", async () => {
    const page = await open();
    await page.locator(".scrub").click(); // in its middle, once it does not move
    expect(await timestampOf("walk")).toBeCloseTo(3, 1);
    const plot = (await page.locator("#timeline .u-over").boundingBox())!;
    // four passes: an eighth is half of the first
    await page.mouse.move(plot.x + plot.width / 4, plot.y + 20);
    await page.mouse.down();
    await page.mouse.move(plot.x + plot.width / 16, plot.y + 20);
    expect(await timestampOf("walk")).toBeCloseTo(2.75, 1);
    await page.mouse.up();
    await page.mouse.move(plot.x + plot.width / 8, plot.y + 20);
    expect(await timestampOf("walk")).toBeCloseTo(2.75, 1);
  });
});

describe("a phone", () => {
  beforeEach(async () => {
    const page = await open("lights");
    await resize(page, PHONE);
    await page.evaluate(() => window.playground.drawn()); // by then, plots have the new size, too
  });
  afterEach(() => resize(tab.page, WIDE));

  it("has all of it within its width, the view and its controls on the first screen", async () => {
    const { page } = tab;
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
    for (const selector of ["#model-select", "#canvas", "#transport .primary", ".scrub", "#timeline .u-over"]) {
      const box = (await page.locator(selector).boundingBox())!;
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(PHONE.width);
      expect(box.y + box.height).toBeLessThanOrEqual(PHONE.height);
    }
  });

  it("plays, scrubs and fades by touch", async () => {
    const { page } = tab;
    await tap(page.locator("#transport .primary"));
    expect(await playing()).toEqual(["show"]);
    const plot = (await page.locator("#timeline .u-over").boundingBox())!;
    await page.touchscreen.tap(plot.x + plot.width / 8, plot.y + 40);
    expect(await timestampOf("show")).toBeCloseTo(2, 1);
    expect(await playing()).toEqual([]);
    await tap(page.getByRole("button", { name: "Play", exact: true }));
    await page.selectOption("#compare-b", { label: "lamp" });
    await page.fill("[aria-label='Cross-fade duration in seconds']", "60");
    await tap(page.getByRole("button", { name: "Fade", exact: true }));
    expect(await playing()).toEqual(["show", "lamp"]);
  });
});

describe("controls", () => {
  it("have names", async () => {
    const page = await open("lights");
    const nameless = await page.evaluate(() =>
      [
        ...document.querySelectorAll<HTMLInputElement>(
          "button, input, select, textarea, progress, [role=list], [role=img], canvas[tabindex]",
        ),
      ].flatMap((control) => {
        const name = control.getAttribute("aria-label") ?? control.labels?.[0]?.textContent ?? control.textContent;
        return name.trim() === "" ? [control.outerHTML] : [];
      }),
    );
    expect(nameless).toEqual([]);
  });

  it("say how the selected clip is evaluated, and why", async () => {
    const page = await open();
    await page.keyboard.press("Space");
    const facts = page.locator("#evaluation dd");
    await facts.filter({ hasText: "this package, from compiled data" }).waitFor();
    expect((await facts.allInnerTexts()).slice(0, 3)).toEqual(["clip", "this package, from compiled data", ""]); // no reason is needed
  });
});

describe("files that are dropped", () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "dropped-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const write = (name: string, content: string | Uint8Array): string => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };

  /** Drops files onto the view, as somebody does who drags them out of a folder. */
  async function drop(...files: readonly string[]): Promise<void> {
    const session = await tab.page.context().newCDPSession(tab.page);
    const send = (type: "dragEnter" | "dragOver" | "drop"): Promise<unknown> =>
      session.send("Input.dispatchDragEvent", { type, x: 300, y: 300, data: { items: [], files: [...files], dragOperationsMask: 1 } });
    await send("dragEnter");
    expect(await tab.page.isVisible("#drop-hint")).toBe(true);
    await send("dragOver");
    const before = await tab.page.evaluateHandle(() => ({ ready: window.playground.ready }));
    await send("drop");
    await tab.page.waitForFunction(({ ready }) => window.playground.ready !== ready, before);
    await tab.page.evaluate(() => window.playground.ready);
    expect(await tab.page.isVisible("#drop-hint")).toBe(false);
  }

  it("are shown: a .glb", async () => {
    await open("door");
    await drop(FIGURE);
    expect(await messages()).toEqual([]);
    expect(await tab.page.locator("#clips .title").allInnerTexts()).toContain("walk backwards");
    expect(tab.takeProblems()).toEqual([]);
  });

  it("are shown: a .gltf with its file", async () => {
    await open("door");
    const { json, bin } = unpackGlb(readFileSync(FIGURE));
    json["buffers"][0].uri = "figure.bin";
    await drop(write("model.gltf", JSON.stringify(json)), write("figure.bin", bin));
    expect(await messages()).toEqual([]);
    expect(await tab.page.locator("#clips .title").allInnerTexts()).toContain("walk backwards");
  });

  it("end in a message: a broken one", async () => {
    await open("door");
    await drop(write("broken.glb", readFileSync(FIGURE).subarray(0, 5000)));
    expect(await tab.page.isVisible("#failure")).toBe(true);
    expect(await messages()).toHaveLength(1);
  });

  it("neither run code nor reach another server: a hostile one", async () => {
    await open("door");
    const { json, bin } = unpackGlb(readFileSync(FIGURE));
    const markup = "<img src=//example.com/x onerror=\"document.title='broken'\"><script>document.title='broken'</script>";
    for (const each of [...json["nodes"], ...json["animations"], ...json["meshes"], ...json["extensions"].KHR_animation_clip.clips]) {
      each.name = markup;
    }
    json["extensions"].KHR_animation_clip.clips.push({ name: markup, animations: [markup], start: markup });
    json["__proto__"] = { polluted: true };
    await drop(write("hostile.glb", packGlb(json, bin)));
    expect((await messages()).length).toBeGreaterThan(0);
    expect(await tab.page.locator("img").count()).toBe(0);
    expect(await tab.page.title()).toBe("babylon-gltf-animation editor");
    expect(tab.takeProblems().filter((problem) => /origin|exception/.test(problem))).toEqual([]);
  });
});

describe("addresses", () => {
  it("name a model, whose loading shows how far it is", async () => {
    const page = await openAt("?model=door");
    let send = (): void => undefined;
    const held = new Promise<void>((resolve) => (send = resolve));
    await page.route(
      ({ pathname }) => pathname === "/elsewhere/model.glb",
      async (route) => {
        await held;
        await route.fulfill({ body: readFileSync(FIGURE), contentType: "model/gltf-binary" });
      },
    );
    await page.goto(page.url().replace("?model=door", "?model=/elsewhere/model.glb"), { waitUntil: "domcontentloaded" });
    await page.locator("#loading", { hasText: "/elsewhere/model.glb" }).waitFor();
    expect(await page.isVisible("progress")).toBe(true);
    send();
    await page.evaluate(() => window.playground.ready);
    expect(await page.isVisible("progress")).toBe(false);
    expect([await messages(), await page.evaluate(() => window.playground.clips.length)]).toEqual([[], 7]);
  });

  it("name a .gltf, whose files are next to it", async () => {
    const { json, bin } = unpackGlb(readFileSync(FIGURE));
    json["buffers"][0].uri = "data/figure.bin";
    browser.files.set("/models/model.gltf", JSON.stringify(json)).set("/models/data/figure.bin", bin);
    await openAt("?model=/models/model.gltf");
    expect([await messages(), await tab.page.evaluate(() => window.playground.clips.length)]).toEqual([[], 7]);
  });

  it.each([
    ["nowhere.glb", "nowhere.glb cannot be fetched (404 Not Found)."],
    ["javascript:alert(1)", "javascript:alert(1) is not a URL that can be fetched."],
    ["http://", "http:// is not a URL that can be fetched."],
  ])("that lead nowhere end in a message: %s", async (address, message) => {
    await openAt(`?model=${encodeURIComponent(address)}`);
    expect(await messages()).toEqual([message]);
    expect(await tab.page.innerText("#failure")).toBe(message);
  });
});
