/** The ways into the package as they are built: ES modules, and a script. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { launchBrowser, type TestBrowser, type TestPage } from "./helpers/browser.js";
import { comparePictures, countDrawn, renderPicture, type Picture } from "./helpers/picture.js";

let browser: TestBrowser;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(() => browser.close());

const pictures = new Map<string, Picture>();

describe.each(["esm", "umd"])("%s", (entry) => {
  let opened: TestPage;

  beforeAll(async () => {
    opened = await browser.open(`/test/browser/pages/${entry}.html`, { width: 128, height: 128 });
  });

  afterEach(() => expect(opened.takeProblems()).toEqual([]));

  it.each([
    { model: "figure", clip: "walk", one: 2.5, other: 2.75, what: "nodes" },
    { model: "snippets-walker", clip: "run", one: 0.1, other: 0.4, what: "a skin" },
    { model: "snippets-lamp", clip: "swell", one: 0, other: 1.5, what: "pointers" },
  ])("one picture for one timestamp, and another for another one: $what", async ({ model, clip, one, other }) => {
    const { page } = opened;
    const at = (timestamp: number): Promise<Picture> => renderPicture(page, `stage.seek("${clip}", ${timestamp})`);
    await page.evaluate(`stage.load("/playground/models/${model}.glb")`);
    const first = await at(one);
    const second = await at(other);
    const again = await at(one);
    expect(countDrawn(first)).toBeGreaterThan(100);
    expect(comparePictures(second, first).visible).toBeGreaterThan(100);
    expect(comparePictures(again, first)).toEqual({ greatest: 0, visible: 0 });

    // the entries load other files of Babylon.js, which draw the same
    const elsewhere = pictures.get(model) ?? first;
    pictures.set(model, first);
    expect(comparePictures(first, elsewhere)).toEqual({ greatest: 0, visible: 0 });
  });
});
