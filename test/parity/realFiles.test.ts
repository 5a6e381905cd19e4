/** Real files, loaded with plain groups and with compiled groups: the same groups, poses, events and keys. */
import { afterEach, describe, expect, it } from "@jest/globals";
import { AnimationGroup, type TargetedAnimation } from "@babylonjs/core/Animations/animationGroup.js";
// to clone cameras and lights
import "@babylonjs/core/Cameras/universalCamera.js";
import "@babylonjs/core/Lights/directionalLight.js";
import "@babylonjs/core/Lights/pointLight.js";
import "@babylonjs/core/Lights/spotLight.js";
import { Quaternion, type Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { GLTFLoaderAnimationStartMode } from "@babylonjs/loaders/glTF/glTFFileLoader.js";
import { CompiledAnimationGroup } from "../../src/index.js";
import { assetNames, readAsset } from "../helpers/assets.js";
import type { Asset } from "../helpers/gltfPose.js";
import { plainGroup } from "../helpers/plainAnimations.js";
import { createScene, disposeScenes, importAsset, loadContainer, START_ALL, START_FIRST, START_NONE } from "../helpers/scene.js";

afterEach(disposeScenes);

const FRAMES = 20;
const TOLERANCE = 2e-5;

interface Use {
  readonly rightHanded: boolean;
  readonly startMode: GLTFLoaderAnimationStartMode;
  readonly isCompiled: boolean;
}

const optionsOf = ({ startMode, isCompiled }: Use): Parameters<typeof importAsset>[2] => ({
  startMode,
  loader: { extensionOptions: { compiledGroups: { enabled: isCompiled } } },
});

/** Observes everything that a group announces. */
function listen(group: AnimationGroup, log: unknown[]): void {
  for (const name of ["Play", "Pause", "Loop", "End"] as const) {
    group[`onAnimationGroup${name}Observable`].add(() => log.push(`${group.name} ${name}`));
  }
  group.onAnimationEndObservable.add(() => log.push(`${group.name}: an animation ends`));
}

/** A quaternion; with all signs changed, it is the same rotation. */
class Rotation {
  constructor(readonly components: readonly number[]) {}

  equals({ components }: Rotation): boolean {
    return [1, -1].some((sign) => components.every((each, i) => Math.abs(each - sign * this.components[i]!) <= TOLERANCE));
  }
}

/** The channels of a group by name: Babylon adds them as their data arrives, in an order of its own. */
const channelsOf = ({ targetedAnimations }: AnimationGroup): TargetedAnimation[] =>
  [...targetedAnimations].sort((a, b) => (a.animation.name < b.animation.name ? -1 : 1));

/** The animated values of groups. */
function valuesOf(groups: readonly AnimationGroup[]): unknown[] {
  return groups.flatMap((group) =>
    channelsOf(group).map(({ animation, target }) => {
      const value = animation.targetPropertyPath.reduce<unknown>((object, name) => (object as Record<string, unknown>)[name], target);
      return value instanceof Quaternion ? new Rotation(value.asArray()) : typeof value === "number" ? value : (value as Vector3).asArray();
    }),
  );
}

/** A group with its channels and keys, without identities. */
function outlineOf(group: AnimationGroup): object {
  const { name, from, to } = group;
  return plainGroup({ name, from, to, targetedAnimations: channelsOf(group) } as unknown as AnimationGroup);
}

/** Plays what the loader has started, then starts and stops groups as applications do. */
async function play(asset: Asset, use: Use): Promise<unknown[]> {
  const scene = createScene(use);
  const log: unknown[] = [];
  const { animationGroups: groups } = await importAsset(asset, scene, optionsOf(use));
  expect(groups.some((group) => group instanceof CompiledAnimationGroup)).toBe(use.isCompiled && groups.length > 0);
  groups.forEach((group) => listen(group, log));
  const render = (): void => {
    for (let i = 0; i < FRAMES; i++) {
      scene.render();
      log.push(groups.map((group) => group.getCurrentFrame()));
    }
    log.push(...valuesOf(groups));
  };
  log.push(groups.map(({ name, from, to, isStarted, isPlaying }) => [name, from, to, isStarted === true, isPlaying === true]));
  render();
  groups.forEach((group) => group.stop());
  groups.forEach((group, i) => group.start(i % 2 === 0, 1 + i / 2));
  render();
  groups.forEach((group) => group.pause().goToFrame((group.from + 2 * group.to) / 3));
  log.push(...valuesOf(groups));
  groups.forEach((group) => group.restart());
  render();
  groups.forEach((group) => group.stop());
  groups.forEach((group) => (group.weight = 1 / groups.length)); // while they play, a fault of Babylon's mixing would show
  groups.forEach((group) => group.start(true));
  render();
  groups.forEach((group) => group.stop());
  log.push(groups.map(outlineOf));
  return log;
}

/** Instances, copies, merged groups and JSON. */
async function copy(asset: Asset, use: Use): Promise<unknown[]> {
  const scene = createScene(use);
  const log: unknown[] = [];
  const container = await loadContainer(asset, scene, optionsOf(use));
  const { animationGroups: groups } = container;
  const instances = [1, 2].map((i) => container.instantiateModelsToScene((name) => `${name} ${i}`).animationGroups);
  instances.flat().forEach((group, i) => group.start(true, 1, group.to * 0.1, group.to * (0.6 + 0.01 * i)));
  const clones = groups.map((group) => group.clone(`copy of ${group.name}`, undefined, true, true));
  const parsed = groups.map((group) => outlineOf(AnimationGroup.Parse(group.serialize(), scene)));
  const merged = AnimationGroup.MergeAnimationGroups([...clones], false, true);
  log.push(instances.flat().map(outlineOf), clones.map(outlineOf), parsed, merged && outlineOf(merged));
  for (let i = 0; i < FRAMES; i++) {
    scene.render();
  }
  log.push(
    instances.flat().map((group) => group.getCurrentFrame()),
    ...valuesOf(instances.flat()),
  );
  return log;
}

/** The first entry that differs by more than rounding; undefined if none does. */
function firstDifference(actual: readonly unknown[], expected: readonly unknown[]): unknown {
  const isEqual = (a: unknown, b: unknown): boolean => {
    if (typeof a === "number" && typeof b === "number") {
      return a === b || Math.abs(a - b) <= TOLERANCE * Math.max(1, Math.abs(b));
    }
    if (a instanceof Rotation && b instanceof Rotation) {
      return a.equals(b);
    }
    return Array.isArray(a) && Array.isArray(b)
      ? a.length === b.length && a.every((each, i) => isEqual(each, b[i]))
      : typeof a === "object" && a !== null
        ? JSON.stringify(a) === JSON.stringify(b)
        : Object.is(a, b);
  };
  const index = Array.from({ length: Math.max(actual.length, expected.length) }, (_, i) => i).find((i) => !isEqual(actual[i], expected[i]));
  return index === undefined ? undefined : { index, actual: actual[index], expected: expected[index] };
}

const USES = [START_NONE, START_FIRST, START_ALL].flatMap((startMode) => [false, true].map((rightHanded) => ({ rightHanded, startMode })));

/** Files with rotations in integers: compiled groups scale them to unit length, which `test/scene/keys/quantizedRotations.test.ts` compares. */
const ROUNDED = ["assetgen/Animation_SamplerType_01-BYTEnorm.glb"];
const NAMES = assetNames(".glb").filter((name) => !ROUNDED.includes(name));

describe("files with compiled groups are like files with plain groups", () => {
  it.each(NAMES)("%s plays alike", async (name) => {
    const asset = readAsset(name);
    for (const use of USES) {
      const [plain, compiled] = [await play(asset, { ...use, isCompiled: false }), await play(asset, { ...use, isCompiled: true })];
      expect({ use, difference: firstDifference(compiled, plain) }).toEqual({ use, difference: undefined });
    }
  });

  it.each(NAMES)("%s is copied alike", async (name) => {
    const asset = readAsset(name);
    for (const rightHanded of [false, true]) {
      const use = { rightHanded, startMode: START_NONE };
      const [plain, compiled] = [await copy(asset, { ...use, isCompiled: false }), await copy(asset, { ...use, isCompiled: true })];
      expect({ use, difference: firstDifference(compiled, plain) }).toEqual({ use, difference: undefined });
    }
  });
});
