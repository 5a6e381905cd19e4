/** Root motion in the page: a switch of the view. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import type {} from "../../../../playground/page/api.js";
import { packGlb } from "../../../../scripts/glb.mjs";
import { addTimes, createAsset } from "../../../helpers/gltfAsset.js";
import { JAGGED, launchBrowser, type TestBrowser, type TestPage } from "../../helpers/browser.js";
import { discardChanges } from "../../helpers/playground.js";

const PAGE = "/dist/playground/index.html";

/** Hips that walk 2 m along z in 1 s, and a head that nods on the spot. */
const WALKER = createAsset((add) => {
  const animate = (name: string, node: number, values: readonly number[]): object => ({
    name,
    samplers: [{ input: addTimes(add, [0, 1]), output: add("VEC3", values) }],
    channels: [{ sampler: 0, target: { node, path: "translation" } }],
  });
  return {
    scenes: [{ nodes: [0] }],
    nodes: [
      { name: "hips", translation: [0, 1, 0], children: [1] },
      { name: "head", translation: [0, 1, 0], children: [2] },
      { name: "nose" },
    ],
    animations: [animate("walk", 0, [0, 1, 0, 0, 1, 2]), animate("nod", 1, [0, 1, 0, 0, 1, 0]), animate("stroll", 0, [0, 1, 0, 0, 1, 1])],
    extensionsUsed: ["KHR_animation_clip"],
    extensions: { KHR_animation_clip: { clips: [{ name: "once", animations: [0], start: 0, end: 1, repetitions: 1 }] } },
  };
});

let browser: TestBrowser;
let tab: TestPage;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser(JAGGED);
  tab = await browser.open(`${PAGE}?model=door`, { width: 900, height: 700 }, { reducedMotion: "reduce", deviceScaleFactor: 0.5 });
  ({ page } = tab);
});
afterAll(() => browser.close());

const check = () => page.getByLabel("Root motion");

beforeEach(async () => {
  const buffer = Buffer.from(packGlb(WALKER.json, WALKER.bin));
  await page.setInputFiles("#file-input", { name: "walker.glb", mimeType: "application/octet-stream", buffer });
  await discardChanges(page);
  await page.evaluate(() => window.playground.ready);
  await setSwitch(false);
});

async function setSwitch(isOn: boolean): Promise<void> {
  await page.locator(".view-menu").evaluate((menu) => ((menu as HTMLDetailsElement).open = true)); // a click elsewhere closes it
  await check().setChecked(isOn);
}

const position = (node: string): Promise<readonly number[]> => page.evaluate((name) => window.playground.position(name), node);
const path = () => page.evaluate(() => window.playground.rootPath);
const stateOf = (clip: string) => page.evaluate((name) => window.playground.clips.find((each) => each.name === name)!, clip);
const transport = (name: string) => page.locator("#transport").getByRole("button", { name });

async function select(clip: string): Promise<void> {
  await page.locator("#clips .choose", { has: page.getByText(clip, { exact: true }) }).click();
}

/** Switches on, once the clip is measured. */
async function switchOn(): Promise<void> {
  await setSwitch(true);
  await page.waitForFunction(() => window.playground.rootPath.length > 0);
}

/** Plays until the root has been so far, and pauses. */
async function walk(meters: number): Promise<void> {
  await transport("Play").click();
  await page.waitForFunction((far) => window.playground.rootPath.at(-1)![2] > far, meters);
  await transport("Pause").click();
}

