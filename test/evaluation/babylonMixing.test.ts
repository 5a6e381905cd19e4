import { afterEach, describe, expect, it } from "@jest/globals";
import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { AnimatableEvaluator } from "../../src/evaluation/animatableEvaluator.js";
import { propertyOf, type AnimatedProperty } from "../../src/evaluation/properties/animatedProperty.js";
import { BabylonMixing, type MixableClip } from "../../src/evaluation/babylonMixing.js";
import { BEGINNING, createAnimation, createGroup } from "../helpers/group.js";
import { createScene, disposeScenes, render } from "../helpers/scene.js";
import { CreateClip } from "../../src/pure.js";

afterEach(disposeScenes);

const KEYS = { frames: [0, 60], values: [0, 1] };

/** Targets a, b, c and d, each with a property that clips animate. */
function createStage(): { scene: Scene; properties: AnimatedProperty[]; createPlain: (target: number) => AnimationGroup } {
  const scene = createScene();
  const targets = ["a", "b", "c", "d"].map((name) => ({ name, x: 0 }));
  const animation = createAnimation("x", KEYS);
  const createPlain = (target: number): AnimationGroup => createGroup(scene, [targets[target]!, animation]);
  return { scene, properties: targets.map((target) => propertyOf(target, animation)!), createPlain };
}

/** A clip that plays, and remembers whether Babylon has to mix it. */
function createClip(...properties: AnimatedProperty[]): { run: MixableClip & { isMixedByBabylon: boolean } } {
  return { run: { isMixedByBabylon: false, findMixedProperties: () => properties } };
}

const areMixed = (clips: readonly ReturnType<typeof createClip>[]): boolean[] => clips.map(({ run }) => run.isMixedByBabylon);

describe("clips are mixed by Babylon", () => {
  it("where they share a property with a plain group that plays, or with clips that do so in turn, until it stops", () => {
    const { scene, properties, createPlain } = createStage();
    const [a, b, c, d] = properties as [AnimatedProperty, AnimatedProperty, AnimatedProperty, AnimatedProperty];
    const clips = [createClip(b, c), createClip(a, b), createClip(d), createClip()];
    const mixing = new BabylonMixing(scene);
    const plain = createPlain(0);
    mixing.update(clips);
    expect(areMixed(clips)).toEqual([false, false, false, false]);
    plain.start(true);
    mixing.update(clips);
    expect(areMixed(clips)).toEqual([true, true, false, false]);
    plain.stop();
    mixing.update(clips);
    expect(areMixed(clips)).toEqual([false, false, false, false]);
  });

  it("but not with a group that is paused, nor with one that animates something else", () => {
    const { scene, properties, createPlain } = createStage();
    const clips = [createClip(properties[0]!)];
    createPlain(0).start(true).pause();
    createPlain(1).start(true);
    new BabylonMixing(scene).update(clips);
    expect(areMixed(clips)).toEqual([false]);
  });

  it("from when they start, if the group plays already", () => {
    const { scene, properties, createPlain } = createStage();
    const [early, late] = [createClip(properties[0]!), createClip(properties[0]!)];
    const mixing = new BabylonMixing(scene);
    createPlain(0).start(true);
    mixing.update([early, { run: null }]);
    mixing.update([early, late]);
    expect(areMixed([early, late])).toEqual([true, true]);
  });
});

it.each([
  { comment: "by weight: they are", weight: 0.5, isStandIn: false, expected: true },
  { comment: "without weight: they are not", weight: -1, isStandIn: false, expected: false },
  { comment: "in place of compiled tracks: they are not", weight: 0.5, isStandIn: true, expected: false },
])("clips beside one that plays by animatables, $comment", ({ weight, isStandIn, expected }) => {
  const { scene, properties, createPlain } = createStage();
  const group = createPlain(0);
  const evaluator = new AnimatableEvaluator(group, group.targetedAnimations, [], BEGINNING, false, null, () => undefined);
  evaluator.weight = weight;
  evaluator.isStandIn = isStandIn;
  const clips = [createClip(properties[0]!)];
  new BabylonMixing(scene).update(clips);
  expect(areMixed(clips)).toEqual([expected]);
});

it("clips are asked for their properties only while Babylon mixes something, and once after that", () => {
  const { scene, properties, createPlain } = createStage();
  const plain = createPlain(0);
  let asked = 0;
  const run = { isMixedByBabylon: false, findMixedProperties: () => (asked++, properties) };
  const mixing = new BabylonMixing(scene);
  const update = (): number => (mixing.update([{ run }]), asked);
  expect(update()).toBe(0);
  plain.start(true);
  expect([update(), update()]).toEqual([1, 2]);
  plain.stop();
  expect([update(), update(), run.isMixedByBabylon]).toEqual([3, 3, false]);
});

it("a clip that must be compiled is never mixed by Babylon, and hands the need on to no other clip", () => {
  const scene = createScene();
  const [a, b] = ["a", "b"].map((name) => [{ name, x: 0 }, createAnimation("x", KEYS)] as const);
  const [plain, both, other] = [createGroup(scene, a!), createGroup(scene, a!, b!), createGroup(scene, b!)];
  const compiled = CreateClip("compiled", both, { end: 1 }, { weight: 0.5, evaluationMode: "compiled" }).play();
  const auto = CreateClip("auto", other, { end: 1 }, { weight: 0.5 }).play();
  plain.start(true);
  plain.setWeightForAllAnimatables(0.5);
  render(scene, 2);
  expect([compiled.evaluation.by, auto.evaluation.by]).toEqual(["compiled", "compiled"]);
});
