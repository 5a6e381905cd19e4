/**
 * `npm run snippets` once, for what it builds, then `node site/scripts/film.mjs [snippets|film|readme]`: takes the pictures of the site in site/media:
 * a film of a crowd of 10,000 that repeats without a seam, its first picture, the picture for previews of links, and one of each snippet;
 * and the film as a picture, for README, in docs.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { NodeIO } from "@gltf-transform/core";
import { prune, simplify, weld } from "@gltf-transform/functions";
import { MeshoptSimplifier } from "meshoptimizer";
import { chromium } from "playwright-core";
import { animatedWebp } from "../../playground/scripts/webp.mjs";
import { SNIPPETS } from "../../playground/snippets/list.mjs";
import { CHROMIUM_PATH } from "../../scripts/chromium.mjs";
import { serve } from "../../scripts/serve.mjs";

const MEDIA = fileURLToPath(new URL("../media/", import.meta.url));
const DOCS = fileURLToPath(new URL("../../docs/", import.meta.url));
const ARGUMENTS = [
  "--no-sandbox",
  "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader",
  "--ignore-gpu-blocklist",
  "--disable-gpu-watchdog",
];

const PAGE = `<!doctype html>
<link rel="icon" href="data:," />
<style>body { margin: 0 } canvas { display: block; width: 100vw; height: 100vh }</style>
<canvas></canvas>
<script src="/node_modules/babylonjs/babylon.js"></script>
<script src="/node_modules/babylonjs-loaders/babylonjs.loaders.min.js"></script>
<script src="/dist/umd/babylon-gltf-animation.js"></script>
<script src="/dist/umd/babylon-gltf-animation.crowd.js"></script>
<script type="module" src="/site/scripts/filmScene.mjs"></script>`;

const README_PAGE = `<!doctype html>
<link rel="icon" href="data:," />
<style>body { margin: 0 } video { display: block; width: 100vw; height: 100vh }</style>
<video id="video" muted preload="auto"></video>
<script type="module">video.src = URL.createObjectURL(await (await fetch("/site/media/crowd.webm")).blob()); // can be sought</script>`;

/** How much of the picture each snippet is shown after, in seconds. */
const SECONDS = { "walk-to-run": 0.4, "root-motion": 3.2, lamp: 1.7, door: 0.9, thousands: 4 };

/** @param {unknown} dataUrl */
const bytesOf = (dataUrl) => Buffer.from(String(dataUrl).replace(/^.*,/, ""), "base64");

/** @param {import("playwright-core").Browser} browser @param {string} origin */
async function takeFilm(browser, origin) {
  const page = await browser.newPage({ viewport: { width: 1000, height: 450 } });
  page.on("pageerror", (error) => console.error(error));
  await page.goto(`${origin}/film.html`);
  await page.waitForFunction("globalThis.film !== undefined");
  await writeFile(`${MEDIA}crowd.jpg`, bytesOf(await page.evaluate("film.picture(0)")));
  await page.evaluate("film.begin()");
  while (await page.evaluate("film.addFrame()")) {
    // frame by frame
  }
  await writeFile(`${MEDIA}crowd.webm`, bytesOf(await page.evaluate("film.end()")));
  await page.setViewportSize({ width: 1200, height: 630 });
  await writeFile(`${MEDIA}preview.jpg`, bytesOf(await page.evaluate("film.picture(1)")));
  await page.close();
}

/** The film as a picture, because README has no place for films. @param {import("playwright-core").Browser} browser @param {string} origin */
async function takeReadme(browser, origin) {
  const [width, height, seconds] = [640, 288, 0.112];
  const page = await browser.newPage({ viewport: { width, height } });
  await page.goto(`${origin}/readme.html`);
  await page.waitForFunction("video.readyState >= 2");
  const duration = Number(await page.evaluate("video.duration"));
  const shots = [];
  for (let frame = 0; frame < Math.round(duration / seconds); frame++) {
    await page.evaluate(`new Promise((resolve) => { video.onseeked = resolve; video.currentTime = ${(frame + 0.25) * seconds}; })`);
    shots.push({ png: await page.screenshot(), milliseconds: 1000 * seconds });
  }
  await writeFile(`${DOCS}crowd.webp`, await animatedWebp(page, shots, 0.35));
  await page.close();
}

/** @param {import("playwright-core").Browser} browser @param {string} origin */
async function takeSnippets(browser, origin) {
  const page = await browser.newPage({ viewport: { width: 640, height: 360 } });
  for (const name of Object.keys(SNIPPETS)) {
    const seconds = Object.entries(SECONDS).find(([key]) => key === name)?.[1] ?? 0.6;
    await page.goto(`${origin}/playground/snippets/run.html?name=${name}&still`);
    const picture = await page.evaluate(`scenePromise.then(async (scene) => {
      scene.useConstantAnimationDeltaTime = true;
      await scene.whenReadyAsync();
      const { layerMask } = scene.activeCamera;
      scene.activeCamera.layerMask = 0; // draws nothing meanwhile
      for (let frame = 0; frame < ${Math.round(seconds / 0.016)}; frame++) {
        scene.render();
      }
      scene.activeCamera.layerMask = layerMask;
      scene.render();
      return canvas.toDataURL("image/webp", 0.8);
    })`);
    await writeFile(`${MEDIA}snippets/${name}.webp`, bytesOf(picture));
  }
  await page.close();
}

/** The hero with fewer triangles, for figures that are far away. @param {number} ratio */
async function makeFar(ratio) {
  await MeshoptSimplifier.ready;
  const io = new NodeIO();
  const document = await io.read(fileURLToPath(new URL("../../playground/models/hero.glb", import.meta.url)));
  await document.transform(weld(), simplify({ simplifier: MeshoptSimplifier, ratio, error: 1 }), prune());
  return io.writeBinary(document);
}

await mkdir(`${MEDIA}snippets`, { recursive: true });
const server = await serve({
  files: new Map(
    /** @type {[string, string | Uint8Array][]} */ ([
      ["/film.html", PAGE],
      ["/readme.html", README_PAGE],
      ["/far.glb", await makeFar(0.3)],
      ["/farther.glb", await makeFar(0.05)],
    ]),
  ),
});
const browser = await chromium.launch({ executablePath: CHROMIUM_PATH, args: ARGUMENTS });
try {
  const [what] = process.argv.slice(2);
  for (const [name, take] of Object.entries({ snippets: takeSnippets, film: takeFilm, readme: takeReadme })) {
    if (what === undefined || what === name) {
      await take(browser, server.origin);
    }
  }
} finally {
  await browser.close();
  await server.close();
}
