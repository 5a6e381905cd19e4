/** The page's list of channels, their curves and keys, and the messages about the file. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { packGlb, unpackGlb, type Json } from "../../../scripts/glb.mjs";
import type {} from "../../../playground/page/api.js";
import { addTimes, AssetBuilder } from "../../helpers/gltfAsset.js";
import { JAGGED, launchBrowser, type TestBrowser, type TestPage } from "../helpers/browser.js";
import { discardChanges } from "../helpers/playground.js";

const PAGE = "/dist/playground/index.html";
const figure = unpackGlb(readFileSync(new URL("../../../playground/models/figure.glb", import.meta.url)));

let browser: TestBrowser;
let tab: TestPage;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser(JAGGED);
  tab = await browser.open(PAGE, { width: 1280, height: 900 }, { reducedMotion: "reduce" });
  page = tab.page;
  await page.evaluate(() => window.playground.ready);
});
afterAll(() => browser.close());

/** Opens a file as a user does. */
async function open(name: string, bytes: Uint8Array): Promise<void> {
  await page.setInputFiles("#file-input", { name, mimeType: "model/gltf-binary", buffer: Buffer.from(bytes) });
  await page.evaluate(() => window.playground.ready);
  await page.evaluate(() => window.playground.drawn());
}

const tabOf = (name: string): ReturnType<Page["getByRole"]> => page.getByRole("tab", { name, exact: true });
const rows = (): ReturnType<Page["locator"]> => page.locator("#channels .channel");
const timestamp = (name: string): Promise<number> =>
  page.evaluate((wanted) => window.playground.clips.find((clip) => clip.name === wanted)!.timestamp, name);

/** The columns of a canvas, in parts of its width, where a color is drawn in a part of its height. */
async function columnsDrawn(selector: string, color: string, fromTop: number, toTop: number): Promise<number[]> {
  await page.locator(selector).waitFor(); // plots are made when there is room for them
  return page.evaluate(
    ([where, name, from, to]) => {
      const canvas = document.querySelector<HTMLCanvasElement>(where)!;
      const probe = document.createElement("canvas").getContext("2d")!;
      probe.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(name);
      probe.fillRect(0, 0, 1, 1);
      const [r, g, b] = probe.getImageData(0, 0, 1, 1).data as unknown as [number, number, number];
      const { width, height } = canvas;
      const { data } = canvas.getContext("2d")!.getImageData(0, 0, width, height);
      const found = new Set<number>();
      for (let y = Math.floor(height * from); y < height * to; y++) {
        for (let x = 0; x < width; x++) {
          const at = 4 * (y * width + x);
          const difference = Math.abs(data[at]! - r) + Math.abs(data[at + 1]! - g) + Math.abs(data[at + 2]! - b);
          if (data[at + 3]! > 200 && difference < 60) {
            found.add(x);
          }
        }
      }
      return [...found].sort((a, b) => a - b).map((x) => x / width);
    },
    [selector, color, fromTop, toTop] as const,
  );
}

/** A node that moves up and down in a wave of 90,000 keys, of which one is far off. */
function createPop(): Uint8Array {
  const builder = new AssetBuilder();
  const count = 90_000;
  const input = addTimes(
    builder.add,
    Array.from({ length: count }, (_, i) => i / 100),
  );
  const values = Float32Array.from({ length: 3 * count }, (_, i) => (i % 3 === 1 ? Math.sin(i / 3000) : 0));
  values[3 * 60_000 + 1] = 50;
  const output = builder.add("VEC3", values);
  const { json, bin } = builder.build({
    nodes: [{ name: "wave" }],
    animations: [{ name: "long", samplers: [{ input, output }], channels: [{ sampler: 0, target: { node: 0, path: "translation" } }] }],
  });
  return packGlb(json, bin);
}

