/**
 * Compiled and Babylon's evaluation give the same pose, and that of the accessors: for all animations of all real files, at random times,
 * at the keys, just before and after them, and outside of them.
 */
import { afterEach, describe, expect, it } from "@jest/globals";
import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import "../../../src/index.js";
import { CreateClip, type ClipAnimationGroup, type EvaluationMode } from "../../../src/pure.js";
import { assetNames, hasAssets, readAsset } from "../../helpers/assets.js";
import { evaluateAnimations, type Asset, type Json } from "../../helpers/gltfPose.js";
import { largestDistance } from "../../helpers/loadedPose.js";
import { createRandom } from "../../helpers/random.js";
import { createScene, disposeScenes, importAsset, KEYS } from "../../helpers/scene.js";

const TOLERANCE = 1e-5;
const SEED = 20240518;

afterEach(disposeScenes);

function play(group: AnimationGroup, evaluation: EvaluationMode): ClipAnimationGroup {
  const clip = CreateClip(evaluation, group, { start: -1 }, { evaluationMode: evaluation });
  clip.start();
  clip.pause();
  expect(clip.evaluation.by).toBe(evaluation);
  return clip;
}

type Value = number | { asArray(): number[] };

/** What the evaluation that plays a clip makes of a time: the components of all that the clip animates. */
function poseAt(clip: ClipAnimationGroup, seconds: number): number[] {
  clip.goToFrame(seconds * 60, true);
  return clip.targetedAnimations.flatMap(({ animation, target }) => {
    const value = animation.targetPropertyPath.reduce<unknown>((object, name) => (object as Json)[name], target) as Value;
    return typeof value === "number" ? value : value.asArray();
  });
}

/** Random times from before the first key to after the last one; keys, and times next to them. */
function timesFor(group: AnimationGroup, count: number, random: () => number): number[] {
  const keys = group.targetedAnimations.flatMap(({ animation }) => animation.getKeys().map(({ frame }) => frame / 60));
  const last = keys.reduce((most, time) => Math.max(most, time), 0);
  const any = Array.from({ length: count }, () => random() * (last + 1) - 0.5);
  const atKeys = Array.from({ length: count / 2 }, () => keys[Math.floor(random() * keys.length)]!);
  return [-0.5, 0, last, last + 0.5, ...any, ...atKeys.flatMap((time) => [time, time - 1e-6, time + 1e-6])];
}

/** Rotations are the same with all signs turned; the evaluations do not turn them. */
function expectSame(actual: readonly number[], expected: readonly number[], place: string): void {
  expect(actual).toHaveLength(expected.length);
  actual.forEach((component, i) => {
    if (!(Math.abs(component - expected[i]!) <= TOLERANCE * Math.max(1, Math.abs(expected[i]!)))) {
      throw new Error(`${place}, component ${i} of the pose: ${component}, expected ${expected[i]}`);
    }
  });
}

function animatesNodesOnly({ json }: Asset, index: number): boolean {
  const { channels, samplers } = json["animations"][index] as { channels: Json[]; samplers: Json[] };
  const hasKeys = samplers.every((sampler) => json["accessors"][sampler["input"]].count > 0);
  return hasKeys && channels.every(({ target }) => target.node !== undefined && target.path !== "pointer");
}

describe("compiled evaluation of real files is Babylon's", () => {
  let compared = 0;

  it.each(assetNames(".glb").flatMap((file) => KEYS.map((keys) => ({ file, keys }))))("$file, keys $keys", async ({ file, keys }) => {
    const asset = readAsset(file);
    const scene = createScene({ rightHanded: true });
    let loaded: Json = {};
    const { animationGroups } = await importAsset(asset, scene, { keys, onParsed: (json) => (loaded = json) });
    const random = createRandom(SEED);
    for (const group of animationGroups) {
      const index = (loaded["animations"] as Json[]).findIndex(({ _babylonAnimationGroup }) => _babylonAnimationGroup === group);
      const compiled = play(group, "compiled");
      const babylon = play(group, "babylon");
      const times = timesFor(group, Math.max(6, Math.ceil(60 / animationGroups.length)), random);
      for (const [i, time] of times.entries()) {
        const expected = poseAt(babylon, time);
        expectSame(poseAt(compiled, time), expected, `seed ${SEED}, ${group.name} at ${time} s`);
        compared++;
        if (i % 8 === 0 && animatesNodesOnly(asset, index)) {
          const { distance, at } = largestDistance(loaded, evaluateAnimations(asset, [index], time));
          if (!(distance >= 0 && distance <= TOLERANCE)) {
            throw new Error(`seed ${SEED}, ${group.name} at ${time} s is off by ${distance}: ${at}`);
          }
        }
      }
      compiled.dispose();
      babylon.dispose();
    }
  });

  it("at thousands of times", () => expect(compared).toBeGreaterThan(hasAssets ? 3000 : 1000));
});
