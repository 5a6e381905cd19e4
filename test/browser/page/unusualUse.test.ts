/** The editor in the hands of somebody who does several things at once, in an unusual order, or with unusual files. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import type { Locator, Page } from "playwright-core";
import type {} from "../../../playground/page/api.js";
import { showModel } from "../helpers/playground.js";
import { frameOf, JAGGED, launchBrowser, resize, type Size, type TestBrowser, type TestPage } from "../helpers/browser.js";

const PAGE = "/dist/playground/index.html";
const WIDE: Size = { width: 1280, height: 800 };

let browser: TestBrowser;
let tab: TestPage;

beforeAll(async () => {
  browser = await launchBrowser(JAGGED);
});
afterAll(() => browser.close());
afterEach(async () => {
  if (tab !== shared) {
    await tab.close();
  }
});

/** Opens a page where nothing plays by itself. */
async function openAt(address = ""): Promise<Page> {
  tab = await browser.open(PAGE + address, WIDE, { reducedMotion: "reduce", deviceScaleFactor: 0.5 });
  await tab.page.evaluate(() => window.playground.ready);
  return tab.page;
}

/** Most tests use one page, since opening it takes longest. */
let shared: TestPage | undefined;

/** Shows the figure, as if the page had just been opened. */
async function open(): Promise<Page> {
  if (!shared) {
    await openAt("?model=figure");
    shared = tab;
  }
  tab = shared;
  await tab.page.setViewportSize(WIDE);
  return showModel(tab, "figure");
}

const names = (): Promise<string[]> =>
  tab.page.evaluate(() => window.playground.clips.flatMap(({ name, kind }) => (kind === "clip" ? [name] : [])));
const speed = (): Promise<string> => tab.page.inputValue("#setting-speed");
const messages = (): Promise<string[]> => tab.page.evaluate(() => window.playground.messages.map(({ text }) => text));

async function hold(handle: Locator): Promise<{ readonly x: number; readonly y: number }> {
  const box = (await handle.boundingBox())!;
  const place = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await tab.page.mouse.move(place.x, place.y);
  await tab.page.mouse.down();
  return place;
}

/** Opens a file of the user's computer. */
async function openFile(name: string, json: object): Promise<void> {
  const buffer = Buffer.from(JSON.stringify({ asset: { version: "2.0" }, ...json }));
  await tab.page.setInputFiles("#file-input", { name, mimeType: "model/gltf+json", buffer });
  await tab.page.locator(".document-name", { hasText: name }).waitFor();
  await tab.page.evaluate(() => window.playground.ready);
}

/** A file whose animation moves a node: keys with a time and an x. */
function movingNode(...keys: readonly (readonly [time: number, x: number])[]): Record<string, unknown> {
  const times = keys.map(([time]) => time);
  const data = Float32Array.from([...times, ...keys.flatMap(([, x]) => [x, 0, 0])]);
  const uri = `data:application/octet-stream;base64,${Buffer.from(data.buffer).toString("base64")}`;
  const bytes = 4 * keys.length;
  return {
    buffers: [{ byteLength: data.byteLength, uri }],
    bufferViews: [
      { buffer: 0, byteLength: bytes },
      { buffer: 0, byteOffset: bytes, byteLength: 3 * bytes },
    ],
    accessors: [
      { bufferView: 0, componentType: 5126, count: keys.length, type: "SCALAR", min: [Math.min(...times)], max: [Math.max(...times)] },
      { bufferView: 1, componentType: 5126, count: keys.length, type: "VEC3" },
    ],
    scenes: [{ nodes: [0] }],
    scene: 0,
    nodes: [{ name: "ball" }],
    animations: [
      { name: "roll", samplers: [{ input: 0, output: 1 }], channels: [{ sampler: 0, target: { node: 0, path: "translation" } }] },
    ],
  };
}

function withClips(json: object, clips: readonly object[]): object {
  return { ...json, extensionsUsed: ["KHR_animation_clip"], extensions: { KHR_animation_clip: { clips } } };
}