describe("the curve of a channel", () => {
  it("shows one key that is far off among 90,000, where it is", async () => {
    await open("pop.glb", createPop());
    await tabOf("Curve").click();
    expect(await page.innerText("#curve .curve-title")).toBe("wave · translation");
    expect(await page.innerText("#curve .facts-line")).toBe("90,000 keys · LINEAR · 0–899.99 s");
    const canvas = "#curve canvas";
    // all other keys are in the lowest part of the plot
    const drawn = await columnsDrawn(canvas, "--y", 0.25, 0.75);
    expect(drawn.length).toBeGreaterThan(0);
    const plot = (await page.locator(canvas).boundingBox())!;
    const area = (await page.locator("#curve .u-over").boundingBox())!;
    // 4 % are free on each side
    const expected = (area.x - plot.x + (area.width * (600 / 899.99 + 0.04)) / 1.08) / plot.width;
    drawn.forEach((share) => expect(Math.abs(share - expected) * plot.width).toBeLessThan(3));
  });

  it("is zoomed by the wheel and by keys, and panned by dragging", async () => {
    const area = (await page.locator("#curve .u-over").boundingBox())!;
    const at = { x: area.x + (area.width * (600 / 899.99 + 0.04)) / 1.08, y: area.y + area.height / 2 };
    await page.mouse.move(at.x, at.y);
    await page.mouse.wheel(0, -2500);
    const plot = (await page.locator("#curve canvas").boundingBox())!;
    const [found] = await columnsDrawn("#curve canvas", "--y", 0.25, 0.75);
    await page.mouse.move(plot.x + found! * plot.width, at.y);
    await page.mouse.wheel(0, -2000);
    // the values at the pointer are read above the plot
    const shown = await page.innerText("#curve .readout");
    expect(Number(/^([\d.]+) s/.exec(shown)![1])).toBeCloseTo(600, 0);
    const zoomed = await columnsDrawn("#curve canvas", "--y", 0.25, 0.75);
    expect(zoomed.length).toBeGreaterThan(20);
    await page.mouse.down();
    await page.mouse.move(plot.x + found! * plot.width - 100, at.y, { steps: 4 });
    await page.mouse.up();
    const panned = await columnsDrawn("#curve canvas", "--y", 0.25, 0.75);
    const moved = (zoomed[0]! - panned[0]!) * plot.width;
    expect(Math.abs(moved - 100)).toBeLessThan(4);
    await page.locator("#curve .time-plot").focus();
    await page.keyboard.press("0");
    expect((await columnsDrawn("#curve canvas", "--y", 0.25, 0.75)).length).toBeLessThan(6);
  });

  it("steps from key to key by keys and buttons, and gives the values there, a rotation also in degrees", async () => {
    await page.selectOption("#model-select", "figure");
    await page.evaluate(() => window.playground.ready);
    await page.fill("#channels input", "rotation THIGH left");
    expect(await page.innerText("#channels-count")).toBe("3 of 12");
    expect(await page.innerText("#curve .curve-title")).toBe("left thigh · rotation");
    await page.locator("#channels .choose").first().click();
    await page.keyboard.press("Home");
    await page.keyboard.press(".");
    const { accessors, animations } = figure.json;
    const channel = animations[0].channels.findIndex(
      ({ target }: Json) => figure.json["nodes"][target.node].name === "left thigh" && target.path === "rotation",
    );
    const { input, output } = animations[0].samplers[animations[0].channels[channel].sampler];
    const read = (index: number): Float32Array => {
      const { bufferView, byteOffset = 0, count, type } = accessors[index];
      const view = figure.json["bufferViews"][bufferView];
      const begin = (view.byteOffset ?? 0) + byteOffset;
      return new Float32Array(Uint8Array.from(figure.bin.subarray(begin, begin + 4 * count * (type === "VEC4" ? 4 : 1))).buffer);
    };
    const times = read(input);
    const key = times.findIndex((time) => time > 2.5 + 1e-6);
    expect(await timestamp("walk")).toBeCloseTo(times[key]!, 6);
    const quaternion = read(output).slice(4 * key, 4 * key + 4);
    const readout = (await page.innerText("#curve .readout")).replaceAll("−", "-");
    const numbers = [...readout.matchAll(/[xyzw] (-?[\d.]+)/g)].map((match) => Number(match[1]));
    quaternion.forEach((component, i) => expect(numbers[i]).toBeCloseTo(component, 3));
    // about x alone
    expect(numbers[4]).toBeCloseTo((2 * Math.atan2(quaternion[0]!, quaternion[3]!) * 180) / Math.PI, 0);
    expect(readout).toContain(`key ${key + 1} of ${times.length}`);
    await page.getByRole("button", { name: "Previous key (,)" }).click();
    expect(await timestamp("walk")).toBeCloseTo(2.5, 9);
  });

  it("is not one of a channel that the filter has not found", async () => {
    await page.fill("#channels input", "no such thing");
    expect(await page.innerText("#channels .empty")).toBe("No channel matches “no such thing”.");
    expect(await page.isVisible("#curve canvas")).toBe(false);
    expect(await page.innerText("#channels-count")).toBe("0 of 12");
    await page.fill("#channels input", "");
    expect(await rows().count()).toBeGreaterThan(5);
    expect(await page.isVisible("#curve canvas")).toBe(true);
  });
});

