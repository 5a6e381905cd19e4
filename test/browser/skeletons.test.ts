/** Skeletons that follow their nodes are drawn as Babylon's are. */
import { readFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { itWithAssets, readAssetBytes } from "../helpers/assets.js";
import { launchBrowser, type TestBrowser, type TestPage } from "./helpers/browser.js";
import { comparePictures, countDrawn, renderPicture, type Picture } from "./helpers/picture.js";

/** Of the pixels of the figures: matrices in double precision move an edge by less than a pixel. */
const MAX_SHARE = 0.0005;

let browser: TestBrowser;
let opened: TestPage;

beforeAll(async () => {
  browser = await launchBrowser();
  opened = await browser.open("/test/browser/pages/skeletons.html", { width: 384, height: 384 });
});

afterAll(() => browser.close());

afterEach(() => {
  expect(opened.takeProblems()).toEqual([]);
});

interface Options {
  readonly asUniforms?: boolean;
  readonly withShadows?: boolean;
  readonly rightHanded?: boolean;
  readonly frames?: number;
  readonly animation?: number;
}

function draw(follows: boolean, options: Options): Promise<Picture> {
  return renderPicture(opened.page, `stage.draw("/model.glb", ${follows}, ${JSON.stringify(options)})`);
}

async function expectSame(model: Uint8Array, options: Options): Promise<void> {
  browser.files.set("/model.glb", Buffer.from(model));
  const [expected, before] = [await draw(false, options), await draw(true, { ...options, frames: 1 })];
  expect(new Set(await opened.page.evaluate<(string | null)[]>("stage.reasons"))).toEqual(new Set([null]));
  const actual = await draw(true, options);
  expect(countDrawn(expected)).toBeGreaterThan(1000);
  expect(comparePictures(actual, before).visible).toBeGreaterThan(100);
  expect(comparePictures(actual, expected).visible).toBeLessThanOrEqual(MAX_SHARE * countDrawn(expected));
}

const ROWS: readonly (Options & { readonly title: string })[] = [
  { title: "matrices in textures" },
  { title: "matrices as uniforms", asUniforms: true },
  { title: "with shadows", withShadows: true },
  { title: "in a right-handed scene", rightHanded: true },
];

describe("skeletons that follow are drawn as Babylon's are", () => {
  it.each(ROWS)("the hero, $title", async (options) => {
    await expectSame(readFileSync(new URL("../../playground/models/hero.glb", import.meta.url)), { ...options, animation: 1 });
  });

  for (const [file, animation] of [
    ["skin-Fox.glb", 0],
    ["skin-CesiumMan.glb", 0],
    ["skin-raylib-robot-14anims.glb", 3],
    ["skin-RecursiveSkeletons.glb", 0],
  ] as const) {
    for (const { title, ...options } of ROWS.slice(0, 3)) {
      itWithAssets(`${file}, ${title}`, async () => expectSame(readAssetBytes(file), { ...options, animation }));
    }
  }
});
