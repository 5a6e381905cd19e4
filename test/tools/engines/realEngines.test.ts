/** What other engines show of files that are baked for them: the values of the exact curves, to a thousandth. */
import { readdirSync, readFileSync } from "node:fs";
import { afterEach, describe, expect, it } from "@jest/globals";
import { unpackGlb } from "../../../scripts/glb.mjs";
import { eachAsset, readAsset } from "../../helpers/assets.js";
import type { Asset } from "../../helpers/gltfPose.js";
import { playInBabylon, playInPlayCanvas, playInThree, type Player } from "../../helpers/otherEngines.js";
import { bakeFor, largestDifference, lengthOf, timesOf, valuesOf } from "../../helpers/portable.js";
import { disposeScenes } from "../../helpers/scene.js";

afterEach(disposeScenes);

const CLIPS = readdirSync("conformance/clips").map((file) => ({ file, asset: unpackGlb(readFileSync(`conformance/clips/${file}`)) }));
const PLAYERS: readonly (readonly [string, (asset: Asset) => Promise<Player>])[] = [
  ["three.js", playInThree],
  ["PlayCanvas", playInPlayCanvas],
  ["Babylon.js", playInBabylon],
];

/** The largest difference from the exact curve, of all animations that were written. */
async function largestOf(
  exact: Asset,
  baked: Asset,
  animations: readonly (readonly [exact: number, baked: number])[],
  start: (asset: Asset) => Promise<Player>,
  count: number,
): Promise<number> {
  const play = await start(baked);
  let largest = 0;
  for (const [of, animation] of animations) {
    const length = lengthOf(baked, animation);
    for (const time of timesOf(exact, of, count).filter((each) => each < length)) {
      largest = Math.max(largest, largestDifference(valuesOf(exact, of, time), play(animation, time)));
    }
  }
  return largest;
}

describe.each(PLAYERS)("%s", (_, start) => {
  it.each(CLIPS)("shows the clips of conformance/clips/$file", async ({ asset }) => {
    const exact = bakeFor(asset, {});
    const { asset: baked, report } = bakeFor(asset, { for: "all" });
    const names = exact.report.animations.map(({ clip }) => clip);
    const pairs = report.animations.map(
      ({ clip, animation }) => [exact.report.animations[names.indexOf(clip)]!.animation, animation] as const,
    );
    expect(pairs.length).toBeGreaterThan(0);
    expect(await largestOf(exact.asset, baked, pairs, start, 67)).toBeLessThan(1e-3);
  });

  eachAsset([
    { file: "pointer-WhackAMole.glb" },
    { file: "pointer-ghost_v2.glb" },
    { file: "morph-MorphStressTest.glb" },
    { file: "pointer-AnimateAllTheThings-blender24.glb" },
    { file: "trs-InterpolationTest.glb" },
    { file: "odd-blender-23-sparse-weights.glb" },
    { file: "skin-CesiumMan.glb" },
    { file: "trs-BoxAnimated.glb" },
    { file: "morph-AnimatedMorphCube-quantized.glb" },
  ])("shows $file", async ({ file }) => {
    const asset = readAsset(file);
    const { asset: baked } = bakeFor(asset, { for: "all" });
    const pairs = (baked.json["animations"] as unknown[]).map((__, i) => [i, i] as const);
    expect(await largestOf(asset, baked, pairs, start, 23)).toBeLessThan(1e-3);
  });
});

it("without baking, each of the three shows something else of a file of the specification's features", async () => {
  const { asset } = CLIPS.find(({ file }) => file === "interpolations.glb")!;
  const { asset: exact, report } = bakeFor(asset, {});
  const pairs = report.animations.map(({ animation }) => [animation, animation] as const);
  expect(await largestOf(exact, exact, pairs, playInPlayCanvas, 67)).toBeGreaterThan(0.01);
});
