/** Two clips of the page side by side: weights, cross-fades, all clips at once. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import type { Locator, Page } from "playwright-core";
import type {} from "../../../playground/page/api.js";
import { JAGGED, launchBrowser, type TestBrowser, type TestPage } from "../helpers/browser.js";
import { showModel } from "../helpers/playground.js";

let browser: TestBrowser;
let tab: TestPage;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser(JAGGED);
  const size = { width: 1280, height: 900 };
  tab = await browser.open("/dist/playground/index.html?model=figure", size, { reducedMotion: "reduce", deviceScaleFactor: 0.5 });
  ({ page } = tab);
  await page.evaluate(() => window.playground.ready);
});
afterAll(() => browser.close());
beforeEach(() => showModel(tab, "figure"));

const sides = (): Promise<string[]> =>
  page.evaluate(() => ["a", "b"].map((side) => document.querySelector<HTMLSelectElement>(`#compare-${side}`)!.selectedOptions[0]!.text));
const playing = (): Promise<string[]> =>
  page.evaluate(() => window.playground.clips.flatMap(({ name, isPlaying }) => (isPlaying ? [name] : [])));
const shares = (): Promise<string[]> => page.locator("#compare .mix output").allInnerTexts();
const slider = (): Locator => page.getByLabel("From A to B");
const chooseB = (label: string): Promise<unknown> => page.selectOption("#compare-b", { label });
const timestamp = (name: string): Promise<number> =>
  page.evaluate((wanted) => window.playground.clips.find((clip) => clip.name === wanted)!.timestamp, name);
const button = (name: string): Promise<void> => page.getByRole("button", { name, exact: true }).click();
const frames = (): Promise<void> =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 6; frame++) {
      await new Promise(requestAnimationFrame);
    }
  });

describe("two clips side by side", () => {
  it("are A, which is the selected clip, and B, and can be swapped", async () => {
    await chooseB("jump");
    expect(await sides()).toEqual(["walk", "jump"]);
    await page.locator("#clips .choose", { hasText: /^idle/ }).click();
    expect(await sides()).toEqual(["idle", "jump"]);
    await button("Swap");
    expect(await sides()).toEqual(["jump", "idle"]);
    await page.locator("#transport .name", { hasText: /^jump$/ }).waitFor();
    await button("Swap");
    expect(await sides()).toEqual(["idle", "jump"]);
    await page.selectOption("#compare-a", { label: "walk" });
    await page.locator("#transport .name", { hasText: /^walk$/ }).waitFor();
    expect(await sides()).toEqual(["walk", "jump"]);
    // a clip cannot be compared with itself
    expect(await page.locator("#compare-b option", { hasText: /^walk$/ }).count()).toBe(0);
  });

  it("mix by one slider: the weights of both are in the address, and the clip that takes a place has its weight", async () => {
    await chooseB("idle");
    await button("Play");
    await slider().fill("0.75");
    expect(await playing()).toEqual(["idle", "walk"]);
    expect(await shares()).toEqual(["25 %", "75 %"]);
    expect(await page.getByLabel("Mix by weight").isChecked()).toBe(true);
    await page.waitForFunction(() => /clip=walk;[^&]*weight=0.25.*clip=idle;[^&]*weight=0.75/.test(location.hash));
    await chooseB("walk backwards");
    expect(await playing()).toEqual(["walk", "walk backwards"]);
    expect(await shares()).toEqual(["25 %", "75 %"]);
    await button("Stop all");
    expect(await playing()).toEqual([]);
  });

  it("are seen one at a time again without weights", async () => {
    await chooseB("idle");
    await button("Play");
    await slider().fill("0.5");
    await page.getByLabel("Mix by weight").uncheck();
    expect([await playing(), await shares()]).toEqual([["walk"], ["100 %", "0 %"]]);
  });

  it("mix at rest, too, and in step where that is chosen", async () => {
    await chooseB("walk backwards");
    await page.evaluate(() => window.playground.seek("walk", 2.75));
    await page.getByLabel("In step").check();
    await slider().fill("0.4");
    await frames();
    expect([await playing(), await timestamp("walk")]).toEqual([[], 2.75]);
    // a quarter of a cycle in both: the second clip begins at its end
    expect(await timestamp("walk backwards")).toBeCloseTo(3.25, 6);
    await page.locator(".scrub").focus();
    await page.evaluate(() => window.playground.seek("walk", 3));
    await page.waitForFunction(() => {
      const { timestamp: there } = window.playground.clips.find(({ name }) => name === "walk backwards")!;
      return Math.abs(there - 3) < 1e-6;
    });
  });

  it("stay in step while they play with weights", async () => {
    await chooseB("idle");
    await page.getByLabel("In step").check();
    await button("Play");
    await slider().fill("0.3");
    await frames();
    const phases = await page.evaluate(async () => {
      await new Promise(requestAnimationFrame);
      return ["walk", "idle"].map((wanted) => {
        const { timestamp: time } = window.playground.clips.find(({ name }) => name === wanted)!;
        const { start, end } = window.playground.plotData(wanted).settings;
        return (time - start) / (end - start);
      });
    });
    const apart = Math.abs(phases[0]! - phases[1]!);
    expect(Math.min(apart, 1 - apart)).toBeLessThan(0.1);
    expect(await playing()).toEqual(["idle", "walk"]);
  });

  it("fade into each other and back, while the slider moves", async () => {
    await chooseB("idle");
    await button("Play all");
    await button("Play both");
    await page.getByLabel("In step").check();
    await page.getByLabel("Cross-fade duration in seconds").fill("60");
    expect(await page.innerText("#compare .target")).toBe("to idle in");
    await button("Fade");
    await page.waitForFunction(() => {
      const position = Number(document.querySelector<HTMLInputElement>("#compare .mix input")!.value);
      return position > 0.01 && position < 0.95;
    });
    expect(await sides()).toEqual(["walk", "idle"]);
    expect(await page.innerText("#compare .target")).toBe("back to walk in");
    await page.getByLabel("Cross-fade duration in seconds").fill("0.1");
    await button("Fade");
    await page.waitForFunction(() => !window.playground.clips.some(({ name, isPlaying }) => name === "idle" && isPlaying));
    expect(await shares()).toEqual(["100 %", "0 %"]);
  });

  it("stay where the slider is moved during a fade", async () => {
    await chooseB("idle");
    await button("Play");
    await page.getByLabel("Cross-fade duration in seconds").fill("60");
    await button("Fade");
    await slider().fill("0.5");
    await frames();
    expect([await playing(), await shares()]).toEqual([
      ["idle", "walk"],
      ["50 %", "50 %"],
    ]);
  });

  it("say why they cannot fade in less than no time", async () => {
    const seconds = page.getByLabel("Cross-fade duration in seconds");
    await seconds.fill("-1");
    await seconds.press("Enter");
    expect(await page.innerText("#compare [role=alert]")).toBe("Cross-fade: use 0 s or more instead of -1");
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
    // the animation, which plays without end
    await page.locator("#clips .choose", { hasText: /^door/ }).last().click();
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
