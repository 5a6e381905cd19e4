/** Characters whose parts are joined are drawn as the characters of parts. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";
import { GltfFile, JoinParts } from "../../src/tools.js";
import { itWithAssets, readAssetBytes } from "../helpers/assets.js";
import { draw, type DrawOptions, openPage, ROWS } from "./helpers/characters.js";
import { comparePictures, countDrawn } from "./helpers/picture.js";

/** Of the pixels of the figures: positions of rigid parts are rounded once more, which moves an edge by less than a pixel. */
const MAX_SHARE = 0.0005;
/** With shadows: their map covers the bounds of the meshes that cast them, which are others, so that the edges of shadows move by a texel. */
const MAX_SHARE_OF_SHADOWS = 0.002;

openPage();

async function expectSame(model: Uint8Array, options: DrawOptions): Promise<void> {
  const file = GltfFile.parse(model, {}, "model.glb");
  expect(JoinParts(file).nodes.length).toBeGreaterThan(1);
  const expected = await draw(model, false, options);
  const actual = await draw(file.toFiles()["model.glb"]!, false, { ...options, keepsView: true });
  expect(countDrawn(expected)).toBeGreaterThan(1000);
  const share = options.withShadows ? MAX_SHARE_OF_SHADOWS : MAX_SHARE;
  expect(comparePictures(actual, expected).visible).toBeLessThanOrEqual(share * countDrawn(expected));
}

describe.each(ROWS)("$title", (options) => {
  it("rigid parts: the figure", async () => {
    await expectSame(readFileSync(new URL("../../playground/models/figure.glb", import.meta.url)), options);
  });

  itWithAssets("parts of one skin: skin-raylib-robot-14anims.glb", async () => {
    await expectSame(readAssetBytes("skin-raylib-robot-14anims.glb"), { ...options, animation: 3 });
  });
});