describe("an address", () => {
  it("has the changed settings of a clip that was deleted and brought back", async () => {
    const page = await open();
    await page.evaluate(() => window.playground.seek("walk", 3));
    await page.fill("#setting-speed", "2");
    await page.locator("#clips .chosen .choose").focus();
    await page.keyboard.press("Delete");
    expect(await names()).not.toContain("walk");
    await page.keyboard.press("Control+z");
    await page.waitForFunction(() => location.hash.includes("clip=walk;speed=2"));
  });

  it("that takes the place of another one in the same tab shows all that it says, and nothing of the other one", async () => {
    const page = await openAt("?model=lights#camera=0&view=grid;background=black");
    expect(await page.inputValue("#camera-select")).toBe("0");
    await page.evaluate(() => (location.hash = "#orbit=1,1,5,0,0,0"));
    await page.waitForFunction(() => document.querySelector<HTMLSelectElement>("#camera-select")!.value === "-1");
    // the address follows what is shown
    await page.keyboard.press("End");
    await page.waitForFunction(() => location.hash.startsWith("#orbit=1,1,5,0,0,0&clip="));
  });

  it("that takes the place of another one gives a clip the settings and weight that it says, or else those of the file", async () => {
    const page = await openAt("?model=figure#clip=walk;speed=2;weight=0.5");
    const isMixed = page.getByLabel("Mix by weight");
    expect([await speed(), await isMixed.isChecked()]).toEqual(["2", true]);
    await page.evaluate(() => (location.hash = "#clip=walk;t=3"));
    await page.waitForFunction(() => window.playground.clips.some(({ name, timestamp }) => name === "walk" && timestamp === 3));
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>("#setting-speed")!.value === "1.25");
    expect(await isMixed.isChecked()).toBe(false);
    expect(await page.locator(".document-state").textContent()).toBe("");
  });
});

describe("while something is dragged", () => {
  it("the delete key deletes nothing, and the drag changes the clip that it began with", async () => {
    const page = await open();
    await page.evaluate(() => window.playground.seek("walk", 3));
    const before = await names();
    const { x, y } = await hold(page.locator(".handle.end").first());
    await page.mouse.move(x + 40, y);
    await page.keyboard.press("Delete");
    await page.mouse.move(x + 80, y);
    await page.mouse.up();
    expect(await names()).toEqual(before);
    const ends = await page.evaluate(() => ["walk", "walk backwards"].map((name) => window.playground.plotData(name).settings.end));
    expect(ends[0]).toBeGreaterThan(3.5);
    expect(ends[1]).toBe(3.5);
    await page.keyboard.press("Delete");
    expect(await names()).not.toContain("walk");
  });

  it("a clip goes to the end of a list that is longer than what is seen of it", async () => {
    const page = await open();
    const clips = Array.from({ length: 25 }, (_, i) => ({ name: `clip ${i}`, animations: [0] }));
    await openFile("clips.gltf", withClips(movingNode([0, 0], [1, 1]), clips));
    const { x } = await hold(page.locator("#clips .grip").first());
    const list = page.locator("#clips .list");
    expect(await list.evaluate((each) => each.scrollHeight - each.clientHeight)).toBeGreaterThan(50);
    const { y, height } = (await list.boundingBox())!;
    for (let i = 0; await list.evaluate((each) => each.scrollTop + each.clientHeight < each.scrollHeight - 1); i++) {
      await page.mouse.move(x + (i % 2), y + height - 4);
    }
    await page.mouse.up();
    const after = await names();
    expect([after.length, after.indexOf("clip 0")]).toEqual([25, 24]);
    expect(await page.locator(".drop-line").count()).toBe(0);
  });
});

describe("a film", () => {
  it("is canceled when another model is shown", async () => {
    const page = await open();
    await openFile("long.gltf", movingNode([0, 0], [500, 1]));
    await page.getByRole("button", { name: "Share", exact: true }).click();
    await page.getByRole("button", { name: /^Save film/ }).click();
    await page.locator("dialog.film[open]").waitFor();
    let downloads = 0;
    page.on("download", () => downloads++);
    await openFile("other.gltf", movingNode([0, 0], [1, 1]));
    await page.locator("dialog.film").waitFor({ state: "detached" });
    await page.locator(".share-menu .note", { hasText: "Filming was canceled." }).waitFor({ state: "attached" });
    expect([downloads, await messages(), tab.takeProblems()]).toEqual([0, [], []]);
  });
});

describe("the bar at the top", () => {
  it("has nothing that covers something else, for long names in windows of different widths", async () => {
    const page = await open();
    const cameras = [{ type: "perspective", name: "a camera with a long name", perspective: { yfov: 1, znear: 1 } }];
    const name = `${"long".repeat(20)}.gltf`;
    await openFile(name, { cameras, scene: 0, scenes: [{ nodes: [0] }], nodes: [{ camera: 0 }] });
    for (const width of [1280, 1000, 870]) {
      await resize(page, { width, height: 600 });
      const boxes = await page.locator(".bar > *:visible, .bar select:visible").evaluateAll((parts) =>
        parts
          .filter((part) => !part.matches("input, .field-inline"))
          .map((part) => part.getBoundingClientRect())
          .map(({ left, right }) => [Math.round(left), Math.round(right)] as const)
          .sort(([a], [b]) => a - b),
      );
      expect(boxes).toHaveLength(6);
      boxes.slice(1).forEach(([left], i) => expect([width, left]).toEqual([width, Math.max(left, boxes[i]![1])]));
      boxes.forEach(([left, right]) => expect([width, right - left > 40]).toEqual([width, true]));
    }
  });
});

