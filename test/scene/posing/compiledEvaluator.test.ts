import { afterEach, describe, expect, it } from "@jest/globals";
import type { Animation } from "@babylonjs/core/Animations/animation.js";
import { AnimationGroupMask } from "@babylonjs/core/Animations/animationGroupMask.js";
import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { ActiveChannels } from "../../../src/scene/posing/activeChannels.js";
import { bind } from "../../../src/scene/posing/clipBinding.js";
import { CompiledEvaluator } from "../../../src/scene/posing/compiledEvaluator.js";
import { Mixer } from "../../../src/scene/posing/properties/mixer.js";
import { createUser } from "../../helpers/propertyUser.js";
import { createAnimation, createGroup, createFrameAtRest } from "../../helpers/group.js";
import { createScene, disposeScenes } from "../../helpers/scene.js";

afterEach(disposeScenes);

/** Two targets that show the timestamp and ten times the timestamp, and were at 100 before. */
interface Stage {
  readonly a: { x: number };
  readonly b: { x: number };
  readonly group: AnimationGroup;
  readonly animation: Animation;
  readonly active: ActiveChannels;
  readonly mixer: Mixer;
  readonly evaluator: CompiledEvaluator;
  readonly setWeight: (weight: number) => void;
  /** Poses, and ends the frame. */
  readonly pose: (timestamp: number) => [a: number, b: number];
}

function createStage(): Stage {
  const [a, b] = [
    { name: "a", x: 100 },
    { name: "b", x: 100 },
  ];
  const animation = createAnimation("x", { frames: [0, 600], values: [0, 10] });
  const group = createGroup(createScene(), [a, animation], [b, createAnimation("x", { frames: [0, 600], values: [0, 100] })]);
  const active = new ActiveChannels(group);
  const binding = bind(group, null);
  binding.properties.acquire(createUser());
  const mixer = new Mixer();
  const run = { group, startNumber: 1, weight: -1, layer: 0, fail: () => undefined, stopTargets: () => undefined };
  const evaluator = new CompiledEvaluator(run, active, binding, binding.tracks!, createFrameAtRest(mixer), null);
  const pose = (timestamp: number): [number, number] => {
    evaluator.pose(timestamp);
    mixer.flush();
    return [a.x, b.x];
  };
  const setWeight = (weight: number): void => void (run.weight = weight);
  return { a, b, group, animation, active, mixer, evaluator, setWeight, pose };
}

describe("a pose", () => {
  it("without weight is written at once", () => {
    const { evaluator, a, b } = createStage();
    expect(evaluator.weight).toBe(-1);
    evaluator.pose(2.5);
    expect([a.x, b.x]).toEqual([2.5, 25]);
  });

  it("with a weight is mixed with the values at rest at the end of the frame", () => {
    const { evaluator, mixer, a, b, setWeight } = createStage();
    setWeight(0.25);
    evaluator.pose(2);
    expect([a.x, b.x]).toEqual([100, 100]);
    mixer.flush();
    expect([a.x, b.x]).toEqual([0.25 * 2 + 0.75 * 100, 0.25 * 20 + 0.75 * 100]);
  });

  it("is mixed once in a frame, with the last timestamp", () => {
    const { evaluator, pose, setWeight } = createStage();
    setWeight(1);
    evaluator.pose(1);
    expect(pose(2)).toEqual([2, 20]);
  });

  it("of weight 0 gives the values at rest once, and leaves the targets alone after that", () => {
    const { pose, a, setWeight } = createStage();
    expect(pose(1)).toEqual([1, 10]);
    setWeight(0);
    expect(pose(2)).toEqual([100, 100]);
    a.x = 7;
    expect(pose(3)).toEqual([7, 100]);
    setWeight(1);
    expect(pose(4)).toEqual([4, 40]);
    setWeight(0);
    expect(pose(5)).toEqual([100, 100]);
  });

  it("that is queued is still mixed after the evaluator is disposed", () => {
    const { evaluator, mixer, a, setWeight } = createStage();
    setWeight(1);
    evaluator.pose(3);
    evaluator.dispose(true, false);
    mixer.flush();
    expect(a.x).toBe(3);
  });
});

it.each([
  { given: -1, weight: -1 },
  { given: 0.5, weight: 0.5 },
  { given: 3, weight: 1 },
  { given: -0.5, weight: 0 },
])("a weight of $given counts as $weight", ({ given, weight }) => {
  const { evaluator, setWeight } = createStage();
  setWeight(given);
  expect(evaluator.weight).toBe(weight);
});

it.each([-1, 1])(
  "targets that the mask does not retain, or that were stopped, are left alone once the mask is read again (weight %d)",
  (weight) => {
    const { evaluator, group, active, pose, setWeight } = createStage();
    setWeight(weight);
    group.mask = new AnimationGroupMask(["a"]);
    expect(pose(1)).toEqual([1, 10]);
    evaluator.updateMask();
    expect(pose(2)).toEqual([2, 10]);
    group.mask = null;
    active.stop([group.targetedAnimations[0]!]);
    evaluator.updateMask();
    expect(pose(3)).toEqual([2, 30]);
  },
);

it("all targets but those that were stopped get the values back that they had before", () => {
  const { evaluator, group, active, pose, a, b } = createStage();
  pose(3);
  active.stop([group.targetedAnimations[1]!]);
  evaluator.restore();
  expect([a.x, b.x]).toEqual([100, 30]);
});

it("Babylon sees a runtime animation at the frame of the group until the evaluator is disposed", () => {
  const { evaluator, animation, group, a } = createStage();
  const [shown] = animation.runtimeAnimations;
  expect(animation.runtimeAnimations).toHaveLength(1);
  expect([shown!.target, shown!.currentFrame, animation.hasRunningRuntimeAnimations]).toEqual([a, group.getCurrentFrame(), true]);
  evaluator.dispose(true, false);
  expect(animation.runtimeAnimations).toEqual([]);
});
