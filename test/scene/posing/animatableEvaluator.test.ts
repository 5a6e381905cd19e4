import { afterEach, describe, expect, it } from "@jest/globals";
import type { Animatable } from "@babylonjs/core/Animations/animatable.core.js";
import type { AnimationGroup, TargetedAnimation } from "@babylonjs/core/Animations/animationGroup.js";
import { AnimationGroupMask } from "@babylonjs/core/Animations/animationGroupMask.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { AnimatableEvaluator, evaluatorOf } from "../../../src/scene/posing/animatableEvaluator.js";
import { BEGINNING, createAnimation, createFrameAtRest, createGroup } from "../../helpers/group.js";
import { createScene, disposeScenes, render } from "../../helpers/scene.js";

afterEach(disposeScenes);

interface Stage {
  readonly scene: Scene;
  readonly a: { x: number };
  readonly b: { x: number };
  readonly group: AnimationGroup;
  readonly animatables: Animatable[];
  /** The channels that were stopped from outside. */
  readonly stopped: TargetedAnimation[];
  readonly evaluator: AnimatableEvaluator;
}

/** Two targets that show the timestamp and ten times the timestamp, and were at 100 before. */
function createStage(): Stage {
  const scene = createScene();
  const [a, b] = [
    { name: "a", x: 100 },
    { name: "b", x: 100 },
  ];
  const channels = [10, 100].map((value) => createAnimation("x", { frames: [0, 600], values: [0, value] }));
  const group = createGroup(scene, [a, channels[0]!], [b, channels[1]!]);
  const animatables: Animatable[] = [];
  const stopped: TargetedAnimation[] = [];
  const onStopped = (channel: TargetedAnimation): unknown => stopped.push(channel);
  const evaluator = new AnimatableEvaluator(
    group,
    group.targetedAnimations,
    animatables,
    BEGINNING,
    createFrameAtRest(),
    false,
    null,
    onStopped,
  );
  return { scene, a, b, group, animatables, stopped, evaluator };
}

it("has an animatable for each channel, which the scene knows and which does not move by itself", () => {
  const { scene, a, b, animatables, evaluator } = createStage();
  expect(animatables.map(({ target, paused }) => [target as unknown, paused])).toEqual([
    [a, true],
    [b, true],
  ]);
  expect(scene.animatables).toEqual(animatables);
  expect(animatables.map(evaluatorOf)).toEqual([evaluator, evaluator]);
  evaluator.pose(2);
  render(scene, 3);
  expect([a.x, b.x]).toEqual([2, 20]);
});

it("does not know the animatables of Babylon itself", () => {
  const { scene, group, evaluator } = createStage();
  evaluator.dispose(true, false);
  group.start();
  expect(scene.animatables.map(evaluatorOf)).toEqual([undefined, undefined]);
});

it.each([
  { timestamp: 0.25, expected: 0.25 },
  { timestamp: -5, expected: 0 },
  { timestamp: Infinity, expected: 10 },
])("shows the pose at $timestamp s, within the keys", ({ timestamp, expected }) => {
  const { evaluator, a, b } = createStage();
  evaluator.pose(timestamp);
  expect([a.x, b.x]).toEqual([expected, 10 * expected]);
});

it("mixes by weight, and with weight 0 nothing from the second pose on", () => {
  const { scene, evaluator, animatables, a } = createStage();
  evaluator.weight = 0.25;
  expect([evaluator.weight, ...animatables.map(({ weight }) => weight)]).toEqual([0.25, 0.25, 0.25]);
  evaluator.pose(4);
  render(scene, 1);
  expect(a.x).toBe(0.25 * 4 + 0.75 * 100);
  evaluator.weight = 0;
  evaluator.pose(4);
  render(scene, 1);
  expect(a.x).toBe(100);
  a.x = 7;
  evaluator.pose(4);
  render(scene, 1);
  expect(a.x).toBe(7);
});

it("leaves targets alone that the mask does not retain, once the mask is read again", () => {
  const { evaluator, group, a, b } = createStage();
  group.mask = new AnimationGroupMask(["b"]);
  evaluator.pose(1);
  evaluator.updateMask();
  evaluator.pose(2);
  expect([a.x, b.x]).toEqual([1, 20]);
});

it("gives targets the values back that they had before", () => {
  const { evaluator, a, b } = createStage();
  evaluator.pose(3);
  evaluator.restore();
  expect([a.x, b.x]).toEqual([100, 100]);
});

describe("animatables", () => {
  it("that are stopped from outside are reported, and the others go on", () => {
    const { scene, evaluator, group, animatables, stopped, a, b } = createStage();
    scene.stopAnimation(a);
    expect(stopped).toEqual([group.targetedAnimations[0]]);
    expect(animatables.map(({ target }) => target as unknown)).toEqual([b]);
    evaluator.pose(2);
    expect([a.x, b.x]).toEqual([100, 20]);
  });

  it("are gone after the evaluator is disposed, which is not reported as a stop", () => {
    const { scene, evaluator, animatables, stopped } = createStage();
    evaluator.dispose(false, false);
    expect([scene.animatables, animatables, stopped]).toEqual([[], [], []]);
  });

  it("are mixed by the scene once more where its step is still to come", () => {
    const { scene, evaluator, animatables, a } = createStage();
    evaluator.weight = 0.5;
    evaluator.pose(4);
    evaluator.dispose(true, true);
    expect([animatables.length, scene.animatables.length]).toEqual([0, 2]);
    render(scene, 1);
    expect([a.x, scene.animatables.length]).toEqual([0.5 * 4 + 0.5 * 100, 0]);
  });

  it("are not left behind where a target lacks the property", () => {
    const scene = createScene();
    const keys = { frames: [0, 60], values: [0, 1] };
    const group = createGroup(scene, [{ x: 0 }, createAnimation("x", keys)], [{ x: 0 }, createAnimation("absent.x", keys)]);
    const animatables: Animatable[] = [];
    expect(
      () =>
        new AnimatableEvaluator(group, group.targetedAnimations, animatables, BEGINNING, createFrameAtRest(), false, null, () => undefined),
    ).toThrow("Invalid property");
    expect([animatables, scene.animatables]).toEqual([[], []]);
  });
});
