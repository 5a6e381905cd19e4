/** The page's crowd: a field of characters of the opened model, in place of it. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import type { Locator } from "playwright-core";
import type {} from "../../../playground/page/api.js";
import { packGlb } from "../../../scripts/glb.mjs";
import { JAGGED, launchBrowser, type TestBrowser, type TestPage } from "../helpers/browser.js";
import { comparePictures, countDrawn, renderPicture, type Picture } from "../helpers/picture.js";

const PAGE = "/dist/playground/index.html";

let browser: TestBrowser;
let tab: TestPage;

beforeAll(async () => {
  browser = await launchBrowser(JAGGED);
});
afterAll(() => browser.close());
afterEach(() => expect(tab.takeProblems()).toEqual([]));

async function open(query: string): Promise<void> {
  tab = await browser.open(`${PAGE}${query}`, { width: 1000, height: 700 }, { reducedMotion: "reduce", deviceScaleFactor: 0.5 });
  await tab.page.evaluate(() => window.playground.ready);
}

const check = (): Locator => tab.page.getByLabel("Show a crowd in place of the model");
const slider = (): Locator => tab.page.getByLabel("Characters", { exact: true });
const calls = (): Locator => tab.page.locator("#crowd-calls");
const picture = (): Promise<Picture> => renderPicture(tab.page, "window.playground.drawn()");

async function pictureAt(name: string, timestamp: number): Promise<Picture> {
  await tab.page.evaluate(([clip, time]) => window.playground.seek(clip, time), [name, timestamp] as const);
  await tab.page.evaluate(() => window.playground.drawn()); // the crowd follows in the next frame
  return picture();
}

describe("the crowd of a model", () => {
  beforeAll(() => open("?model=figure"));
  afterAll(() => tab.close());
  beforeEach(async () => {
    for (const model of ["door", "figure"]) {
      await tab.page.selectOption("#model-select", model);
      await tab.page.evaluate(() => window.playground.ready);
    }
  });

  it("comes with its first use, in as many characters as the slider says, and gives way to the model again", async () => {
    const model = await pictureAt("walk", 2.5);
    const asked: string[] = [];
    tab.page.on("request", (request) => asked.push(request.url()));
    await check().check();
    await calls().filter({ hasText: "for 100 characters" }).waitFor();
    expect(asked.some((url) => url.includes("/chunks/"))).toBe(true);
    await slider().fill("2");
    await calls().filter({ hasText: "for 9 characters" }).waitFor();
    const nine = await picture();
    expect(comparePictures(nine, model).visible).toBeGreaterThan(1000);
    expect(countDrawn(nine)).toBeGreaterThan(1000);
    await slider().fill("0");
    await calls().filter({ hasText: "for 1 characters" }).waitFor();
    expect(comparePictures(await pictureAt("walk", 2.5), nine).visible).toBeGreaterThan(1000);
    await check().uncheck();
    expect(await tab.page.locator("#crowd-calls").isVisible()).toBe(false);
    await tab.page.getByRole("button", { name: "Reset the view" }).click();
    expect(comparePictures(await pictureAt("walk", 2.5), model).visible).toBe(0);
  });

  it("has any number of characters that is typed, and says why it cannot have others", async () => {
    await check().check();
    const number = tab.page.getByLabel("Number of characters");
    for (const [text, shown] of [
      ["7", "7"],
      ["1,234", "7"],
      ["1234", "1,234"],
    ] as const) {
      await number.fill(text);
      await calls()
        .filter({ hasText: `for ${shown} characters` })
        .waitFor();
    }
    expect(await slider().inputValue()).toBe("9");
    for (const wrong of ["0", "2.5", "10001"]) {
      await number.fill(wrong);
      await number.press("Enter");
      const problem = `characters: use a whole number from 1 to 10,000 instead of ${wrong}`;
      await tab.page.getByRole("alert").filter({ hasText: problem }).waitFor();
    }
    await number.fill("3");
    await calls().filter({ hasText: "for 3 characters" }).waitFor();
    expect(await tab.page.locator("#crowd [role=alert]").isVisible()).toBe(false);
    expect(await slider().inputValue()).toBe("1");
    await check().uncheck();
  });

  it("of one character looks as the model does", async () => {
    const expected = await pictureAt("walk", 2.75);
    await tab.page.evaluate(() => window.playground.seek("walk", 2.5));
    await check().check();
    await slider().fill("0");
    await calls().filter({ hasText: "for 1 characters" }).waitFor();
    const actual = await pictureAt("walk", 2.75);
    expect(comparePictures(actual, expected).visible).toBeLessThan(0.01 * countDrawn(expected)); // half floats, and half a row
  });

  it("plays, holds and seeks as the selected clip does, or plays all clips in turn", async () => {
    await check().check();
    await slider().fill("2");
    await calls().filter({ hasText: "for 9 characters" }).waitFor();
    const start = await pictureAt("walk", 2.5);
    expect(comparePictures(await pictureAt("walk", 3), start).visible).toBeGreaterThan(100);
    expect(comparePictures(await pictureAt("walk", 2.5), start).visible).toBe(0);
    await tab.page.getByRole("button", { name: "Play", exact: true }).first().click();
    await tab.page.evaluate(() => window.playground.drawn());
    await tab.page.locator(".scrub").fill("2.5"); // which holds the clip, too
    await tab.page.evaluate(() => window.playground.drawn());
    expect(comparePictures(await picture(), start).visible).toBe(0);
    await tab.page.getByLabel("All clips in turn").check();
    await tab.page.evaluate(() => window.playground.drawn());
    expect(comparePictures(await picture(), start).visible).toBeGreaterThan(100);
    await tab.page.waitForURL(/#.*crowd=9;turn/);
    await tab.page.evaluate(() => void (location.hash = "crowd=9&clip=walk;t=2.5"));
    await tab.page.getByLabel("All clips in turn").and(tab.page.locator(":not(:checked)")).waitFor();
    expect(comparePictures(await pictureAt("walk", 2.5), start).visible).toBe(0);
    await tab.page.evaluate(() => void (location.hash = "crowd=9;turn&clip=walk;t=2.5"));
    await tab.page.getByLabel("All clips in turn").and(tab.page.locator(":checked")).waitFor();
    await tab.page.getByRole("button", { name: "Play", exact: true }).first().click();
    const one = await picture();
    await tab.page.evaluate(async () => {
      const now = (): number => window.playground.clips.find(({ name }) => name === "walk")!.timestamp;
      for (const from = now(); Math.abs(now() - from) < 0.2;) {
        await new Promise(requestAnimationFrame);
      }
    });
    expect(comparePictures(one, await picture()).visible).toBeGreaterThan(50);
    await tab.page.evaluate(() => window.playground.seek("walk", 3.2));
    await tab.page.getByLabel("All clips in turn").uncheck();
  });

  it("follows clips that are made, and goes with the model", async () => {
    await check().check();
    await slider().fill("1");
    await tab.page.locator("#clips .choose", { hasText: /^timeline/ }).click();
    await tab.page.getByRole("toolbar", { name: "Clips" }).getByRole("button", { name: "New clip" }).click();
    await tab.page.keyboard.press("Enter");
    await calls().filter({ hasText: "for 4 characters" }).waitFor();
    const start = await pictureAt("timeline", 2.6);
    expect(comparePictures(await pictureAt("timeline", 3.1), start).visible).toBeGreaterThan(50);
    await tab.page.selectOption("#model-select", "lights");
    await tab.page.getByRole("button", { name: "Discard changes" }).click();
    await tab.page.evaluate(() => window.playground.ready);
    expect(await check().isChecked()).toBe(false);
    expect(await calls().isVisible()).toBe(false);
  });
});

describe("a link", () => {
  it("has the crowd, and the view of it", async () => {
    await open("?model=figure");
    await check().check();
    await slider().fill("6");
    await calls().filter({ hasText: "for 250 characters" }).waitFor();
    await tab.page.waitForURL(/#.*crowd=250/);
    const seen = await pictureAt("walk", 2.75);
    const { search, hash } = new URL(tab.page.url());
    await tab.close();
    await open(search + hash);
    await calls()
      .filter({ hasText: / for 250 characters$/ })
      .waitFor();
    expect(comparePictures(await pictureAt("walk", 2.75), seen).visible).toBe(0);
    await tab.close();
  });
});

describe("the demo", () => {
  it("shows the model by a link that was made without the crowd", async () => {
    await open("?model=characters#clip=walk;t=0.5");
    expect(await check().isChecked()).toBe(false);
    expect(await tab.page.evaluate(() => window.playground.clips.find(({ name }) => name === "walk")!.timestamp)).toBe(0.5);
  });

  it("shows 400 characters at once", async () => {
    await open("?model=characters");
    await tab.page.evaluate(() => window.playground.drawn()); // which counts the calls
    expect(await calls().innerText()).toBe("1 for 400 characters");
    expect(await tab.page.locator("#crowd-cost").innerText()).toMatch(/^\d+\.\d ms/);
    expect(countDrawn(await picture())).toBeGreaterThan(1000);
    expect(await tab.page.evaluate(() => window.playground.messages)).toEqual([]);
  });
});

describe("a model that cannot become a crowd", () => {
  it("says why, and stays", async () => {
    const json = { asset: { version: "2.0" }, scene: 0, scenes: [{ nodes: [0] }], nodes: [{ name: "empty" }] };
    browser.files.set("/empty.glb", packGlb(json, new Uint8Array()));
    await open("?model=/empty.glb");
    await check().click();
    await tab.page.getByRole("alert").filter({ hasText: "The model cannot become a crowd. Add a visible mesh." }).waitFor();
    expect(await check().isChecked()).toBe(false);
    await tab.page.selectOption("#model-select", "crowd");
    await tab.page.evaluate(() => window.playground.ready);
    expect(await check().isDisabled()).toBe(true);
    expect(await tab.page.getByText("This model is shown as ordinary copies.").isVisible()).toBe(true);
  });
});
