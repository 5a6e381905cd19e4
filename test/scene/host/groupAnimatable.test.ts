/** The place of a group in the scene's animation step. */
import { afterEach, describe, expect, it } from "@jest/globals";
import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { GroupAnimatable, mixInStep, moveAnimatables, recordWrite, type StepValue } from "../../../src/scene/host/groupAnimatable.js";
import { createAnimation, createGroup } from "../../helpers/group.js";
import { createScene, disposeScenes, render } from "../../helpers/scene.js";

afterEach(disposeScenes);

/** A step in which each group has its turn. */
const STEP = { isBegun: false };

const animation = createAnimation("x", { frames: [0, 60], values: [0, 60] });

interface Stage {
  readonly scene: Scene;
  readonly target: { x: number };
  readonly group: AnimationGroup;
  readonly calls: string[];
  readonly place: GroupAnimatable;
}

/** A group whose place logs its turns, and the calls that reach the group. */
function createStage(playOrder = 0): Stage {
  const scene = createScene();
  const target = { x: 0 };
  const group = createGroup(scene, [target, animation]);
  group.playOrder = playOrder;
  const calls: string[] = [];
  for (const name of ["pause", "restart", "stop", "reset", "goToFrame", "setWeightForAllAnimatables"] as const) {
    Object.assign(group, {
      [name]: (...args: readonly (number | boolean | undefined)[]) => calls.push([name, ...args].join(" ").trimEnd()),
    });
  }
  const stopTargets = (isMeant: (channel: (typeof group.targetedAnimations)[0]) => boolean): void => {
    calls.push(`stop ${group.targetedAnimations.filter(isMeant).length} channels`);
  };
  const place = new GroupAnimatable(
    { group, startNumber: 1, weight: 0.25, fail: () => undefined, stopTargets },
    STEP,
    () => calls.push("turn"),
    group.targetedAnimations,
  );
  return { scene, target, group, calls, place };
}

describe("the place of a group", () => {
  it("has its turn in each step, in the order of playOrder, until it is removed", () => {
    const { scene, target, calls, place } = createStage(1);
    const plain = createGroup(scene, [target, animation]);
    plain.playOrder = 2;
    plain.start(true);
    expect(scene.animatables[0]).toBe(place);
    const early = createGroup(scene, [{ x: 0 }, animation]).start(true);
    scene.sortActiveAnimatables();
    expect(scene.animatables).toEqual([early.animatables[0], place, plain.animatables[0]]);
    render(scene, 2);
    place.remove();
    render(scene, 1);
    expect(calls).toEqual(["turn", "turn"]);
    expect([scene.animatables.includes(place), animation.runtimeAnimations.length]).toEqual([false, 2]);
  });

  it("comes before animatables of a higher playOrder that are there already", () => {
    const { scene, target, group } = createStage();
    const late = createGroup(scene, [target, animation]);
    late.playOrder = 2;
    late.start(true);
    const place = new GroupAnimatable(
      { group, startNumber: 1, weight: -1, fail: () => undefined, stopTargets: () => undefined },
      STEP,
      () => undefined,
      [],
    );
    expect(scene.animatables.indexOf(place)).toBeLessThan(scene.animatables.indexOf(late.animatables[0]!));
  });

  it("has no turn where the step has begun for all, unless the group waits", () => {
    const { scene, group } = createStage();
    let turns = 0;
    const run = { group, startNumber: 1, weight: -1, fail: () => undefined, stopTargets: () => undefined };
    const place = new GroupAnimatable(run, { isBegun: true }, () => turns++, []);
    scene.render();
    expect(turns).toBe(0);
    place.isWaiting = true;
    scene.render();
    expect(turns).toBe(1);
  });

  it("outlives the stop of a group of Babylon's", () => {
    const { scene, target, calls } = createStage();
    createGroup(scene, [target, animation]).start(true).stop();
    render(scene, 1);
    expect(calls).toEqual(["turn"]);
  });

  it("hands on what code does to it, and shows the group", () => {
    const { group, calls, place } = createStage();
    place.pause();
    place.restart();
    place.reset();
    place.goToFrame(3, true);
    place.weight = 0.5;
    place.stop();
    place.stop("x");
    place.stop(undefined, () => false);
    expect(calls).toEqual([
      "pause",
      "restart",
      "reset",
      "goToFrame 3 true",
      "setWeightForAllAnimatables 0.5",
      "stop",
      "stop 1 channels",
      "stop 0 channels",
    ]);
    place.speedRatio = 2;
    expect([group.speedRatio, place.speedRatio, place.weight, place.paused]).toEqual([2, 2, 0.25, true]);
  });

  it("can be moved", () => {
    const { scene, target, place } = createStage();
    const plain = createGroup(scene, [target, animation]).start(true).animatables[0]!;
    moveAnimatables(scene, [place], null);
    expect(scene.animatables).toEqual([plain, place]);
    moveAnimatables(scene, [place], plain);
    expect(scene.animatables).toEqual([place, plain]);
    plain.playOrder = 1;
    moveAnimatables(scene, [place], null);
    expect(scene.animatables).toEqual([place, plain]);
  });
});