describe("unusual files", () => {
  it("have a short name, also if their address is their content", async () => {
    const page = await openAt(`?model=${encodeURIComponent('data:model/gltf+json,{"asset":{"version":"2.0"},"extras":"a/b"}')}`);
    expect(await page.locator(".document-name").textContent()).toBe("model");
  });

  it("cause no messages if they have nothing at all", async () => {
    await open();
    await openFile("nothing.gltf", {});
    expect([await messages(), tab.takeProblems()]).toEqual([[], []]);
  });

  it("say where the time is before the first key", async () => {
    const page = await open();
    await openFile("late.gltf", movingNode([1, 0], [2, 1]));
    await page.getByRole("tab", { name: "Curve" }).click();
    await page.locator(".readout .where", { hasText: "before key 1" }).waitFor();
    await page.keyboard.press("End");
    await page.locator(".readout .where", { hasText: "key 2 of 2" }).waitFor();
  });

  it("show all keys around a clip without length", async () => {
    const page = await open();
    const clips = [{ name: "pose", animations: [0], start: 1, end: 1 }];
    await openFile("pose.gltf", withClips(movingNode([0, 0], [1, 1], [2, 0]), clips));
    await page.getByRole("tab", { name: "Curve" }).click();
    await page.waitForFunction(() => {
      const [plot, playhead] = [".u-over", ".playhead"].map((part) => document.querySelector(`#curve ${part}`)?.getBoundingClientRect());
      return plot && playhead && Math.abs((playhead.x - plot.x) / plot.width - 0.5) < 0.05;
    });
  });
});

describe("the list of snippets", () => {
  const run = (): string => new URL(tab.page.frames()[1]!.url()).search;
  const openList = async (): Promise<Page> => {
    tab = await browser.open("/playground/snippets/index.html", WIDE, { deviceScaleFactor: 0.5 });
    return tab.page;
  };
  const isShown = (title: string): Promise<void> => tab.page.locator("h2", { hasText: title }).waitFor();

  it("goes back by one snippet with each step back of the browser", async () => {
    const page = await openList();
    for (const [name, title] of [
      ["split", "Splitting"],
      ["door", "A door"],
    ] as const) {
      const loaded = frameOf(page, `run.html?name=${name}`);
      await page.locator(`nav a[href="#${name}"]`).click();
      await Promise.all([loaded, isShown(title)]);
    }
    const loaded = page.waitForEvent("framenavigated", (frame) => frame.url().endsWith("?name=split"));
    await page.evaluate(() => history.back());
    await Promise.all([loaded, isShown("Splitting")]);
    expect([await page.evaluate(() => location.hash), run()]).toEqual(["#split", "?name=split"]);
  });

  it("scrolls to the chosen one where it is a bar that is wider than the page", async () => {
    const page = await openList();
    await resize(page, { width: 390, height: 844 });
    const last = await page.locator("nav a").last().getAttribute("href");
    for (const hash of [last!, "#play"]) {
      await page.evaluate((chosen) => (location.hash = chosen), hash);
      const link = page.locator(`nav a[href="${hash}"][aria-current]`);
      await link.waitFor();
      const { x, width } = (await link.boundingBox())!;
      expect([hash, x >= 0, x + width <= 390]).toEqual([hash, true, true]);
    }
  });

  it("shows the source of the snippet that was chosen last, also if that of another one arrives later", async () => {
    const page = await openList();
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const late = page.waitForRequest((request) => request.url().endsWith("/crowd.js") && request.resourceType() === "fetch");
    await page.route("**/crowd.js", async (route) => {
      if (route.request().resourceType() === "fetch") {
        await held;
      }
      await route.continue().catch(() => undefined); // the frame may be gone
    });
    await page.locator('nav a[href="#crowd"]').click();
    await page.locator('nav a[href="#door"]').click();
    await isShown("A door");
    release();
    await (await (await late).response())!.finished();
    // what follows the response in the page is done
    await page.evaluate(async () => {
      await (await fetch("door.js")).text();
    });
    expect([await page.locator("h2").textContent(), run()]).toEqual(["A door that swings back and forth", "?name=door"]);
  });
});
