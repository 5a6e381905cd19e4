/** What the page sends: an address, a picture, a film. */
import { readFile } from "node:fs/promises";
import { readFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { BufferSource, EncodedPacketSink, Input, MP4, WEBM, type EncodedPacket } from "mediabunny";
import type { Download, Page } from "playwright-core";
import type {} from "../../../playground/page/api.js";
import { frameTimes } from "../../../playground/page/sharing/filmTiming.js";
import { JAGGED, launchBrowser, type TestBrowser, type TestPage } from "../helpers/browser.js";
import { comparePictures, countDrawn, renderPicture, type Picture } from "../helpers/picture.js";
import { showModel } from "../helpers/playground.js";

const PAGE = "/dist/playground/index.html";
const SIZE = { width: 720, height: 480 };

let browser: TestBrowser;
let tab: TestPage;
/** Most tests use one page, since opening it takes longest. */
let shared: TestPage;

beforeAll(async () => {
  browser = await launchBrowser(JAGGED);
  await openAt("?model=figure");
  shared = tab;
});
afterAll(() => browser.close());
afterEach(async () => {
  if (tab !== shared) {
    await tab.close();
  }
});

/** Opens a fresh page. */
async function openAt(address = "", init = ""): Promise<Page> {
  tab = await browser.open(PAGE + address, SIZE, { reducedMotion: "reduce", deviceScaleFactor: 0.5, init });
  await tab.page.evaluate(() => window.playground.ready);
  return tab.page;
}

/** Shows a model of the page, as if it had just been opened. */
async function open(model = "figure"): Promise<Page> {
  tab = shared;
  return showModel(tab, model);
}

const takePicture = (): Promise<Picture> => renderPicture(tab.page, "window.playground.drawn()");
const messages = (): Promise<string[]> => tab.page.evaluate(() => window.playground.messages.map(({ text }) => text));

async function share(item: string): Promise<void> {
  if (!(await tab.page.isVisible("#share-menu"))) {
    await tab.page.getByRole("button", { name: "Share", exact: true }).click();
  }
  await tab.page.getByRole("button", { name: item }).click();
}

async function download(item: string): Promise<Download> {
  const [saved] = await Promise.all([tab.page.waitForEvent("download"), share(item)]);
  return saved;
}

/** Copies the link, and returns its part behind the path. */
async function copyLink(): Promise<string> {
  await tab.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await share("Copy link");
  await tab.page.locator(".note", { hasText: "The link is copied." }).waitFor();
  await tab.page.keyboard.press("Escape");
  const url = new URL(await tab.page.evaluate(() => navigator.clipboard.readText()));
  return url.search + url.hash;
}

describe("the address", () => {
  it("shows the same picture in a fresh page: model, clip, time, camera, settings", async () => {
    const page = await open();
    await page.locator("#clips .choose").nth(0).click();
    await page.fill("#setting-speed", "0.5");
    await page.locator(".scrub").focus();
    for (let step = 0; step < 9; step++) {
      await page.keyboard.press("ArrowRight");
    }
    const canvas = (await page.locator("#canvas").boundingBox())!;
    await page.mouse.move(canvas.x + 200, canvas.y + 100);
    await page.mouse.down();
    await page.mouse.move(canvas.x + 290, canvas.y + 60, { steps: 5 });
    await page.mouse.up();
    await page.evaluate(async () => {
      for (let frame = 0; frame < 90; frame++) {
        await new Promise(requestAnimationFrame); // until the view comes to rest
      }
    });
    const before = await takePicture();
    const chosen = "idle";
    const address = await copyLink();

    const fresh = await openAt(address);
    expect(await messages()).toEqual([]);
    await fresh.locator("#transport .name", { hasText: chosen }).waitFor({ state: "attached" });
    expect(await fresh.inputValue("#setting-speed")).toBe("0.5");
    const after = await takePicture();
    expect(countDrawn(after)).toBeGreaterThan(250);
    expect(comparePictures(before, after).visible).toBeLessThan(5);
  });

  it("shows the same picture of several clips at once", async () => {
    const page = await open();
    await page.evaluate(() => {
      window.playground.seek("door", 0.9);
      window.playground.seek("walk", 2.8);
    });
    const before = await takePicture();
    const address = await copyLink();
    await openAt(address);
    expect(comparePictures(before, await takePicture()).visible).toBeLessThan(5);
  });

  it("looks through a camera of the model", async () => {
    const page = await open("lights");
    await page.selectOption("#camera-select", "0");
    const before = await takePicture();
    const address = await copyLink();
    const fresh = await openAt(address);
    expect(await fresh.inputValue("#camera-select")).toBe("0");
    expect(comparePictures(before, await takePicture()).visible).toBeLessThan(5);
  });

  it("looks as the view was set", async () => {
    const page = await openAt("?model=door");
    await page.evaluate(() => (document.querySelector<HTMLDetailsElement>(".view-menu")!.open = true));
    await page.selectOption("#view-background", "black");
    await page.getByLabel("Grid").check();
    const address = await copyLink();
    await tab.close();
    expect(address).toContain("&view=background=black;grid&");
    const fresh = await openAt(address);
    expect(await fresh.inputValue("#view-background")).toBe("black");
    expect(await fresh.isChecked(".view-menu label:has-text('Grid') input")).toBe(true);
  });

  it("follows what the user does, so that the page can be loaded again", async () => {
    const page = await openAt("?model=door");
    await page.locator("#clips .choose").nth(2).click();
    const chosen = "close";
    await page.waitForFunction(() => location.hash.includes("clip="));
    await page.reload();
    await page.evaluate(() => window.playground.ready);
    await page.locator("#transport .name", { hasText: chosen }).waitFor({ state: "attached" });
  });

  it.each([
    ["#clip=nobody;t=1", "The address names a clip that the model does not have: nobody."],
    ["#camera=7", "The address names a camera that the model does not have: 7."],
    [
      "#clip=walk;end=1",
      "The address gives settings that the clip walk cannot have: end: use 2.5, which is the start, or more instead of 1.",
    ],
    ["#orbit=1", "The address is wrong at “orbit=1”: an orbit has two angles, a distance > 0 and a point."],
    ["#file=mine.glb&clip=walk", "The address is for the file mine.glb. Open that file to see what it shows."],
  ])("costs only itself where it is wrong: %s", async (hash, message) => {
    const page = await open();
    await page.evaluate((wrong) => (location.hash = wrong), hash);
    await page.waitForFunction(() => window.playground.messages.length > 0);
    expect(await messages()).toEqual([message]);
    expect(await tab.page.evaluate(() => window.playground.clips.length)).toBe(7);
  });

  it("waits for the file that it is about, if that is on the user's computer", async () => {
    const page = await openAt("#file=mine.glb&clip=jump;t=4.5");
    expect(await page.innerText("#stage #awaited")).toBe("Open or drop mine.glb to see what the link shows");
    const buffer = readFileSync(new URL("../../../playground/models/figure.glb", import.meta.url));
    await page.setInputFiles("#file-input", { name: "mine.glb", mimeType: "model/gltf-binary", buffer });
    await page.evaluate(() => window.playground.ready);
    await page.locator("#transport .name", { hasText: "jump" }).waitFor({ state: "attached" });
    expect(await page.isVisible("#awaited")).toBe(false);
    expect(await page.evaluate(() => window.playground.clips.find(({ name }) => name === "jump")!.timestamp)).toBe(4.5);
  });
});

describe("a page that is loaded again", () => {
  const figure = readFileSync(new URL("../../../playground/models/figure.glb", import.meta.url));
  const openMine = async (page: Page): Promise<void> => {
    await page.setInputFiles("#file-input", { name: "mine.glb", mimeType: "model/gltf-binary", buffer: figure });
    await page.evaluate(() => window.playground.ready);
  };
  const names = (): Promise<string[]> => tab.page.evaluate(() => window.playground.clips.map(({ name }) => name));

  it("has the clips of before, also more than an address can hold, once their file is open again", async () => {
    const page = await openAt("?model=door");
    await openMine(page);
    page.on("dialog", (dialog) => void dialog.accept());
    await page.locator("#setting-name").fill("idle".repeat(500));
    await page.locator("#setting-name").press("Enter");
    const before = await names();
    expect(before[0]).toHaveLength(2000);
    await page.waitForFunction(() => (sessionStorage.getItem("state")?.length ?? 0) > 2000 && location.hash.startsWith("#file=mine.glb"));
    await page.reload();
    await page.evaluate(() => window.playground.ready);
    expect(await page.innerText("#stage #awaited")).toBe("Open or drop mine.glb again to go on");
    expect(await messages()).toEqual([
      "The page was loaded again, which closes files: open mine.glb again to go on. Its clips and events are kept, moves of other files are not.",
    ]);
    await page.keyboard.press("f"); // whatever is done meanwhile
    await openMine(page);
    expect(await names()).toEqual(before);
    expect(await page.isVisible("#awaited")).toBe(false);
    expect(await page.innerText(".document-state")).toBe("Unsaved changes");
    tab.takeProblems();
  });
});

/** Decodes a picture or a frame of a film in the page. */
async function decode(media: Uint8Array, type: "image/png" | "video/webm" | "video/mp4", time = 0): Promise<Picture> {
  const { width, height, base64 } = await tab.page.evaluate(
    async ([data, mime, seconds]) => {
      const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
      const url = URL.createObjectURL(new Blob([bytes], { type: mime }));
      let source: HTMLImageElement | HTMLVideoElement;
      if (mime === "image/png") {
        source = new Image();
        source.src = url;
        await source.decode();
      } else {
        const video = document.createElement("video");
        const happens = (event: string): Promise<unknown> =>
          new Promise((resolve) => video.addEventListener(event, resolve, { once: true }));
        video.muted = true;
        video.src = url;
        await happens("loadeddata");
        video.currentTime = seconds;
        await happens("seeked");
        source = video;
      }
      const canvas = document.createElement("canvas");
      canvas.width = "videoWidth" in source ? source.videoWidth : source.width;
      canvas.height = "videoHeight" in source ? source.videoHeight : source.height;
      const context = canvas.getContext("2d", { willReadFrequently: true })!;
      const isDrawn = (): boolean => context.getImageData(0, 0, 1, 1).data[3] === 255;
      for (context.drawImage(source, 0, 0); !isDrawn(); context.drawImage(source, 0, 0)) {
        // a busy browser decodes the frame a little after it has found it
        await new Promise((resolve) => setTimeout(resolve));
      }
      const { data: pixels } = context.getImageData(0, 0, canvas.width, canvas.height);
      let binary = "";
      for (let i = 0; i < pixels.length; i += 0x8000) {
        binary += String.fromCharCode(...pixels.subarray(i, i + 0x8000));
      }
      URL.revokeObjectURL(url);
      return { width: canvas.width, height: canvas.height, base64: btoa(binary) };
    },
    [Buffer.from(media).toString("base64"), type, time] as const,
  );
  return flipped({ width, height, pixels: new Uint8Array(Buffer.from(base64, "base64")) });
}

/** From the lowest row up, as WebGL reads pixels. */
function flipped({ width, height, pixels }: Picture): Picture {
  const rows = Array.from({ length: height }, (_, row) => pixels.subarray((height - 1 - row) * width * 4, (height - row) * width * 4));
  return { width, height, pixels: new Uint8Array(Buffer.concat(rows)) };
}

/** The mean difference of all channels of all pixels, 0..255. */
function meanDifference(a: Picture, b: Picture): number {
  expect([a.width, a.height]).toEqual([b.width, b.height]);
  return a.pixels.reduce((sum, value, i) => sum + Math.abs(value - b.pixels[i]!), 0) / a.pixels.length;
}

const bytesOf = async (saved: Download): Promise<Uint8Array> => new Uint8Array(await readFile(await saved.path()));

describe("the picture", () => {
  it("is what the view shows, named after model, clip and time", async () => {
    const page = await open();
    await page.evaluate(() => window.playground.seek("walk", 2.75));
    const shown = await takePicture();
    const saved = await download("Save picture");
    expect(saved.suggestedFilename()).toBe("figure-walk-2.75.png");
    expect(comparePictures(await decode(await bytesOf(saved), "image/png"), shown)).toEqual({ greatest: 0, visible: 0 });
    expect(tab.takeProblems()).toEqual([]);
  });

  it("has the size that is chosen, without a background if wanted, and leaves the view as it was", async () => {
    const page = await open();
    await page.evaluate(() => window.playground.seek("walk", 2.75));
    const before = await takePicture();
    await page.evaluate(() => {
      document.querySelector<HTMLSelectElement>("#picture-size")!.value = "1280x720";
      document.querySelector<HTMLInputElement>(".picture-options input")!.checked = true;
    });
    const bytes = await bytesOf(await download("Save picture"));
    const { size, corner, middle } = await page.evaluate(async (base64) => {
      const image = new Image();
      image.src = `data:image/png;base64,${base64}`;
      await image.decode();
      const context = new OffscreenCanvas(image.width, image.height).getContext("2d")!;
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, image.width, image.height);
      const opaque = data.filter((value, i) => i % 4 === 3 && value === 255).length;
      return { size: [image.width, image.height], corner: data[3], middle: opaque / (image.width * image.height) };
    }, Buffer.from(bytes).toString("base64"));
    expect([size, corner]).toEqual([[1280, 720], 0]);
    // what is drawn is framed in the new shape
    expect(middle).toBeGreaterThan(0.05);
    expect(middle).toBeLessThan(0.7);
    expect(comparePictures(await takePicture(), before)).toEqual({ greatest: 0, visible: 0 });
    await page.evaluate(() => {
      document.querySelector<HTMLSelectElement>("#picture-size")!.value = "";
      document.querySelector<HTMLInputElement>(".picture-options input")!.checked = false;
    });
  });
});