/** Two nodes at 30 frames per second: one turns smoothly but for one frame, one moves along and does not come back. */
function createFlawed(): Uint8Array {
  const builder = new AssetBuilder();
  const input = addTimes(
    builder.add,
    Array.from({ length: 91 }, (_, i) => i / 30),
  );
  const turned = (i: number): number => 0.4 * Math.sin((2 * Math.PI * i) / 90) + (i === 45 ? 0.3 : 0);
  const rotations = Float32Array.from({ length: 4 * 91 }, (_, i) => [0, 0, Math.sin(turned(i >> 2)), Math.cos(turned(i >> 2))][i & 3]!);
  const positions = Float32Array.from({ length: 3 * 91 }, (_, i) => (i % 3 === 0 ? (i / 270) ** 2 : 7e-12 * (i % 7)));
  const samplers = [
    { input, output: builder.add("VEC4", rotations) },
    { input, output: builder.add("VEC3", positions) },
  ];
  const { json, bin } = builder.build({
    nodes: [{ name: "arm" }, { name: "cart" }],
    animations: [
      {
        name: "flawed",
        samplers,
        channels: [
          { sampler: 0, target: { node: 0, path: "rotation" } },
          { sampler: 1, target: { node: 1, path: "translation" } },
        ],
      },
    ],
  });
  return packGlb(json, bin);
}

