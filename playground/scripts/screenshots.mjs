/**
 * `npm run build:playground && node playground/scripts/screenshots.mjs [page|saving|tour|crowd]`: takes the pictures in docs/ of the
 * playground, of its ways to save, its moving picture, and that of a crowd, or only one of these, with the installed Chromium. The environment
 * variable CHROMIUM gives its path, by default that of Debian.
 */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { CHROMIUM_PATH } from "../../scripts/chromium.mjs";
import { packGlb, unpackGlb } from "../../scripts/glb.mjs";
import { serve } from "../../scripts/serve.mjs";
import { recordTour } from "./tour.mjs";
import { animatedWebp } from "./webp.mjs";

const folder = fileURLToPath(new URL("../../docs", import.meta.url));
const [what] = process.argv.slice(2);
/** @param {"page" | "saving" | "tour" | "crowd"} name */
const isWanted = (name) => what === undefined || what === name;

const ARGUMENTS = [
  ...["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"],
  "--disable-background-networking",
];

/** Until some heroes of the crowd have stopped. */
const CROWD_FRAMES = 250;
/** The torso of the hero nearest to a place where the crowd is dense, in pixels. */
const HERO = `(({ x, y }) => {
  const viewport = scene.activeCamera.viewport.toGlobal(canvas.width, canvas.height);
  const torsos = scene.meshes.flatMap((mesh) => (mesh.hasThinInstances ? mesh.thinInstanceGetWorldMatrices() : [])).map(({ m }) => {
    const torso = new BABYLON.Vector3(m[12], m[13] + 0.65, m[14]);
    return BABYLON.Vector3.Project(torso, BABYLON.Matrix.IdentityReadOnly, scene.getTransformMatrix(), viewport);
  });
  const distanceOf = (torso) => Math.hypot(torso.x - x, torso.y - y);
  return torsos.reduce((best, torso) => (distanceOf(torso) < distanceOf(best) ? torso : best)).asArray();
})({ x: 450, y: 290 })`;

/** @param {import("playwright-core").Browser} browser @param {string} url @param {"light" | "dark"} colorScheme */
async function take(browser, url, colorScheme) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme, reducedMotion: "reduce" });
  await page.goto(url);
  await page.evaluate(() => window.playground.ready);
  // the same timestamp in every picture; with reduced motion, nothing plays by itself
  await page.evaluate(() => window.playground.seek("walk", 0.2));
  await page.evaluate(() => window.playground.drawn());
  await page.screenshot({ path: join(folder, `playground-${colorScheme}.png`) });
  await page.close();
}

/** @param {import("playwright-core").Browser} browser @param {string} url */
async function takeSaving(browser, url) {
  const page = await browser.newPage({ viewport: { width: 1040, height: 640 }, colorScheme: "light", reducedMotion: "reduce" });
  await page.goto(url);
  await page.evaluate(() => window.playground.ready);
  await page.evaluate(() => window.playground.seek("walk", 0.2));
  await page.getByLabel("More ways to save").click();
  await page.getByRole("button", { name: "Save as baked" }).hover();
  await page.evaluate(() => window.playground.drawn());
  await page.screenshot({ path: join(folder, "saving.png") });
  await page.close();
}

/** @param {import("playwright-core").Browser} browser @param {string} url of the snippet, its time standing still */
async function takeCrowd(browser, url) {
  const page = await browser.newPage({ viewport: { width: 900, height: 420 } });
  await page.goto(url);
  const [x, y] = await page.evaluate(`scenePromise.then(async (scene) => {
    scene.useConstantAnimationDeltaTime = true;
    await scene.whenReadyAsync();
    scene.activeCamera.layerMask = 0; // draws nothing meanwhile
    for (let frame = 0; frame < ${CROWD_FRAMES}; frame++) {
      scene.render();
    }
    scene.activeCamera.layerMask = 0xffffffff;
    scene.render();
    return ${HERO};
  })`);
  await page.mouse.click(x, y);
  const picture = await page.evaluate(`scenePromise.then(async (scene) => {
    await scene.whenReadyAsync();
    scene.render();
    return canvas.toDataURL("image/jpeg", 0.8);
  })`);
  await writeFile(join(folder, "crowd.jpg"), Buffer.from(String(picture).replace(/^.*,/, ""), "base64"));
  await page.close();
}

/** @param {import("playwright-core").Browser} browser @param {string} url */
async function takeTour(browser, url) {
  const shots = await recordTour(browser, url);
  const page = await browser.newPage();
  await writeFile(join(folder, "playground.webp"), await animatedWebp(page, shots));
  await page.close();
}

/** The figure, whose animation nobody has made clips of. */
async function makeUncut() {
  const { json, bin } = unpackGlb(await readFile(new URL("../models/figure.glb", import.meta.url)));
  delete json["extensions"];
  delete json["extensionsUsed"];
  return packGlb(json, bin);
}

const server = await serve({ files: new Map([["/dist/playground/figure.glb", await makeUncut()]]) });
const browser = await chromium.launch({ executablePath: CHROMIUM_PATH, args: ARGUMENTS });
try {
  if (isWanted("page")) {
    await take(browser, `${server.origin}/dist/playground/index.html`, "light");
    await take(browser, `${server.origin}/dist/playground/index.html`, "dark");
  }
  if (isWanted("saving")) {
    await takeSaving(browser, `${server.origin}/dist/playground/index.html`);
  }
  if (isWanted("tour")) {
    await takeTour(browser, `${server.origin}/dist/playground/index.html?model=figure.glb`);
  }
  if (isWanted("crowd")) {
    await takeCrowd(browser, `${server.origin}/playground/snippets/run.html?name=thousands&still`);
  }
} finally {
  await browser.close();
  await server.close();
}
