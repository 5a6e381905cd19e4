/**
 * The demos as readers open them: nothing steps them, and frames come as the browser makes them, also while files and textures are being loaded.
 * What is wrong in some of the first frames only is seen by opening each often.
 */
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { SNIPPETS } from "../../playground/snippets/list.mjs";
import { frameOf, JAGGED, launchBrowser, type TestBrowser, type TestPage } from "./helpers/browser.js";

const NAMES = Object.keys(SNIPPETS);
/** The demos of the front page, by their tabs. */
const TABS = ["compiled", "split", "thousands", "controller", "play"];
const LIST = "/playground/snippets/index.html";
const LANDING = "/dist/site/index.html";
/** How often each demo is opened. */
const TIMES = 20;
/** Frames that the browser has made of a demo. */
const FRAMES = 4;
const SMALL = { width: 240, height: 240 };

/** Drawing takes most of the time without a graphics card, and what is drawn has tests of its own. */
const WITHOUT_DRAWING = `for (const name of ["drawArrays", "drawArraysInstanced", "drawElements", "drawElementsInstanced"]) {
  WebGL2RenderingContext.prototype[name] = () => {};
}`;

let browser: TestBrowser;

beforeAll(async () => {
  browser = await launchBrowser(JAGGED);
});
afterAll(() => browser.close());

/** Waits for frames of a demo that a page runs, or for its error. @returns the error, which is empty if there is none */
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
  return (await shown.jsonValue())!.error ?? "there is no place for errors";
}

describe.each([
  { of: "the list", address: LIST, names: NAMES },
  { of: "the front page", address: LANDING, names: TABS },
])("the demos of $of", ({ address, names }) => {
  let tab: TestPage;

  beforeAll(async () => {
    tab = await browser.open(address, SMALL, { reducedMotion: "reduce", init: WITHOUT_DRAWING });
  });
  afterAll(() => tab.close());

  /** As readers do: from the list by a link, on the front page in a tab. */
  async function run(name: string): Promise<void> {
    const { page } = tab;
    if (address === LIST) {
      await page.evaluate((hash) => (location.hash = hash), name);
    } else {
      await page.getByRole("tab").nth(TABS.indexOf(name)).click();
      await page
        .getByRole("tabpanel")
        .getByRole("link", { name: /^Run: / })
        .click();
    }
  }

  it.each(Array.from({ length: TIMES }, (_, i) => i + 1))("all run, opened for the %i. time", async () => {
    await tab.page.reload();
    const errors: Record<string, string> = {};
    for (const name of names) {
      await run(name);
      errors[name] = await errorOf(tab.page, name);
    }
    expect(errors).toEqual(Object.fromEntries(names.map((name) => [name, ""])));
    expect(tab.takeProblems()).toEqual([]);
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
