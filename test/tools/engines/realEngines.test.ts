/** What other engines show of files that are baked for them: the values of the exact curves, to a thousandth. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";
import { babylon } from "../../../conformance/engines/babylon.mjs";
import type { Adapter, Shown } from "../../../conformance/engines/cases.mjs";
import { playcanvas } from "../../../conformance/engines/playcanvas.mjs";
import { three } from "../../../conformance/engines/three.mjs";
import { packGlb, unpackGlb } from "../../../scripts/glb.mjs";
import { eachAsset, readAsset } from "../../helpers/assets.js";
import type { Asset, Json } from "../../helpers/gltfPose.js";
import { bakeFor, largestDifference, lengthOf, timesOf, valuesOf } from "../../helpers/portable.js";

const CLIPS = readdirSync("conformance/clips").map((file) => ({ file, asset: unpackGlb(readFileSync(`conformance/clips/${file}`)) }));

/** The file without its materials and pictures, which engines without a page cannot load. */
function bare({ json, bin }: Asset): Uint8Array {
  const { extensionsUsed = [], ...rest } = structuredClone(json);
  ["materials", "textures", "images", "extensionsRequired"].forEach((member) => delete rest[member]);
  const primitives = ((rest["meshes"] ?? []) as Json[]).flatMap((mesh) => mesh["primitives"] as Json[]);
  primitives.forEach((primitive) => delete primitive["material"]);
  const used = (extensionsUsed as string[]).filter((name) => !/materials|texture/.test(name));
  return packGlb({ ...rest, ...(used.length > 0 && { extensionsUsed: used }) }, bin);
}

/** The largest difference from the exact curve, of all animations that were written. */
async function largestOf(
  exact: Asset,
  baked: Asset,
  animations: readonly (readonly [exact: number, baked: number])[],
  { play }: Adapter,
  count: number,
): Promise<number> {
  const bytes = bare(baked);
  const nodes = (baked.json["nodes"] as Json[]).map(({ name }) => name as string);
  let largest = 0;
  for (const [of, animation] of animations) {
    const length = lengthOf(baked, animation);
    const times = timesOf(exact, of, count).filter((each) => each < length);
    const shown = await play({ bytes, animation, nodes, times });
    times.forEach((time, i) => {
      const expected = valuesOf(exact, of, time);
      const values = expected.map(({ node, path }) => ({ node, path, value: [...shown[i]![node]![path as keyof Shown]] }));
      largest = Math.max(largest, largestDifference(expected, values));
    });
  }
  return largest;
}

describe.each([three, playcanvas, babylon])("$name", (engine) => {
  it.each(CLIPS)("shows the clips of conformance/clips/$file", async ({ asset }) => {
    const exact = bakeFor(asset, {});
    const { asset: baked, report } = bakeFor(asset, { for: "all" });
    const names = exact.report.animations.map(({ clip }) => clip);
    const pairs = report.animations.map(
      ({ clip, animation }) => [exact.report.animations[names.indexOf(clip)]!.animation, animation] as const,
    );
    expect(pairs.length).toBeGreaterThan(0);
    expect(await largestOf(exact.asset, baked, pairs, engine, 67)).toBeLessThan(1e-3);
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
    expect(await largestOf(asset, baked, pairs, engine, 23)).toBeLessThan(1e-3);
  });
});

it("baked without naming engines, splines and wide arcs show otherwise in PlayCanvas", async () => {
  const { asset } = CLIPS.find(({ file }) => file === "interpolations.glb")!;
  const { asset: exact, report } = bakeFor(asset, {});
  const pairs = report.animations.map(({ animation }) => [animation, animation] as const);
  expect(await largestOf(exact, exact, pairs, playcanvas, 67)).toBeGreaterThan(0.01);
});
