/** Moving pictures, as a browser decodes them. */
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { animatedWebp, type Shot } from "../../playground/scripts/webp.mjs";
import { launchBrowser, type TestBrowser } from "./helpers/browser.js";

let browser: TestBrowser;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** Decodes in a page: a hash of the pixels of each frame, and its microseconds. */
const DECODE = `async (pictures) => {
  const bytesOf = (base64) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const frames = [];
  for (const { type, base64 } of pictures) {
    const decoder = new ImageDecoder({ type, data: bytesOf(base64) });
    await decoder.tracks.ready;
    const { frameCount, repetitionCount } = decoder.tracks.selectedTrack;
    for (let frameIndex = 0; frameIndex < frameCount; frameIndex++) {
      const { image } = await decoder.decode({ frameIndex });
      const context = new OffscreenCanvas(image.displayWidth, image.displayHeight).getContext("2d");
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, image.displayWidth, image.displayHeight);
      const hash = new Uint32Array(await crypto.subtle.digest("SHA-256", data))[0];
      frames.push({ hash, duration: image.duration, isEndless: repetitionCount === Infinity });
    }
  }
  return frames;
}`;

interface Frame {
  readonly hash: number;
  readonly duration: number | null;
  readonly isEndless: boolean;
}

it("have every pixel of the shots, each as long as it should be, and repeat endlessly", async () => {
  const { page, takeProblems, close } = await browser.open("/empty.html", { width: 65, height: 43 });
  const shots: Shot[] = [];
  // the second one equals the first; the rectangles that change begin at odd places
  for (const [style, milliseconds] of [
    ["background: #1e90ff", 40],
    ["background: #1e90ff", 60],
    ["background: radial-gradient(red, blue)", 80],
    ["background: radial-gradient(red, blue); border: 7px solid #123456; border-width: 0 0 0 7px", 2000],
  ] as const) {
    await page.evaluate((css) => document.documentElement.setAttribute("style", css), style);
    shots.push({ png: await page.screenshot(), milliseconds });
  }
  const film = await animatedWebp(page, shots);
  const pictures = [
    { type: "image/webp", base64: Buffer.from(film).toString("base64") },
    ...shots.map(({ png }) => ({ type: "image/png", base64: Buffer.from(png).toString("base64") })),
  ];
  const frames = await page.evaluate<Frame[]>(`(${DECODE})(${JSON.stringify(pictures)})`);
  const [first, second, third, ...stills] = frames;
  expect(stills.map(({ hash }) => hash)).toEqual([first!.hash, first!.hash, second!.hash, third!.hash]);
  expect(new Set(stills.map(({ hash }) => hash)).size).toBe(3);
  expect([first, second, third].map((frame) => frame!.duration)).toEqual([100_000, 80_000, 2_000_000]);
  expect(first!.isEndless).toBe(true);
  expect(takeProblems()).toEqual([]);
  await close();
});