describe("the embed code", () => {
  it("shows view and playback of the page that is shared, without the editor", async () => {
    const page = await open();
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.evaluate(() => window.playground.seek("walk", 2.75));
    await share("Copy embed code");
    await page.locator("#share-menu .note", { hasText: "The embed code is copied." }).waitFor({ state: "attached" });
    const code = await page.evaluate(() => navigator.clipboard.readText());
    expect(code).toMatch(/^<iframe src="[^"]+embed#[^"]*clip=walk;t=2.75[^"]*" title="figure.glb, walk" width="800" height="450"/);
    const address = /src="([^"]+)"/.exec(code)![1]!.replaceAll("&amp;", "&");
    const embedded = await openAt(address.slice(address.indexOf("?")));
    expect(await embedded.evaluate(() => window.playground.clips.find(({ name }) => name === "walk")!.timestamp)).toBe(2.75);
    for (const selector of [".bar", "#panels", "#time-panels"]) {
      expect(await embedded.isVisible(selector)).toBe(false);
    }
    const { height } = (await embedded.locator("#stage").boundingBox())!;
    expect(height).toBeGreaterThan(0.8 * embedded.viewportSize()!.height);
    expect(await embedded.getByRole("button", { name: "Play", exact: true }).isVisible()).toBe(true);
  });

  it("is not there for a file of the user's computer, which says why", async () => {
    const page = await openAt("");
    const buffer = readFileSync(new URL("../../../playground/models/figure.glb", import.meta.url));
    await page.setInputFiles("#file-input", { name: "mine.glb", mimeType: "model/gltf-binary", buffer });
    await page.evaluate(() => window.playground.ready);
    await share("Copy embed code");
    await page.locator("#share-menu .note", { hasText: "mine.glb is on your computer only." }).waitFor({ state: "attached" });
    tab.takeProblems();
  });
});

