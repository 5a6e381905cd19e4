/** Characters whose parts are joined are drawn as the characters of parts. */
import { readFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { GltfFile, JoinParts } from "../../src/tools.js";
import { itWithAssets, readAssetBytes } from "../helpers/assets.js";
import { launchBrowser, type TestBrowser, type TestPage } from "./helpers/browser.js";
import { comparePictures, countDrawn, renderPicture, type Picture } from "./helpers/picture.js";

/** Of the pixels of the figures: positions of rigid parts are rounded once more, which moves an edge by less than a pixel. */
const MAX_SHARE = 0.0005;
/** With shadows: their map covers the bounds of the meshes that cast them, which are others, so that the edges of shadows move by a texel. */
const MAX_SHARE_OF_SHADOWS = 0.002;

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
  readonly animation?: number;
}

function draw(model: Uint8Array, options: object): Promise<Picture> {
  browser.files.set("/model.glb", Buffer.from(model));
  return renderPicture(opened.page, `stage.draw("/model.glb", false, ${JSON.stringify(options)})`);
}

async function expectSame(model: Uint8Array, options: Options): Promise<void> {
  const file = GltfFile.parse(model, {}, "model.glb");
  expect(JoinParts(file).nodes.length).toBeGreaterThan(1);
  const expected = await draw(model, options);
  const actual = await draw(file.toFiles()["model.glb"]!, { ...options, keepsView: true });
  expect(countDrawn(expected)).toBeGreaterThan(1000);
  expect(comparePictures(actual, expected).visible).toBeLessThanOrEqual(
    (options.withShadows ? MAX_SHARE_OF_SHADOWS : MAX_SHARE) * countDrawn(expected),
  );
}

describe.each<Options & { readonly title: string }>([
  { title: "matrices in textures" },
  { title: "matrices as uniforms", asUniforms: true },
  { title: "with shadows", withShadows: true },
  { title: "in a right-handed scene", rightHanded: true },
])("$title", (options) => {
  it("rigid parts: the figure", async () => {
    await expectSame(readFileSync(new URL("../../playground/models/figure.glb", import.meta.url)), options);
  });

  itWithAssets("parts of one skin: skin-raylib-robot-14anims.glb", async () => {
    await expectSame(readAssetBytes("skin-raylib-robot-14anims.glb"), { ...options, animation: 3 });
  });
});
