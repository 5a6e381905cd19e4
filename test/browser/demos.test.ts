/**
 * The demos as readers open them: nothing steps them, and frames come as the browser makes them, also while files and textures are being loaded.
 * What is wrong in some of the first frames only is seen by opening each often.
 */
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { SNIPPETS } from "../../playground/snippets/list.mjs";
import { frameOf, JAGGED, launchBrowser, type TestBrowser } from "./helpers/browser.js";

const NAMES = Object.keys(SNIPPETS);
const LANDING = "/dist/site/index.html";
/** How often each demo is opened. */
const TIMES = 20;
/** Frames that the browser has made of a demo. */
const FRAMES = 4;
/** Few pixels: without a graphics card, drawing takes most of the time. */
const SMALL = { width: 240, height: 240 };

let browser: TestBrowser;

beforeAll(async () => {
  browser = await launchBrowser(JAGGED);
});
afterAll(() => browser.close());

/** Waits for frames of the demo in a frame of the page, or for its error. @returns the error, which is empty if there is none */
async function errorOf(page: Page, name: string): Promise<string> {
  const shown = await page.waitForFunction(
    ([wanted, count]) => {
      const inside = Array.from(document.querySelectorAll("iframe"), ({ contentWindow }) => contentWindow!).find(
        ({ location }) => location.search === `?name=${wanted}`,
      ) as (Window & typeof globalThis) | undefined;
      const error = inside?.document.querySelector("[role=alert]")?.textContent;
      const hasFrames = inside?.eval(`typeof engine === "object" && engine.frameId >= ${count}`) === true;
      return error || hasFrames ? { error } : null;
    },
    [name, FRAMES] as const,
  );
  const { error } = (await shown.jsonValue())!;
  return error ?? "there is no place for errors";
}

const TABS = ["compiled", "split", "thousands", "controller", "play"];

describe.each(Array.from({ length: TIMES }, (_, i) => i + 1))("opened for the %i. time", () => {
  it("each demo of the list runs", async () => {
    const { page, takeProblems, close } = await browser.open(`/playground/snippets/index.html#${NAMES.at(-1)}`, SMALL);
    const errors: Record<string, string> = {};
    for (const name of NAMES) {
      await page.evaluate((hash) => (location.hash = hash), name);
      errors[name] = await errorOf(page, name);
    }
    expect(errors).toEqual(Object.fromEntries(NAMES.map((name) => [name, ""])));
    expect(takeProblems()).toEqual([]);
    await close();
  });

  it("each demo of the front page runs in its tab", async () => {
    const { page, takeProblems, close } = await browser.open(LANDING, SMALL, { reducedMotion: "reduce" });
    const errors: string[] = [];
    for (const [i, name] of TABS.entries()) {
      await page.getByRole("tab").nth(i).click();
      await page.getByRole("tabpanel").getByRole("link", { name: /^Run: / }).click();
      errors.push(await errorOf(page, name));
    }
    expect(errors).toEqual(TABS.map(() => ""));
    expect(takeProblems()).toEqual([]);
    await close();
  });
});

describe("a demo that fails says so in its panel", () => {
  const FAILING = `const createScene = async () => {
    const scene = new BABYLON.Scene(engine);
    new BABYLON.FreeCamera("camera", BABYLON.Vector3.Zero(), scene);
    scene.onBeforeRenderObservable.add(() => { throw new RangeError("speed must be a number (got NaN)"); });
    return scene;
  };`;
  const REFUSED = `const createScene = async () => { throw new Error("hero.glb is no glTF file"); };`;

  it.each([
    ["in a frame", "**/split.js", FAILING, "This demo has failed: RangeError: speed must be a number (got NaN)"],
    ["while it loads", "**/split.js", REFUSED, "This demo has failed: Error: hero.glb is no glTF file"],
    ["because a script is missing", "**/babylon.js", null, /^This demo has failed: http\S+\/babylon\.js cannot be loaded$/],
  ])("%s", async (_, address, body, expected) => {
    const { page, close } = await browser.open(LANDING, SMALL, { reducedMotion: "reduce" });
    await page.route(address, (route) => (body === null ? route.abort() : route.fulfill({ contentType: "text/javascript", body })));
    await page.getByRole("tab", { name: "One GLB, one long timeline" }).click();
    await page.getByRole("link", { name: "Run: Jump, walk and stand" }).click();
    const frame = await frameOf(page, "run.html?name=split");
    const alert = frame.getByRole("alert").filter({ hasText: /./ });
    await alert.waitFor();
    expect(await alert.innerText()).toEqual(typeof expected === "string" ? expected : expect.stringMatching(expected));
    await close();
  });
});