describe("jumps and bad loop seams", () => {
  const list = (): ReturnType<Page["locator"]> => page.locator("#flaws");

  it("are listed, and stepped through: the channel is selected, and the clip seeks", async () => {
    await open("flawed.glb", createFlawed());
    await tabOf("Curve").click();
    await page.locator("#flaws option", { hasText: "1 jump, 1 bad loop seam" }).waitFor({ state: "attached" });
    await page.getByRole("button", { name: "Next jump or seam" }).click();
    expect([await page.innerText("#curve .curve-title"), await timestamp("flawed")]).toEqual(["arm · rotation", expect.closeTo(1.5, 5)]);
    expect(await list().evaluate((select: HTMLSelectElement) => select.selectedOptions[0]!.text)).toBe("1.500 s · jump · arm · rotation");
    await page.getByRole("button", { name: "Next jump or seam" }).click();
    expect([await page.innerText("#curve .curve-title"), await timestamp("flawed")]).toEqual(["cart · translation", expect.closeTo(3, 5)]);
    await page.getByRole("button", { name: "Next jump or seam" }).click();
    expect(await page.innerText("#curve .curve-title")).toBe("arm · rotation");
    await page.getByRole("button", { name: "Previous jump or seam" }).click();
    expect(await page.innerText("#curve .curve-title")).toBe("cart · translation");
  });

  it("are marked in the plot, where they are", async () => {
    await list().selectOption({ index: 1 });
    await page.evaluate(() => window.playground.drawn());
    const drawn = await columnsDrawn("#curve canvas", "--error", 0.5, 0.9);
    const plot = (await page.locator("#curve canvas").boundingBox())!;
    const area = (await page.locator("#curve .u-over").boundingBox())!;
    expect(drawn.length).toBeGreaterThan(0);
    const middle = (area.x + area.width / 2 - plot.x) / plot.width;
    drawn.forEach((share) => expect(Math.abs(share - middle) * plot.width).toBeLessThan(3));
  });

  it("are none beside numbers that are errors of rounding, which are shown as 0", async () => {
    await list().selectOption({ index: 2 });
    await page.evaluate(() => window.playground.drawn());
    expect(await page.innerText("#curve .readout")).toMatch(/x 1\s*y 0\s*z 0/);
  });

  it("are none of a clip that plays once, nor of one that goes back and forth", async () => {
    await page.getByRole("button", { name: "New clip", exact: true }).first().click();
    await page.keyboard.press("Escape");
    await page.getByLabel("Reverse (ping-pong)").check();
    await page.locator("#flaws option", { hasText: /^1 jump$/ }).waitFor({ state: "attached" });
    await page.getByLabel("Reverse (ping-pong)").uncheck();
    await page.locator("#flaws option", { hasText: "1 jump, 1 bad loop seam" }).waitFor({ state: "attached" });
    await page.fill("#setting-repetitions", "1");
    await page.locator("#flaws option", { hasText: /^1 jump$/ }).waitFor({ state: "attached" });
    await page.fill("#setting-end", "1.4");
    await page.getByText("No jumps or bad loop seams in this clip.").waitFor();
  });
});

describe("the sheet of keys", () => {
  it("has a row for each channel of the clip, of which only the visible ones are in the document", async () => {
    await page.selectOption("#model-select", "figure");
    await discardChanges(page);
    await page.evaluate(() => window.playground.ready);
    await tabOf("Keys").click();
    const names = page.locator("#dope .name");
    expect(await names.first().innerText()).toBe("hips · translation");
    expect(await page.locator("#dope [role=listitem]").first().getAttribute("aria-setsize")).toBe("12");
    await names.nth(2).click();
    await tabOf("Curve").click();
    expect(await page.innerText("#curve .curve-title")).toBe("left shin · rotation");
  });

  it("seeks where it is clicked", async () => {
    await tabOf("Keys").click();
    const area = (await page.locator("#dope .u-over").boundingBox())!;
    const row = (await page.locator("#dope canvas").nth(3).boundingBox())!;
    await page.mouse.click(area.x + area.width / 2, row.y + row.height / 2);
    expect(await timestamp("walk")).toBeCloseTo(3, 1);
  });
});

/** The figure with channels that do not play, each for another reason. */
function createLeftOut(): Uint8Array {
  const json = structuredClone(figure.json);
  const { channels } = json["animations"][0];
  const add = (target: Json): number => channels.push({ sampler: channels[1].sampler, target }) - 1;
  const pointed = (pointer: unknown): Json => ({ path: "pointer", extensions: { KHR_animation_pointer: { pointer } } });
  add(pointed("/materials/99/alphaCutoff"));
  add(pointed("/nodes/0/name"));
  add(pointed(5));
  add({ path: "rotation" });
  add(pointed(`/nodes/${channels[1].target.node}/rotation`));
  json["nodes"].push({ name: "outside" });
  add({ node: json["nodes"].length - 1, path: "rotation" });
  json["extensionsUsed"].push("KHR_animation_pointer");
  return packGlb(json, figure.bin);
}