describe("a value in the scene's step", () => {
  function createValue(target: object, weight: number): StepValue {
    return { target, targetPath: "x", animation, currentValue: 100, weight, isAdditive: false, _animationState: { loopMode: 1 } };
  }

  it("is mixed with Babylon's, and with the value at rest for the remainder", () => {
    const { scene, target, group, place } = createStage();
    place.remove();
    const plain = createGroup(scene, [target, animation]);
    plain.weight = 0.5;
    const turn = (): void => mixInStep(scene, createValue(target, 0.25), 8);
    new GroupAnimatable({ group, startNumber: 1, weight: 0.25, fail: () => undefined, stopTargets: () => undefined }, STEP, turn, []);
    plain.start(true).goToFrame(30);
    scene.render();
    expect(target.x).toBeCloseTo(0.25 * 100 + 0.5 * plain.animatables[0]!.masterFrame + 0.25 * 8, 10);
  });

  it("waits as Babylon's own values wait", () => {
    const { scene, target, group } = createStage();
    const plain = createGroup(scene, [target, animation]);
    plain.weight = 0.5;
    plain.start(true);
    let waiting: unknown[] = [];
    const look = (): void => {
      const { _lateAnimationHolders: holders } = target as { _lateAnimationHolders?: Record<string, Record<string, readonly object[]>> };
      const { _registeredForLateAnimationBindings: registered } = scene as unknown as Record<string, { readonly data: readonly object[] }>;
      const { x } = holders!;
      waiting = [
        registered!.data[0] === target,
        x!["animations"]!.length,
        x!["totalWeight"],
        x!["totalAdditiveWeight"],
        x!["originalValue"],
      ];
    };
    new GroupAnimatable({ group, startNumber: 1, weight: -1, fail: () => undefined, stopTargets: () => undefined }, STEP, look, []);
    scene.render();
    expect(waiting).toEqual([true, 1, 0.5, 0, 0]);
  });

  it("is in the record of the step, if Babylon keeps one", () => {
    const { scene, target, group } = createStage();
    const value = createValue(target, 0.25);
    new GroupAnimatable(
      { group, startNumber: 1, weight: 0.25, fail: () => undefined, stopTargets: () => undefined },
      STEP,
      () => recordWrite(scene, value, target),
      [],
    );
    scene.render();
    const {
      _animationWrites: writes = null,
      _animationStepWriteCount: count,
      _animationWriteCount: all,
    } = scene as unknown as {
      _animationWrites?: Record<string, unknown>[];
      _animationStepWriteCount?: number;
      _animationWriteCount?: number;
    };
    expect(writes && [count, all, writes[0]!["runtimeAnimation"] === value, writes[0]!["target"] === target, writes[0]!["weight"]]).toEqual(
      writes && [1, 1, true, true, 0.25],
    );
  });
});