describe("root motion", () => {
  it("moves the character by what the clip has played, over its loops, along a way on the ground", async () => {
    await select("walk");
    await switchOn();
    expect(await path()).toEqual([[0, 0, 0]]); // the ground is at the lowest node, the root
    await walk(2.5);
    const [x, y, z] = (await position("hips")) as [number, number, number];
    const { timestamp } = await stateOf("walk");
    expect([x, y]).toEqual([0, 1]);
    expect(z).toBeGreaterThan(2.5);
    // 2 m in each second: the timestamp is the time since the last loop
    expect((z / 2) % 1).toBeCloseTo(timestamp, 4);
    const way = await path();
    expect(way[0]).toEqual([0, 0, 0]);
    expect(way.at(-1)![2]).toBeCloseTo(z, 4);
    expect(way.every((point, i) => i === 0 || point[2] > way[i - 1]![2])).toBe(true);
  });

  it("begins anew where the clip is stopped, and where it is put to its start", async () => {
    await select("walk");
    await switchOn();
    await walk(0.5);
    await transport("Stop and rewind").click();
    await page.waitForFunction(() => window.playground.rootPath.length === 1);
    expect(await position("hips")).toEqual([0, 1, 0]);
    await walk(0.5);
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.keyboard.press("Home");
    await page.waitForFunction(() => window.playground.rootPath.length === 1);
    expect(await position("hips")).toEqual([0, 1, 0]);
  });

  it("stays where a clip has finished, and begins anew when it plays again", async () => {
    await select("once");
    await switchOn();
    await transport("Play").click();
    await page.waitForFunction(() => window.playground.rootPath.length > 1 && !window.playground.clips[0]!.isPlaying);
    await page.evaluate(() => window.playground.drawn());
    expect((await position("hips"))[2]).toBeCloseTo(2, 4);
    await Promise.all([page.waitForFunction(() => window.playground.clips[0]!.isPlaying), transport("Play").click()]);
    await page.waitForFunction(() => !window.playground.clips[0]!.isPlaying);
    expect((await position("hips"))[2]).toBeCloseTo(2, 4);
    const way = await path();
    expect(way[0]).toEqual([0, 0, 0]);
    expect(way.every((point, i) => i === 0 || point[2] >= way[i - 1]![2])).toBe(true);
  });

  it("ends with the switch: the clip moves its node, and the character is back", async () => {
    await select("walk");
    await switchOn();
    await walk(2.5);
    await setSwitch(false);
    expect(await path()).toEqual([]);
    await page.evaluate(() => window.playground.seek("walk", 0.25));
    expect(await position("hips")).toEqual([0, 1, 0.5]);
  });

  it("says of a clip that it stays where it is", async () => {
    await setSwitch(true);
    await select("nod");
    await page.getByText("nod stays where it is.").waitFor({ state: "attached" });
    expect(await path()).toEqual([]);
  });

  it("tells and shows the events of a clip, also those that are added meanwhile", async () => {
    await select("once");
    await switchOn();
    await page.evaluate(() => window.playground.seek("once", 0.5));
    await page.getByRole("button", { name: "Add an event at the playhead" }).click();
    await page.getByLabel("Name of the event").fill("step");
    await page.keyboard.press("Enter");
    await page.evaluate(() => window.playground.seek("once", 0));
    await transport("Play").click();
    await page.locator(".event-passed", { hasText: "Passed: step" }).waitFor({ state: "attached" });
    await page.waitForFunction(() => !window.playground.clips[0]!.isPlaying);
    await setSwitch(false);
    await select("walk");
    await setSwitch(true);
    await page.waitForFunction(() => window.playground.rootPath.length > 0);
    expect(await page.innerText(".event-passed")).toBe("");
    await transport("Play").click();
    await page.locator(".event-passed", { hasText: "Passed: step" }).waitFor({ state: "attached" });
    await page.getByRole("slider", { name: "Event step" }).focus();
    await page.keyboard.press("Delete");
    expect(await page.getByRole("slider", { name: "Event step" }).count()).toBe(0);
  });

  it("is measured anew when the bounds of the clip change", async () => {
    await select("once");
    const end = page.locator("#setting-end");
    await end.fill("0.5");
    await end.blur();
    await switchOn();
    await end.fill("1");
    await end.blur();
    await page.waitForFunction(() => window.playground.rootPath.length === 1);
    await transport("Play").click();
    await page.waitForFunction(() => window.playground.rootPath.length > 1 && !window.playground.clips[0]!.isPlaying);
    await page.evaluate(() => window.playground.drawn());
    expect((await position("hips"))[2]).toBeCloseTo(2, 4);
  });

  it("lets a cross-fade end, and goes on with the clip that it led to", async () => {
    await select("walk");
    await switchOn();
    await walk(0.5);
    await transport("Play").click();
    await page.locator("#compare-b").selectOption({ label: "stroll" });
    await page.getByRole("button", { name: "Fade", exact: true }).click();
    await page.waitForFunction(() => window.playground.rootPath.length > 1 && !window.playground.clips[1]!.isPlaying);
    expect((await stateOf("stroll")).isPlaying).toBe(true);
    expect(await page.locator("#compare .mix output").allInnerTexts()).toEqual(["0 %", "100 %"]);
  });

  it("is in a link", async () => {
    await select("walk");
    await switchOn();
    await page.waitForURL(/#.*root-motion/);
    await setSwitch(false);
    await page.waitForURL((url) => !url.hash.includes("root-motion"));
    await page.evaluate(() => void (location.hash = "root-motion&clip=walk"));
    await page.waitForFunction(() => window.playground.rootPath.length > 0);
    expect(await check().isChecked()).toBe(true);
  });

  it("is fetched when it is switched on first", async () => {
    const own = await browser.open(`${PAGE}?model=door`, { width: 900, height: 700 }, { reducedMotion: "reduce" });
    await own.page.evaluate(() => window.playground.ready);
    const fetched = await own.page.evaluate(
      () => performance.getEntriesByType("resource").filter(({ name }) => /rootWalk|rootMotion/i.test(name)).length,
    );
    expect(fetched).toBe(0);
    await own.close();
  });
});