describe("channels that are left out", () => {
  it("are listed with their reason, which leads to the message, and the message back to the channel", async () => {
    await open("left-out.glb", createLeftOut());
    await page.getByRole("button", { name: /^Left out/ }).click();
    const count = await rows().count();
    expect(count).toBeGreaterThanOrEqual(5);
    for (let i = 0; i < count; i++) {
      const row = rows().nth(i);
      const pointer = (await row.locator(".choose").getAttribute("title"))!.split("\n")[1]!;
      expect((await row.locator(".lands").innerText()).length).toBeGreaterThan(10);
      await row.getByRole("button", { name: /^Show the message/ }).click();
      const message = page.locator("#messages .message:focus");
      expect(await message.locator(".place").innerText()).toContain(pointer);
      await message.locator(".place").click();
      expect(await page.evaluate(() => document.activeElement!.getAttribute("title"))).toContain(pointer);
      expect(await page.evaluate(() => document.activeElement!.closest(".channel")!.classList.contains("left-out"))).toBe(true);
    }
  });

  it("say that their extension is not listed, where that is so", async () => {
    const json = structuredClone(figure.json);
    const { channels } = json["animations"][0];
    channels[0].target = { path: "pointer", extensions: { KHR_animation_pointer: { pointer: "/nodes/0/translation" } } };
    await open("unlisted.glb", packGlb(json, figure.bin));
    await page.getByRole("button", { name: /^Left out/ }).click();
    expect(await rows().locator(".lands").allInnerTexts()).toEqual(["KHR_animation_pointer is not listed in extensionsUsed"]);
    await page.getByRole("button", { name: /^Show the message/ }).click();
    expect(await page.innerText("#messages .message:focus")).toContain("List KHR_animation_pointer");
  });
});

describe("the messages", () => {
  it("are folded where they are long, counted by level, and filtered", async () => {
    const json = structuredClone(figure.json);
    json["extensions"].KHR_animation_clip.clips.push({ name: "x".repeat(20), animations: [0], start: "y".repeat(500) });
    json["extensions"].KHR_animation_clip.clips.push({ name: "late", animations: [0], start: 50, end: 60 });
    json["animations"][0].channels[0].target = {
      path: "pointer",
      extensions: { KHR_animation_pointer: { pointer: `/${"z".repeat(600)}` } },
    };
    json["extensionsUsed"].push("KHR_animation_pointer");
    await open("messages.glb", packGlb(json, figure.bin));
    const long = page.locator("#messages .message", { hasText: "zzz" }).first();
    const folded = (await long.boundingBox())!.height;
    await long.getByRole("button", { name: "Show all" }).click();
    expect((await long.boundingBox())!.height).toBeGreaterThan(folded);
    const chip = page.getByRole("button", { name: /^Warnings?/ });
    const shown = Number(/\d+/.exec(await chip.innerText())![0]);
    expect(await page.locator("#messages .message.warning").count()).toBe(shown);
    await chip.click();
    expect(await page.locator("#messages .message.warning").count()).toBe(0);
    await chip.click();
    const late = page.locator("#messages .message", { hasText: "after the last key" }).first();
    await late.locator(".place").click();
    expect(await page.locator("#clips .clip.chosen .title").innerText()).toBe("late");
  });

  it("have the report of the Khronos validator in them, which knows what this package adds", async () => {
    const json = structuredClone(figure.json);
    json["accessors"][0].max = json["accessors"][0].max?.map((value: number) => value + 1) ?? [9];
    json["nodes"][0].rotation = [0, 0, 0, 0.5];
    await open("invalid.glb", packGlb(json, figure.bin));
    const codes = (): Promise<string[]> => page.locator("#messages .code").allInnerTexts();
    expect(await codes()).not.toContain("ROTATION_NON_UNIT");
    await page.evaluate(() => (document.querySelector<HTMLDetailsElement>("#messages-panel")!.open = true));
    await page.getByRole("button", { name: "Validate" }).click();
    await page.getByText("Checked with the Khronos validator.").waitFor();
    expect(await codes()).toContain("ROTATION_NON_UNIT");
    expect((await page.innerText("#messages")).includes("UNSUPPORTED_EXTENSION")).toBe(false);
    expect(tab.takeProblems().filter((problem) => problem.startsWith("request"))).toEqual([]);
  });
});
