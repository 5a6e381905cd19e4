/** What people come to the page for, each task described once and done by mouse, by touch on a phone, and by the keyboard alone. */
import { readFile } from "node:fs/promises";
import { readFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from "@jest/globals";
import type { Download, Locator, Page } from "playwright-core";
import { packGlb, unpackGlb, type Json } from "../../scripts/glb.mjs";
import type {} from "../../playground/page/api.js";
import { addTimes, AssetBuilder } from "../helpers/gltfAsset.js";
import { JAGGED, launchBrowser, type TestBrowser, type TestPage } from "./helpers/browser.js";
import { HANDS } from "./helpers/hands.js";

const SITE = "/dist/site/";
const EDITOR = `${SITE}playground/index.html`;
const FIGURE = unpackGlb(readFileSync(new URL("../../playground/models/figure.glb", import.meta.url)));

/** The clips that are made of the figure's long timeline. */
const CLIPS = [
  { name: "idle", start: 0, end: 2 },
  { name: "walk", start: 2.5, end: 3.5 },
  { name: "jump", start: 4, end: 5.5 },
] as const;

/** The figure as an artist exports it: with animations, without clips. */
function createTimeline(): Uint8Array {
  const json: Json = structuredClone(FIGURE.json);
  delete json["extensions"];
  delete json["extensionsUsed"];
  return packGlb(json, FIGURE.bin);
}

/** The figure with a clip that never plays, a clip of an animation that there is not, and a channel of a material that there is not. */
function createFaulty(): Uint8Array {
  const json: Json = structuredClone(FIGURE.json);
  json["extensions"].KHR_animation_clip.clips.push(
    { name: "wait", animations: [0], end: 1, repetitions: 0 },
    { name: "run", animations: [7] },
  );
  const pointer = "/materials/99/alphaCutoff";
  json["animations"][0].channels[0].target = { path: "pointer", extensions: { KHR_animation_pointer: { pointer } } };
  json["extensionsUsed"].push("KHR_animation_pointer");
  return packGlb(json, FIGURE.bin);
}

/** A node that jumps at 1.5 s and does not come back at the end, at 3 s, with 30 keys per second. */
function createJumping(): Uint8Array {
  const builder = new AssetBuilder();
  const input = addTimes(
    builder.add,
    Array.from({ length: 91 }, (_, i) => i / 30),
  );
  const output = builder.add(
    "VEC3",
    Float32Array.from({ length: 3 * 91 }, (_, i) => [(i / 270) ** 2, i === 3 * 45 + 1 ? 0.3 : 0, 0][i % 3]!),
  );
  const { json, bin } = builder.build({
    nodes: [{ name: "cart" }],
    animations: [{ name: "ride", samplers: [{ input, output }], channels: [{ sampler: 0, target: { node: 0, path: "translation" } }] }],
  });
  return packGlb(json, bin);
}

const TIMELINE = createTimeline();

jest.setTimeout(240_000); // every control is reached with the tabulator

let browser: TestBrowser;

beforeAll(async () => {
  browser = await launchBrowser(JAGGED);
});
afterAll(() => browser.close());

/** Notes which pointers are used in a page: `pointers`. */
const NOTE_POINTERS = `{
  const noted = new Set();
  addEventListener("pointerdown", ({ pointerType }) => noted.add(pointerType), true);
  window.pointers = () => [...noted];
}`;

describe.each(HANDS)("by $name", (hand) => {
  let tab: TestPage;
  let page: Page;

  const show = async (address: string): Promise<void> => {
    tab = await browser.open(address, hand.size, { reducedMotion: "reduce", deviceScaleFactor: 0.5, ...hand.options });
    ({ page } = tab);
    await page.evaluate(() => window.playground?.ready);
    await page.evaluate(NOTE_POINTERS);
  };
  const button = (name: string | RegExp): Locator => page.getByRole("button", { name, exact: true });
  const clip = (name: string): Locator => page.locator("#clips .choose", { has: page.getByText(name, { exact: true }) });
  const timestamp = (name: string): Promise<number> =>
    page.evaluate((wanted) => window.playground.clips.find((each) => each.name === wanted)!.timestamp, name);
  const playing = (): Promise<string[]> =>
    page.evaluate(() => window.playground.clips.flatMap(({ name, isPlaying }) => (isPlaying ? [name] : [])));

  const expectOnlyHand = async (): Promise<void> =>
    expect(await page.evaluate("pointers()")).toEqual(hand.pointer === null ? [] : [hand.pointer]);

  async function open(name: string, bytes: Uint8Array, control = page.getByText("Open files", { exact: true })): Promise<void> {
    const [chooser] = await Promise.all([page.waitForEvent("filechooser"), hand.press(control)]);
    await chooser.setFiles({ name, mimeType: "model/gltf-binary", buffer: Buffer.from(bytes) });
    if (await button("Discard changes").isVisible()) {
      await hand.press(button("Discard changes"));
    }
    await page.evaluate(() => window.playground.ready);
  }

  async function makeClips(): Promise<void> {
    await open("long.glb", TIMELINE);
    for (const { name, start, end } of CLIPS) {
      await hand.press(clip("timeline"));
      await hand.selectRange(page, start, end);
      expect(await page.innerText(".strip-hint")).toBe(`Selected: ${start}–${end} s`);
      await hand.press(button("New clip of the range"));
      await hand.type(page.locator("input.rename"), name);
      await page.keyboard.press("Enter");
    }
  }

  async function download(control: Locator): Promise<Download> {
    const [saved] = await Promise.all([page.waitForEvent("download"), hand.press(control)]);
    return saved;
  }

  /** The names and bounds of the model's clips. */
  const clipsOfModel = (): Promise<object[]> =>
    page.evaluate(() =>
      window.playground.clips
        .filter(({ kind }) => kind === "clip")
        .map(({ name }) => {
          const { start, end } = window.playground.plotData(name).settings;
          return { name, start, end };
        }),
    );

  describe("in the editor", () => {
    beforeAll(() => show(EDITOR));
    afterAll(() => tab.close());
    afterEach(async () => {
      expect(tab.takeProblems()).toEqual([]);
      await expectOnlyHand();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(hand.size.width);
    });

    it("three clips of a long timeline are made, named and saved", async () => {
      await makeClips();
      const saved = await download(button("Save"));
      expect(saved.suggestedFilename()).toBe("long.glb");
      const { json } = unpackGlb(await readFile(await saved.path()));
      const clips = (json["extensions"].KHR_animation_clip.clips as Json[]).map((each) => ({ start: 0, ...each }));
      expect(clips).toEqual(CLIPS.map((each) => ({ ...each, animations: [0] })));
      expect(json["extensionsUsed"]).toEqual(["KHR_animation_clip"]);
      expect(await page.innerText(".document-state")).toBe("");
    });

    it("a link is copied, which brings the clips back with the file", async () => {
      await makeClips();
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      await hand.press(button("Share"));
      await hand.press(page.getByRole("button", { name: "Copy link" }));
      await page.locator(".note", { hasText: "The link is copied. It shows long.glb once that file is opened." }).waitFor();
      const { pathname, hash } = new URL(await page.evaluate(() => navigator.clipboard.readText()));
      const sender = tab;
      await show(pathname + hash);
      await open("long.glb", TIMELINE, page.getByText("Open or drop long.glb to see what the link shows"));
      expect(await clipsOfModel()).toEqual(CLIPS);
      await page.locator("#transport .name", { hasText: "jump" }).waitFor();
      expect(tab.takeProblems()).toEqual([]);
      await tab.close();
      tab = sender;
      ({ page } = tab);
    });

    it("what does not play says why: a clip by its settings, which are mended, a clip and a channel by messages", async () => {
      await open("faulty.glb", createFaulty());
      const messages = page.locator("#messages .message");
      const ofClip = messages.filter({ hasText: "/extensions/KHR_animation_clip/clips/6/animations/0" });
      expect(await ofClip.locator(".text").innerText()).toBe("Use the index of one of the asset's 2 animations instead of 7.");
      expect(await clip("run").count()).toBe(0);

      await hand.press(clip("wait"));
      await page.getByText("0 repetitions never play.").waitFor();
      await hand.press(button("Play endlessly"));
      await hand.press(page.locator("#transport").getByRole("button", { name: "Play" }));
      expect(await playing()).toEqual(["wait"]);
      await hand.press(page.locator("#transport").getByRole("button", { name: "Pause" }));

      const channels = page.locator("#channels");
      await hand.press(channels.getByRole("button", { name: /^Left out/ }));
      const why = await channels.locator(".lands").innerText();
      expect(why).toContain("/materials/99");
      await hand.press(channels.getByRole("button", { name: /^Show the message/ }));
      expect(await page.locator("#messages .message:focus .text").innerText()).toBe(why);
      const message = messages.filter({ hasText: "/animations/0/channels/0" });
      await hand.press(message.locator(".place"));
      expect(await channels.locator(".left-out .choose:focus .lands").innerText()).toBe(why);
      const warnings = tab.takeProblems();
      expect(warnings).toHaveLength(2);
      expect(warnings.join()).toMatch(/clips\/6\/animations\/0.*animations\/0\/channels\/0/s);
    });

    it("two clips are compared, mixed and faded", async () => {
      await open("figure.glb", packGlb(FIGURE.json, FIGURE.bin));
      const shares = (): Promise<string[]> => page.locator("#compare .mix output").allInnerTexts();
      await hand.choose(page.getByLabel("A", { exact: true }), "walk backwards");
      await hand.choose(page.getByLabel("B", { exact: true }), "idle");
      await hand.press(page.locator("#transport").getByRole("button", { name: "Play" }));
      expect([await playing(), await shares()]).toEqual([["walk backwards"], ["100 %", "0 %"]]);
      await hand.slide(page.getByLabel("From A to B"), 0.25);
      const [a, b] = (await shares()).map((share) => parseInt(share));
      expect([a! + b!, await playing()]).toEqual([100, ["idle", "walk backwards"]]);
      expect(Math.abs(b! - 25)).toBeLessThanOrEqual(1); // a pixel
      await hand.type(page.getByLabel("Cross-fade duration in seconds"), "0.2");
      await hand.press(button("Fade"));
      await page.waitForFunction(() => !window.playground.clips.some(({ name, isPlaying }) => name === "walk backwards" && isPlaying));
      expect([await playing(), await shares()]).toEqual([["idle"], ["0 %", "100 %"]]);
      await hand.press(button("Fade"));
      await page.waitForFunction(() => !window.playground.clips.some(({ name, isPlaying }) => name === "idle" && isPlaying));
      expect([await playing(), await shares()]).toEqual([["walk backwards"], ["100 %", "0 %"]]);
      await hand.press(button("Stop all"));
      expect(await playing()).toEqual([]);
    });

    it("curves are looked through for jumps and bad seams", async () => {
      await open("ride.glb", createJumping());
      await hand.press(page.getByRole("tab", { name: "Curve" }));
      await page.locator("#flaws option", { hasText: "1 jump, 1 bad loop seam" }).waitFor({ state: "attached" });
      const chosen = (): Promise<string> => page.locator("#flaws").evaluate((list: HTMLSelectElement) => list.selectedOptions[0]!.text);
      await hand.press(button("Next jump or seam"));
      expect([await chosen(), await timestamp("ride")]).toEqual(["1.500 s · jump · cart · translation", expect.closeTo(1.5, 5)]);
      await page.evaluate(() => window.playground.drawn());
      expect(await page.innerText("#curve .readout")).toMatch(/^1\.500 s/);
      await hand.press(button("Next jump or seam"));
      expect([await chosen(), await timestamp("ride")]).toEqual([
        "3.000 s · the loop does not close · cart · translation",
        expect.closeTo(3, 5),
      ]);
      await hand.press(button("Previous jump or seam"));
      expect(await timestamp("ride")).toBeCloseTo(1.5, 5);
      await hand.choose(page.locator("#flaws"), "3.000 s · the loop does not close · cart · translation");
      expect(await timestamp("ride")).toBeCloseTo(3, 5);
      await hand.press(page.getByRole("tab", { name: "Timeline" }));
    });

    it("a crowd of 1,000 is shown, and the model again", async () => {
      await open("figure.glb", packGlb(FIGURE.json, FIGURE.bin));
      const check = page.getByLabel("Show a crowd in place of the model");
      const calls = (count: string): Promise<void> => page.locator("#crowd-calls", { hasText: `for ${count} characters` }).waitFor();
      await hand.press(check);
      await calls("100");
      await hand.type(page.getByLabel("Number of characters"), "1000");
      await calls("1,000");
      expect(await page.getByLabel("Number of characters").getAttribute("aria-valuenow")).toBe("1000");
      expect(await page.locator("#crowd [role=alert]").isVisible()).toBe(false);
      await hand.press(check);
      expect(await page.locator("#crowd-calls").isVisible()).toBe(false);
    });
  });

  describe("on the front page", () => {
    beforeAll(async () => {
      await show(`${SITE}index.html`);
      await page.waitForFunction("document.querySelector('#app').__vue_app__");
    });
    afterAll(() => tab.close());

    it("a visitor learns what this is, copies how to install it, and finds editor, guides and source", async () => {
      const sentence = page.locator(".sentence");
      expect(await sentence.innerText()).toMatch(/^Many animated glTF characters in Babylon\.js/);
      expect((await sentence.boundingBox())!.y).toBeLessThan(hand.size.height / 2);
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      const copy = page.getByRole("button", { name: "Copy Code" }).first();
      if (hand.pointer === "touch") {
        expect(await copy.evaluate((each) => getComputedStyle(each).opacity)).toBe("1"); // fingers do not hover
      }
      // shown for two seconds: the page looks in each frame, from before
      await Promise.all([page.waitForFunction(() => document.querySelector("button.copied")), hand.press(copy)]);
      expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^npm install babylon-gltf-animation /);
      await expectOnlyHand();

      await hand.press(page.getByRole("link", { name: "Read the guides" }));
      await page.getByRole("heading", { name: "Getting started", level: 1 }).waitFor();
      await page.goBack();
      await hand.press(page.getByRole("link", { name: "Open the editor", exact: true }));
      await page.waitForURL((url) => url.pathname === EDITOR);
      await page.evaluate(() => window.playground.ready);
      expect(await clipsOfModel()).toHaveLength(7);
      await page.goBack();
      await page.waitForFunction("document.querySelector('#app')?.__vue_app__");
      expect(tab.takeProblems()).toEqual([]);

      const source = page.locator(".doors").getByRole("link", { name: "Source on GitHub" });
      const address = (await source.getAttribute("href"))!;
      await page.route(address, (route) => route.fulfill({ body: "<title>source</title>", contentType: "text/html" }));
      await hand.press(source);
      await page.waitForURL(address);
      expect(tab.takeProblems()).toEqual([`request to another origin: ${address}`]);
    });
  });
});
