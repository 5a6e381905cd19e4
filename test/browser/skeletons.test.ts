/** Skeletons that follow their nodes are drawn as Babylon's are. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";
import { itWithAssets, readAssetBytes } from "../helpers/assets.js";
import { draw, type DrawOptions, openPage, reasons, ROWS } from "./helpers/characters.js";
import { comparePictures, countDrawn } from "./helpers/picture.js";

/** Of the pixels of the figures: matrices in double precision move an edge by less than a pixel. */
const MAX_SHARE = 0.0005;

openPage();

async function expectSame(model: Uint8Array, options: DrawOptions): Promise<void> {
  const expected = await draw(model, false, options);
  const before = await draw(model, true, { ...options, frames: 1 });
  expect(new Set(await reasons())).toEqual(new Set([null]));
  const actual = await draw(model, true, options);
  expect(countDrawn(expected)).toBeGreaterThan(1000);
  expect(comparePictures(actual, before).visible).toBeGreaterThan(100);
  expect(comparePictures(actual, expected).visible).toBeLessThanOrEqual(MAX_SHARE * countDrawn(expected));
}

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
