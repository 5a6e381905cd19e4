/** Two clips of the page side by side: weights, cross-fades, all clips at once. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import type {} from "../../../playground/page/api.js";
import { JAGGED, launchBrowser, type TestBrowser, type TestPage } from "../helpers/browser.js";
import { showModel } from "../helpers/playground.js";

let browser: TestBrowser;
let tab: TestPage;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser(JAGGED);
  const size = { width: 1280, height: 900 };
  tab = await browser.open("/dist/playground/index.html", size, { reducedMotion: "reduce", deviceScaleFactor: 0.5 });
  ({ page } = tab);
  await page.evaluate(() => window.playground.ready);
});
afterAll(() => browser.close());
beforeEach(() => showModel(tab, "figure"));

const sides = (): Promise<string[]> => page.locator("#compare .side .name").allInnerTexts();
const playing = (): Promise<string[]> =>
  page.evaluate(() => window.playground.clips.flatMap(({ name, isPlaying }) => (isPlaying ? [name] : [])));
const weights = (): Promise<string[]> => page.locator("#compare .side output").allInnerTexts();
const button = (name: string): Promise<void> => page.getByRole("button", { name, exact: true }).click();
const frames = (): Promise<void> =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 6; frame++) {
      await new Promise(requestAnimationFrame);
    }
  });

describe("two clips side by side", () => {
  it("keep the clip that one compares with, and swap", async () => {
    await page.selectOption("#fade-target", { label: "to jump" });
    expect(await sides()).toEqual(["walk", "jump"]);
    await page.locator("#clips .choose", { hasText: /^idle/ }).click();
    expect(await sides()).toEqual(["idle", "jump"]);
    await button("Swap");
    expect(await sides()).toEqual(["jump", "idle"]);
    await page.locator("#transport .name", { hasText: /^jump$/ }).waitFor();
    await button("Swap");
    expect(await sides()).toEqual(["idle", "jump"]);
  });

  it("mix by their weights, which both are shown", async () => {
    await page.selectOption("#fade-target", { label: "to idle" });
    await page.getByLabel("Mix by weight").check();
    await page.getByLabel("Weight", { exact: true }).fill("0.25");
    await page.getByLabel("Weight of the other clip").fill("0.75");
    await button("Play both");
    await frames();
    expect(await playing()).toEqual(["idle", "walk"]);
    expect(await weights()).toEqual(["0.25", "0.75"]);
    await button("Stop all");
    expect(await playing()).toEqual([]);
  });

  it("fade into each other and back, the target being the clip that one came from", async () => {
    await page.selectOption("#fade-target", { label: "to idle" });
    await button("Play all");
    await page.getByLabel("In step").check();
    await page.getByLabel("Cross-fade duration in seconds").fill("60");
    await button("Fade");
    expect(await sides()).toEqual(["idle", "walk"]);
    await button("Fade");
    expect(await sides()).toEqual(["walk", "idle"]);
    expect(await playing()).toEqual(expect.arrayContaining(["walk", "idle"]));
  });

  it("say why they cannot fade in less than no time", async () => {
    const seconds = page.getByLabel("Cross-fade duration in seconds");
    await seconds.fill("-1");
    await seconds.press("Enter");
    expect(await page.innerText("#compare [role=alert]")).toBe("Cross-fade: must be >= 0 s (got -1)");
    expect(await seconds.getAttribute("aria-invalid")).toBe("true");
    await seconds.fill("0.5");
    await button("Fade");
    expect(await page.isVisible("#compare [role=alert]")).toBe(false);
  });
});

describe("a clip that is selected", () => {
  const select = (name: RegExp): Promise<void> => page.locator("#clips .choose", { hasText: name }).click();

  it("plays in place of the clip that played", async () => {
    await button("Play");
    await select(/^idle/);
    expect(await playing()).toEqual(["idle"]);
    await select(/^door ?0/);
    expect(await playing()).toEqual(["idle", "door"]);
  });

  it("stays still where nothing plays", async () => {
    await select(/^idle/);
    expect(await playing()).toEqual([]);
  });
});

describe("all clips", () => {
  it("play that do not move the same objects", async () => {
    await button("Play all");
    // the first of those that move the figure, and the first that moves the door
    expect(await playing()).toEqual(["idle", "door"]);
  });
});
