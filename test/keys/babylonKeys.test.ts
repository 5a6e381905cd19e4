/** Keys on demand beside those of Babylon's own loader. */
import { afterEach, describe, expect, it } from "@jest/globals";
import type { Animation } from "@babylonjs/core/Animations/animation.js";
import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import type { IAnimationKey } from "@babylonjs/core/Animations/animationKey.js";
import { RegisterKeysOnDemand, UnregisterKeysOnDemand } from "../../src/pure.js";
import { keyDataOf } from "../../src/keys/keyData.js";
import { assetNames, describeWithAssets, readAsset } from "../helpers/assets.js";
import { createModel, type TestChannel } from "../helpers/gltfAsset.js";
import type { Asset } from "../helpers/gltfPose.js";
import { createScene, disposeScenes, loadContainer } from "../helpers/scene.js";

afterEach(() => {
  UnregisterKeysOnDemand();
  disposeScenes();
});

/** Components instead of Babylon's values; no members that are undefined. */
function plainKey(key: IAnimationKey): object {
  const plain = Object.entries(key).map(([name, value]): [string, unknown] => {
    const isParts = typeof value === "object" && value !== null && "asArray" in value;
    return [name, isParts ? [value.constructor.name, ...(value as { asArray(): number[] }).asArray()] : value];
  });
  return Object.fromEntries(plain.filter(([, value]) => value !== undefined));
}

function plainAnimation(animation: Animation): object {
  const { name, targetProperty, framePerSecond, dataType, loopMode, enableBlending } = animation;
  return { name, targetProperty, framePerSecond, dataType, loopMode, enableBlending, keys: animation.getKeys().map(plainKey) };
}

interface Target {
  readonly name: string;
  readonly animations: readonly Animation[];
}

function plainGroup({ name, from, to, targetedAnimations }: AnimationGroup): object {
  const channels = targetedAnimations.map(({ animation, target }: { animation: Animation; target: Target }) => ({
    name: animation.name,
    target: target.name,
    animation: plainAnimation(animation),
    // their order depends on which of several groups is loaded first
    ofTarget: target.animations.map((each) => each.name).sort(),
  }));
  // Babylon adds channels as their accessors arrive; with keys on demand they are in the order of the file
  channels.sort((a, b) => a.name.localeCompare(b.name));
  return { name, from, to, channels };
}

async function loadGroups(asset: Asset): Promise<AnimationGroup[]> {
  return (await loadContainer(asset, createScene())).animationGroups;
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
