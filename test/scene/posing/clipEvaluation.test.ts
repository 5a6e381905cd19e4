import { afterEach, describe, expect, it } from "@jest/globals";
import { Animation } from "@babylonjs/core/Animations/animation.js";
import type { Animatable } from "@babylonjs/core/Animations/animatable.core.js";
import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { AnimationGroupMask } from "@babylonjs/core/Animations/animationGroupMask.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { ClipEvaluation } from "../../../src/scene/posing/clipEvaluation.js";
import { Mixer } from "../../../src/scene/posing/properties/mixer.js";
import { BEGINNING, createAnimation, createGroup } from "../../helpers/group.js";
import { createScene, disposeScenes } from "../../helpers/scene.js";

afterEach(disposeScenes);

const HOLDS = "the animation x has a loop mode other than CYCLE";
const REFUSED = `evaluationMode: must not be "compiled" for group (${HOLDS})`;

interface Stage {
  readonly scene: Scene;
  readonly target: { name: string; x: number };
  readonly group: AnimationGroup;
  readonly animatables: Animatable[];
  readonly evaluation: ClipEvaluation;
}

/** A target that shows the timestamp, and was at 100 before. */
function createStage(): Stage {
  const scene = createScene();
  const target = { name: "target", x: 100 };
  const group = createGroup(scene, [target, createAnimation("x", { frames: [0, 600], values: [0, 10] })]);
  const animatables: Animatable[] = [];
  const listener = {
    onTargetsEnd: () => undefined,
    onEmpty: () => undefined,
    onDisturbed: () => undefined,
    onFailure: () => undefined,
    handOver: null,
  };
  const frame = {
    mixer: new Mixer(),
    isTicking: false,
    isBegun: false,
    beginTurn: () => undefined,
    updateSharing: () => undefined,
    placeAfter: () => null,
  };
  return { scene, target, group, animatables, evaluation: new ClipEvaluation(group, animatables, listener, () => frame, BEGINNING) };
}

describe("the evaluator", () => {
  it("is described before the start as it will be", () => {
    const { evaluation, group } = createStage();
    expect(evaluation.description).toEqual({ by: "compiled", reason: "its animations are compiled" });
    const { animation } = group.targetedAnimations[0]!;
    animation.loopMode = Animation.ANIMATIONLOOPMODE_CONSTANT;
    expect(evaluation.description).toEqual({ by: "babylon", reason: HOLDS });
    animation.loopMode = Animation.ANIMATIONLOOPMODE_CYCLE;
    evaluation.mode = "babylon";
    expect(evaluation.description).toEqual({ by: "babylon", reason: 'its evaluationMode is "babylon"' });
  });

  it("changes with the mode while the group plays, without a jump", () => {
    const { evaluation, animatables, target } = createStage();
    evaluation.start();
    evaluation.beginRun();
    evaluation.run!.pose(2);
    expect([evaluation.description.by, animatables.length]).toEqual(["compiled", 0]);
    evaluation.mode = "babylon";
    expect([evaluation.description.by, animatables.length, target.x]).toEqual(["babylon", 1, 2]);
    evaluation.mode = "auto";
    expect([evaluation.description.by, animatables.length, target.x]).toEqual(["compiled", 0, 2]);
  });

  it("is Babylon's from when the animatables are used, but only while the group plays, and only if it may be", () => {
    const { evaluation, animatables } = createStage();
    evaluation.showAnimatables();
    expect(evaluation.description.by).toBe("compiled");
    evaluation.mode = "compiled";
    evaluation.start();
    evaluation.beginRun();
    evaluation.showAnimatables();
    expect(animatables).toEqual([]);
    evaluation.mode = "auto";
    evaluation.showAnimatables();
    expect([evaluation.description.by, animatables.length]).toEqual(["compiled", 1]);
    animatables[0]!.pause();
    expect(evaluation.description).toEqual({ by: "babylon", reason: "its animatables are used" });
    evaluation.stop(true);
    expect(evaluation.description.by).toBe("babylon"); // the next run begins as this one ended
    evaluation.start();
    evaluation.beginRun();
    evaluation.stop(true);
    expect(evaluation.description.by).toBe("compiled"); // no code has used them
  });
});

describe("a mode", () => {
  it("must be one of three", () => {
    const { evaluation } = createStage();
    const error = new RangeError('evaluationMode: must be one of auto, babylon, compiled (got "fast")');
    expect(() => (evaluation.mode = "fast" as never)).toThrow(error);
    expect(evaluation.mode).toBe("auto");
  });

  it("that the group cannot play in is refused while it plays, and by the start", () => {
    const { evaluation, group } = createStage();
    group.targetedAnimations[0]!.animation.loopMode = Animation.ANIMATIONLOOPMODE_CONSTANT;
    evaluation.start();
    evaluation.beginRun();
    expect(() => (evaluation.mode = "compiled")).toThrow(new RangeError(REFUSED));
    expect([evaluation.mode, evaluation.description.by]).toEqual(["auto", "babylon"]);
    evaluation.stop(true);
    evaluation.mode = "compiled";
    evaluation.start();
    expect(() => evaluation.beginRun()).toThrow(new RangeError(REFUSED));
  });
});

describe("a start", () => {
  it("compiles at its beginning or with the first pose", () => {
    for (const begin of ["beginRun", "pose"] as const) {
      const { evaluation } = createStage();
      evaluation.start();
      expect(evaluation.run!.binding).toBeNull();
      if (begin === "pose") {
        evaluation.run!.pose(1);
      } else {
        evaluation.beginRun();
      }
      expect(evaluation.run!.binding).not.toBeNull();
    }
  });

  it("lasts until the stop, which gives the channels that were animated until then", () => {
    const { evaluation, group } = createStage();
    evaluation.start();
    evaluation.beginRun();
    expect(evaluation.stop(true)).toEqual([...group.targetedAnimations]);
    expect(evaluation.run).toBeNull();
    evaluation.start();
    evaluation.beginRun();
    evaluation.active.stop(group.targetedAnimations);
    expect(evaluation.stop(true)).toEqual([]);
    expect(evaluation.active.isStopped(group.targetedAnimations[0]!)).toBe(false);
  });
});

it("the weight is that of the group until the start, then that of the start, times those of its parts", () => {
  const { evaluation, group } = createStage();
  group.weight = 0.5;
  evaluation.weight = 0.1; // nothing plays that could take it
  expect(evaluation.weight).toBe(0.5);
  evaluation.start();
  evaluation.beginRun();
  const part = { factor: 0.5, rate: 1 };
  evaluation.parts.add(part);
  expect(evaluation.weight).toBe(0.25);
  evaluation.weight = 0.8;
  expect(evaluation.weight).toBe(0.4);
  evaluation.parts.remove(part);
  expect(evaluation.weight).toBe(0.8);
});

describe("a pose is shown", () => {
  it.each(["auto", "babylon"] as const)("at once, whatever its weight and whether or not the group plays: %s", (mode) => {
    const { evaluation, scene, target, group } = createStage();
    evaluation.mode = mode;
    group.weight = 0.5;
    evaluation.show(3);
    expect([target.x, scene.animatables.length]).toEqual([3, 0]);
    evaluation.start();
    evaluation.beginRun();
    evaluation.show(4);
    expect(target.x).toBe(4);
  });

  it.each(["auto", "babylon"] as const)("by the targets that the mask retains: %s", (mode) => {
    const { evaluation, target, group } = createStage();
    evaluation.mode = mode;
    group.mask = new AnimationGroupMask(["other"]);
    evaluation.show(3);
    expect(target.x).toBe(100);
  });
});
