/** Editor, snippets and documentation of the API lead to each other on the site that `npm run build:site` makes, under any address. */
import { existsSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import type {} from "../../playground/page/api.js";
import { frameOf, launchBrowser, type TestBrowser } from "./helpers/browser.js";

const SITE = "/dist/site";

let browser: TestBrowser;

beforeAll(async () => {
  if (!existsSync(new URL(`../..${SITE}/api`, import.meta.url))) {
    throw new Error(`${SITE}/api is missing: run npm run build:site before`);
  }
  browser = await launchBrowser();
});
afterAll(() => browser.close());

it("leads from the editor to the snippets, to the API and back, and finds everything inside of the folder", async () => {
  const { page, takeProblems, close } = await browser.open(
    `${SITE}/playground/index.html`,
    { width: 1200, height: 800 },
    { reducedMotion: "reduce" },
  );
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.evaluate(() => window.playground.ready);

  await page.getByRole("link", { name: "Snippets" }).click();
  await page.waitForURL(/snippets\/index\.html/);
  await page.getByRole("link", { name: "A clip baked into plain keys" }).click();
  await page.locator("pre", { hasText: "BakeClips" }).waitFor();
  const frame = await frameOf(page, "run.html?name=bake");
  await frame.waitForFunction("typeof scenePromise === 'object' && scenePromise.then((scene) => scene.getFrameId() > 0)");

  await page.getByRole("link", { name: "API" }).click();
  await page.waitForURL(/api\/index\.html/);
  await page.getByRole("heading", { name: "API", level: 1 }).waitFor();
  await page.goto(page.url().replace("index.html", "babylon-gltf-animation/functions/CrossFade.html"));
  await page.getByRole("link", { name: "Editor", exact: true }).first().click();
  await page.waitForURL(/\/dist\/site\/playground\/index\.html/);
  await page.evaluate(() => window.playground.ready);

  expect(asked.filter((path) => !path.startsWith(`${SITE}/`))).toEqual([]);
  expect(takeProblems()).toEqual([]);
  await close();
});
