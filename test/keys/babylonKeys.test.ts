/** Keys on demand beside those of Babylon's own loader. */
import { afterEach, describe, expect, it } from "@jest/globals";
import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { RegisterKeysOnDemand, UnregisterKeysOnDemand } from "../../src/pure.js";
import { keyDataOf } from "../../src/keys/keyData.js";
import { assetNames, describeWithAssets, readAsset } from "../helpers/assets.js";
import { createModel, type TestChannel } from "../helpers/gltfAsset.js";
import type { Asset } from "../helpers/gltfPose.js";
import { plainGroup } from "../helpers/plainAnimations.js";
import { createScene, disposeScenes, loadContainer } from "../helpers/scene.js";

afterEach(() => {
  UnregisterKeysOnDemand();
  disposeScenes();
});

async function loadGroups(asset: Asset): Promise<AnimationGroup[]> {
  return (await loadContainer(asset, createScene(), { clipOptions: { keys: "onDemand" } })).animationGroups;
}

/** Loads an asset in both ways. */
async function expectSame(asset: Asset): Promise<{ onDemand: number; all: number }> {
  const expected = (await loadGroups(structuredClone(asset))).map(plainGroup);
  RegisterKeysOnDemand();
  const groups = await loadGroups(asset);
  const animations = groups.flatMap(({ targetedAnimations }) => targetedAnimations.map(({ animation }) => animation));
  const onDemand = animations.filter((animation) => keyDataOf(animation) !== null).length;
  expect(groups.map(plainGroup)).toStrictEqual(expected);
  return { onDemand, all: animations.length };
}

const FILES = assetNames(".glb").filter((name) => !name.includes("/"));

describeWithAssets("keys of real files are those that Babylon's loader makes", () => {
  it.each(FILES)("%s", async (name) => {
    await expectSame(readAsset(name));
  });
});

const CHANNELS: { readonly [Path in TestChannel["path"]]?: number } = { translation: 3, rotation: 4, scale: 3 };

describe("keys of every interpolation are those that Babylon's loader makes", () => {
  const cases = (["LINEAR", "STEP", "CUBICSPLINE"] as const).flatMap((interpolation) =>
    [[0, 1, 2], [0.5, 1.5], [0.25], [-1, 1]].map((times) => ({ interpolation, times })),
  );
  it.each(cases)("$interpolation at $times", async ({ interpolation, times }) => {
    const parts = interpolation === "CUBICSPLINE" ? 3 : 1;
    const channels = Object.entries(CHANNELS).map(([path, width]): TestChannel => {
      const values = Array.from({ length: times.length * width * parts }, (_, i) => Math.sin(i + width));
      return { node: 0, path, times, values, interpolation: interpolation } as TestChannel;
    });
    // the second channel ends later, so that Babylon adds keys to the first one
    const longer: TestChannel = { ...channels[0]!, node: 1, times: times.map((time) => time + 3) };
    const { onDemand, all } = await expectSame(createModel(2, [[...channels, longer]]));
    expect(onDemand).toBe(all);
  });
});