describe("the film", () => {
  it("has the pictures of one pass at their times", async () => {
    const page = await open();
    await page.evaluate(() => window.playground.seek("jump", 4.3));
    const saved = await download("Save film");
    expect(saved.suggestedFilename()).toBe("figure-jump.webm");
    expect(await page.evaluate(() => window.playground.clips.find(({ name }) => name === "jump")!.timestamp)).toBe(4.3);
    const film = await bytesOf(saved);
    // 1.5 s at speed 1: 45 frames
    for (const [frame, time] of [0, 500, 733, 1467].map((milliseconds) => [Math.round((milliseconds * 30) / 1000), milliseconds / 1000])) {
      // within the time that the frame is shown
      const filmed = await decode(film, "video/webm", time! + 0.01);
      await page.evaluate((timestamp) => window.playground.seek("jump", timestamp), 4 + time!);
      const shown = await takePicture();
      const there = meanDifference(filmed, shown);
      expect(there).toBeLessThan(3);
      // and not those of a little later
      await page.evaluate((timestamp) => window.playground.seek("jump", timestamp), 4 + ((time! + 0.15) % 1.5));
      expect(meanDifference(filmed, await takePicture())).toBeGreaterThan(there);
      expect(frame).toBeLessThan(45);
    }
  });

  it("is a WebM file that states its codec, size and duration, with every frame at its time, and a key frame in each second", async () => {
    const page = await open();
    await page.evaluate(() => window.playground.seek("jump", 4.3));
    const size = await page.evaluate(() => {
      const { width, height } = document.querySelector("canvas")!;
      return { width, height };
    });
    const input = new Input({ formats: [WEBM], source: new BufferSource(await bytesOf(await download("Save film"))) });
    expect(await input.getMimeType()).toMatch(/^video\/webm; codecs="vp(09|8)/);
    const track = (await input.getPrimaryVideoTrack())!;
    expect({ width: await track.getCodedWidth(), height: await track.getCodedHeight() }).toEqual(size);
    expect(await input.getDurationFromMetadata()).toBeCloseTo(1.5, 6);
    const sink = new EncodedPacketSink(track);
    const packets: EncodedPacket[] = [];
    for await (const packet of sink.packets()) {
      packets.push(packet);
    }
    expect(packets.map(({ timestamp }) => Math.round(timestamp * 1000))).toEqual(frameTimes(1.5));
    expect(packets.filter(({ type }) => type === "key").map(({ timestamp }) => timestamp)).toEqual([0, 1]);
    // by the index of the file
    expect((await sink.getKeyPacket(1.4))!.timestamp).toBe(1);
  });

  it("is an MP4 file of even size where that is chosen, with the same frames at the same times", async () => {
    const page = await open();
    await page.evaluate(() => window.playground.seek("jump", 4.3));
    await page.evaluate(() => (document.querySelector<HTMLSelectElement>("#film-format")!.value = "mp4"));
    const saved = await download("Save film");
    expect(saved.suggestedFilename()).toBe("figure-jump.mp4");
    const input = new Input({ formats: [MP4], source: new BufferSource(await bytesOf(saved)) });
    expect(await input.getMimeType()).toMatch(/^video\/mp4; codecs="avc1/);
    const track = (await input.getPrimaryVideoTrack())!;
    const [width, height] = [await track.getCodedWidth(), await track.getCodedHeight()];
    expect([width % 2, height % 2]).toEqual([0, 0]);
    const times: number[] = [];
    for await (const { timestamp } of new EncodedPacketSink(track).packets()) {
      times.push(Math.round(timestamp * 1000));
    }
    expect(times).toEqual(frameTimes(1.5));
    await page.evaluate(() => (document.querySelector<HTMLSelectElement>("#film-format")!.value = "webm"));
  });

  it("says that this browser cannot encode MP4, where that is so", async () => {
    const page = await openAt(
      "",
      "VideoEncoder.isConfigSupported = async (config) => ({ supported: !config.codec.startsWith('avc'), config });",
    );
    await page.locator("#film-format option[disabled]").waitFor({ state: "attached" });
    expect(await page.textContent("#film-format option[disabled]")).toBe("MP4: this browser cannot encode H.264");
  });

  it("goes on where everything was, and does not move other clips that rest", async () => {
    const page = await open();
    await page.evaluate(() => {
      window.playground.seek("door", 0.5);
      window.playground.seek("walk", 3);
    });
    const before = await takePicture();
    await download("Save film");
    const states = await page.evaluate(() =>
      window.playground.clips.map(({ name, timestamp, isPlaying }) => ({ name, timestamp, isPlaying })),
    );
    expect(states).toEqual(expect.arrayContaining([{ name: "door", timestamp: 0.5, isPlaying: false }]));
    expect(states).toEqual(expect.arrayContaining([{ name: "walk", timestamp: 3, isPlaying: false }]));
    expect(comparePictures(await takePicture(), before)).toEqual({ greatest: 0, visible: 0 });
  });

  it("can be canceled", async () => {
    const page = await open();
    await page.fill("#setting-speed", "0.01");
    await share("Save film");
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Share", exact: true }).click();
    expect(await page.innerText("#share-menu .note")).toBe("Filming was canceled.");
    expect(await messages()).toEqual([]);
  });
});
