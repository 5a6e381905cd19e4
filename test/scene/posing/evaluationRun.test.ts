import { afterEach, describe, expect, it } from "@jest/globals";
import type { Animatable } from "@babylonjs/core/Animations/animatable.core.js";
import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { ActiveChannels } from "../../../src/scene/posing/activeChannels.js";
import { propertiesOf } from "../../../src/scene/posing/properties/animatedProperty.js";
import { bind } from "../../../src/scene/posing/clipBinding.js";
import type { EvaluationDescription } from "../../../src/scene/posing/evaluationChoice.js";
import { EvaluationRun, type RunContext } from "../../../src/scene/posing/evaluationRun.js";
import { BEGINNING, createAnimation, createGroup } from "../../helpers/group.js";
import { MixtureParts } from "../../../src/scene/posing/mixtureParts.js";
import { Mixer } from "../../../src/scene/posing/properties/mixer.js";
import { createScene, disposeScenes } from "../../helpers/scene.js";

afterEach(disposeScenes);

const COMPILED: EvaluationDescription = { by: "compiled", reason: "compiled" };
const BABYLON: EvaluationDescription = { by: "babylon", reason: "mode" };

/** The context of a run, and a log of its reports. */
class Context implements RunContext {
  readonly animatables: Animatable[] = [];
  readonly active: ActiveChannels;
  readonly log: string[] = [];
  readonly frame = {
    mixer: new Mixer(),
    isTicking: false,
    isBegun: false,
    beginTurn: () => undefined,
    updateSharing: () => undefined,
    placeAfter: () => null,
  };
  readonly mode = "auto";
  readonly layer = 0;
  readonly progress = BEGINNING;
  readonly parts = new MixtureParts();
  choose: (binding: unknown, areAnimatablesUsed: boolean) => EvaluationDescription = () => COMPILED;
  readonly listener = {
    onTargetsEnd: (channels: readonly unknown[]) => this.log.push(`targets end: ${channels.length}`),
    onEmpty: () => this.log.push("empty"),
    onDisturbed: () => undefined,
    onFailure: (error: unknown) => this.log.push(`failure: ${(error as Error).message}`),
    handOver: null,
  };

  constructor(readonly group: AnimationGroup) {
    this.active = new ActiveChannels(group);
  }

  bind(): ReturnType<typeof bind> {
    return bind(this.group, null);
  }
}

/** A run on a target that shows the timestamp, and was at 9 before. */
function createRun(target = { x: 9 }): { target: { x: number }; context: Context; run: EvaluationRun } {
  const animation = createAnimation("x", { frames: [0, 600], values: [0, 10] });
  const context = new Context(createGroup(createScene(), [target, animation]));
  return { target, context, run: new EvaluationRun(context) };
}

describe("a start", () => {
  it("may wait for the first pose", () => {
    const { run, target } = createRun();
    expect([run.binding, run.choice, target.x]).toEqual([null, null, 9]);
    run.pose(2);
    expect([run.binding?.targetedAnimations.length, run.choice, target.x]).toEqual([1, COMPILED, 2]);
  });

  it("has a higher number than those before", () => {
    expect(createRun().run.startNumber).toBeLessThan(createRun().run.startNumber);
  });

  it("uses its properties until the end", () => {
    const { run, target } = createRun();
    run.begin();
    expect(propertiesOf(target)[0]!.users).toEqual([run]);
    run.end(true);
    expect(propertiesOf(target)[0]!.users).toEqual([]);
  });
});

it.each([
  { weight: -1, factors: [], effective: -1 },
  { weight: 0.5, factors: [], effective: 0.5 },
  { weight: -1, factors: [0.25], effective: 0.25 },
  { weight: 0.5, factors: [0.25], effective: 0.125 },
  { weight: 2, factors: [0.25], effective: 0.25 },
  { weight: 0.5, factors: [0.25, 0.5, 0.5], effective: 0.03125 },
])("the weight $weight and the factors $factors of its parts make $effective", ({ weight, factors, effective }) => {
  const { run, context } = createRun();
  factors.forEach((factor) => context.parts.add({ factor, rate: 1 }));
  run.weight = weight;
  expect(run.weight).toBe(effective);
});

describe("another evaluator", () => {
  it("takes over without a jump, and knows the value from before the clip", () => {
    const { run, context, target } = createRun();
    run.pose(2);
    for (const [choice, animatables] of [[BABYLON, 1] as const, [COMPILED, 0] as const]) {
      context.choose = () => choice;
      run.update();
      expect([target.x, context.animatables.length, run.choice]).toEqual([2, animatables, choice]);
      run.pose(3);
      expect(target.x).toBeCloseTo(3, 12);
      run.restore();
      expect(target.x).toBe(9);
      run.pose(2);
    }
  });

  it("is chosen again once, when code uses the animatables", () => {
    const { run, context } = createRun();
    const seen: unknown[] = [];
    context.choose = (_, areAnimatablesUsed) => (seen.push(areAnimatablesUsed), areAnimatablesUsed ? BABYLON : COMPILED);
    run.begin();
    run.useAnimatables();
    run.useAnimatables();
    expect([seen.at(0), seen.at(-1), context.animatables.length]).toEqual([false, true, 1]);
  });
});

describe("stopping a target", () => {
  it("concerns its animations that are meant, once; without any left, the run is empty", () => {
    const { run, context, target } = createRun();
    run.begin();
    run.stopTarget({}, () => true);
    run.stopTarget(target, () => false);
    expect(context.log).toEqual([]);
    run.stopTarget(target, ({ name }) => name === "x");
    run.stopTarget(target, () => true);
    expect(context.log).toEqual(["targets end: 1", "empty"]);
    run.pose(2);
    expect(target.x).toBe(9);
  });
});

describe("runs that leave together", () => {
  it("restore the targets that no other run shows", () => {
    const target = { x: 9 };
    const [{ run: a }, { run: b, context }] = [createRun(target), createRun(target)];
    const part = { factor: 1, rate: 1 };
    context.parts.add(part); // in a mixture, a run is shown also while its group is paused
    [a, b].forEach((run) => run.pose(2));
    a.restoreFor(new Set([a]));
    expect(target.x).toBe(2);
    context.parts.remove(part);
    a.restoreFor(new Set([a, b]));
    expect(target.x).toBe(9);
  });
});
