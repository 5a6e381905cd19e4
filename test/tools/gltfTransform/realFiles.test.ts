/** Models through the functions of glTF-Transform: every channel and clip is kept, with its values. */
import { readFileSync } from "node:fs";
import type { Document, Transform } from "@gltf-transform/core";
import {
  cloneDocument,
  dedup,
  flatten,
  join,
  mergeDocuments,
  prune,
  reorder,
  resample,
  unpartition,
  weld,
} from "@gltf-transform/functions";
import { expect, it } from "@jest/globals";
import { MeshoptEncoder } from "meshoptimizer";
import { unpackGlb } from "../../../scripts/glb.mjs";
import { describeWithAssets, LARGE_ASSETS, readAsset, SMALL_ASSETS } from "../../helpers/assets.js";
import type { Asset } from "../../helpers/gltfPose.js";
import { clipsOf, compareValues, countChannels, nameByIndex, TestIO, withClips } from "../../helpers/transformed.js";

const MODELS = ["figure", "lights", "materials", "snippets-lamp", "snippets-walker"];

const readModel = (name: string): Asset => unpackGlb(readFileSync(new URL(`../../../playground/models/${name}.glb`, import.meta.url)));

/** Without tolerance, resampling leaves out only the keys that change nothing. Textures of one color have their own test. */
const FUNCTIONS: Readonly<Record<string, () => Transform>> = {
  dedup,
  prune: () => prune({ keepSolidTextures: true }),
  reorder: () => reorder({ encoder: MeshoptEncoder }),
  flatten,
  join,
  resample: () => resample({ tolerance: 0 }),
  weld,
  unpartition,
};

type Change = (document: Document) => Document | Promise<Document>;

async function transformed(original: Asset, change: Change): Promise<Asset> {
  const io = new TestIO();
  return io.write(await change(await io.read(original)));
}

function expectSame(originals: readonly Asset[], written: Asset): void {
  expect(compareValues(originals, written)).toEqual([]);
  expect(clipsOf(written)).toEqual(originals.flatMap(clipsOf));
}

/** Every function by itself. */
const CHANGES: readonly Change[] = [
  (document) => document,
  cloneDocument,
  ...Object.values(FUNCTIONS).map(
    (create): Change =>
      (document) =>
        document.transform(create()),
  ),
];

it.each(MODELS)("the model %s keeps its animations and clips through each function", async (name) => {
  const original = nameByIndex(readModel(name));
  for (const change of CHANGES) {
    const written = await transformed(original, change);
    expectSame([original], written);
    expect(countChannels(written)).toBe(countChannels(original));
  }
});

it("models keep their animations and clips when they are merged", async () => {
  const io = new TestIO();
  const originals = MODELS.map((name) => nameByIndex(readModel(name), `${name} `));
  const [merged, ...others] = (await Promise.all(originals.map((original) => io.read(original)))) as [Document, ...Document[]];
  others.forEach((other) => mergeDocuments(merged, other));
  await merged.transform(unpartition(), dedup(), prune({ keepSolidTextures: true }));
  expectSame(originals, await io.write(merged));
});

/** Files whose nodes belong to no scene, so that `prune` removes everything. */
const WITHOUT_SCENE = [
  "odd-magnum-splines-sharing.glb",
  "odd-magnum-splines-single-or-no-keyframes.glb",
  "odd-validator-quaternion_non_unit.glb",
];

const isUsable = (name: string): boolean => readAsset(name).json["animations"] !== undefined && !WITHOUT_SCENE.includes(name);

describeWithAssets("real files", () => {
  it.each(SMALL_ASSETS.filter(isUsable))("%s keeps its animations and clips through each function", async (name) => {
    const original = withClips(nameByIndex(readAsset(name)));
    for (const change of CHANGES) {
      expectSame([original], await transformed(original, change));
    }
  });

  it.each(LARGE_ASSETS.filter(isUsable))("%s keeps its animations and clips through all functions", async (name) => {
    const original = withClips(nameByIndex(readAsset(name)));
    const all = Object.values(FUNCTIONS).map((create) => create());
    expectSame([original], await transformed(original, (document) => document.transform(...all)));
  });

  it("all 70 channels of AnimateAllTheThings are kept", async () => {
    const original = readAsset("pointer-AnimateAllTheThings-blender24.glb");
    expect(countChannels(original)).toBe(70);
    expect(countChannels(await transformed(original, (document) => document))).toBe(70);
  });
});
