import { afterEach, describe, expect, it } from "@jest/globals";
import { Animation } from "@babylonjs/core/Animations/animation.js";
import type { Animatable } from "@babylonjs/core/Animations/animatable.core.js";
import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { AnimationGroupMask } from "@babylonjs/core/Animations/animationGroupMask.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { Posing } from "../../../src/scene/posing/posing.js";
import type { PosingOwner } from "../../../src/scene/posing/posingRun.js";
import { propertiesOf } from "../../../src/scene/posing/properties/animatedProperty.js";
import { BEGINNING, createAnimation, createGroup, createFrameAtRest } from "../../helpers/group.js";
import { ruleOf } from "../../helpers/rules.js";
import { createScene, disposeScenes } from "../../helpers/scene.js";

afterEach(disposeScenes);

const HOLDS = "the animation x has a loop mode other than CYCLE";
const REFUSED = `evaluationMode: ${ruleOf("notCompiled", "group", HOLDS)}`;

interface Stage {
  readonly scene: Scene;
  readonly target: { name: string; x: number };
  readonly group: AnimationGroup;
  readonly animatables: Animatable[];
  readonly posing: Posing;
  /** The reports of the posing. */
  readonly log: string[];
}

/** A target that shows the timestamp, and was at 100 before. */
function createStage(target = { name: "target", x: 100 }): Stage {
  const scene = createScene();
  const group = createGroup(scene, [target, createAnimation("x", { frames: [0, 600], values: [0, 10] })]);
  const animatables: Animatable[] = [];
  const log: string[] = [];
  const owner: PosingOwner = {
    ...{ playhead: BEGINNING, scheduler: createFrameAtRest(), letBabylonPlay: null },
    listener: { onTargetsEnd: (channels) => log.push(`targets end: ${channels.length}`) },
    wake: () => undefined,
    onMixed: () => undefined,
    onEmpty: () => log.push("empty"),
    fail: () => undefined,
  };
  return { scene, target, group, animatables, log, posing: new Posing(group, animatables, owner) };
}

describe("the evaluator", () => {
  it("is described before the start as it will be", () => {
    const { posing, group } = createStage();
    expect(posing.description).toEqual({ by: "compiled", reason: "its animations are compiled" });
    const { animation } = group.targetedAnimations[0]!;
    animation.loopMode = Animation.ANIMATIONLOOPMODE_CONSTANT;
    expect(posing.description).toEqual({ by: "babylon", reason: HOLDS });
    animation.loopMode = Animation.ANIMATIONLOOPMODE_CYCLE;
    posing.mode = "babylon";
    expect(posing.description).toEqual({ by: "babylon", reason: 'its evaluationMode is "babylon"' });
  });

  it("changes with the mode while the group plays, without a jump", () => {
    const { posing, animatables, target } = createStage();
    posing.start();
    posing.begin();
    posing.pose(2);
    expect([posing.description.by, animatables.length]).toEqual(["compiled", 0]);
    posing.mode = "babylon";
    expect([posing.description.by, animatables.length, target.x]).toEqual(["babylon", 1, 2]);
    posing.mode = "auto";
    expect([posing.description.by, animatables.length, target.x]).toEqual(["compiled", 0, 2]);
  });

  it("is Babylon's from when the animatables are used, but only while the group plays, and only if it may be", () => {
    const { posing, animatables } = createStage();
    posing.showAnimatables();
    expect(posing.description.by).toBe("compiled");
    posing.mode = "compiled";
    posing.start();
    posing.begin();
    posing.showAnimatables();
    expect(animatables).toEqual([]);
    posing.mode = "auto";
    posing.showAnimatables();
    expect([posing.description.by, animatables.length]).toEqual(["compiled", 1]);
    animatables[0]!.pause();
    expect(posing.description).toEqual({ by: "babylon", reason: "its animatables are used" });
    posing.stop(true);
    expect(posing.description.by).toBe("babylon"); // the next run begins as this one ended
    posing.start();
    posing.begin();
    posing.stop(true);
    expect(posing.description.by).toBe("compiled"); // no code has used them
  });
});

describe("a mode", () => {
  it("must be one of three", () => {
    const { posing } = createStage();
    const error = new RangeError(`evaluationMode: ${ruleOf("oneOfList", "auto, babylon, compiled", '"fast"')}`);
    expect(() => (posing.mode = "fast" as never)).toThrow(error);
    expect(posing.mode).toBe("auto");
  });

  it("that the group cannot play in is refused while it plays, and by the start", () => {
    const { posing, group } = createStage();
    group.targetedAnimations[0]!.animation.loopMode = Animation.ANIMATIONLOOPMODE_CONSTANT;
    posing.start();
    posing.begin();
    expect(() => (posing.mode = "compiled")).toThrow(new RangeError(REFUSED));
    expect([posing.mode, posing.description.by]).toEqual(["auto", "babylon"]);
    posing.stop(true);
    posing.mode = "compiled";
    posing.start();
    expect(() => posing.begin()).toThrow(new RangeError(REFUSED));
  });
});

describe("a start", () => {
  it("compiles at its beginning or with the first pose", () => {
    for (const begin of ["begin", "pose"] as const) {
      const { posing } = createStage();
      posing.start();
      expect(posing.runBinding).toBeNull();
      if (begin === "pose") {
        posing.pose(1);
      } else {
        posing.begin();
      }
      expect(posing.runBinding).not.toBeNull();
    }
  });

  it("lasts until the stop, which gives the channels that were animated until then", () => {
    const { posing, group } = createStage();
    posing.start();
    posing.begin();
    expect(posing.stop(true)).toEqual([...group.targetedAnimations]);
    expect(posing.isStarted).toBe(false);
    posing.start();
    posing.begin();
    posing.active.stop(group.targetedAnimations);
    expect(posing.stop(true)).toEqual([]);
    expect(posing.active.isStopped(group.targetedAnimations[0]!)).toBe(false);
  });
});

it("the weight is that of the group until the start, then that of the start, times those of its parts", () => {
  const { posing, group } = createStage();
  group.weight = 0.5;
  posing.weight = 0.1; // nothing plays that could take it
  expect(posing.weight).toBe(0.5);
  posing.start();
  posing.begin();
  const part = { factor: 0.5, rate: 1 };
  posing.addPart(part);
  expect(posing.weight).toBe(0.25);
  posing.weight = 0.8;
  expect(posing.weight).toBe(0.4);
  posing.removePart(part);
  expect(posing.weight).toBe(0.8);
});

describe("a pose is shown", () => {
  it.each(["auto", "babylon"] as const)("at once, whatever its weight and whether or not the group plays: %s", (mode) => {
    const { posing, scene, target, group } = createStage();
    posing.mode = mode;
    group.weight = 0.5;
    posing.show(3);
    expect([target.x, scene.animatables.length]).toEqual([3, 0]);
    posing.start();
    posing.begin();
    posing.show(4);
    expect(target.x).toBe(4);
  });

  it.each(["auto", "babylon"] as const)("by the targets that the mask retains: %s", (mode) => {
    const { posing, target, group } = createStage();
    posing.mode = mode;
    group.mask = new AnimationGroupMask(["other"]);
    posing.show(3);
    expect(target.x).toBe(100);
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
  const { posing } = createStage();
  posing.start();
  factors.forEach((factor) => posing.addPart({ factor, rate: 1 }));
  posing.weight = weight;
  expect(posing.weight).toBe(effective);
});

describe("a run", () => {
  it("has a number of its own, higher than those before, until the stop", () => {
    const { posing } = createStage();
    expect(posing.startNumber).toBe(0);
    posing.start();
    const { startNumber } = posing;
    posing.stop(true);
    expect(posing.startNumber).toBe(0);
    posing.start();
    expect(posing.startNumber).toBeGreaterThan(startNumber);
  });

  it("uses its properties until the end", () => {
    const { posing, target } = createStage();
    posing.start();
    posing.begin();
    expect(propertiesOf(target)[0]!.users).toEqual([posing]);
    posing.stop(true);
    expect(propertiesOf(target)[0]!.users).toEqual([]);
  });
});

describe("another evaluator", () => {
  it("takes over without a jump, and knows the value from before the clip", () => {
    const { posing, animatables, target } = createStage();
    posing.start();
    posing.pose(2);
    for (const [mode, by, count] of [["babylon", "babylon", 1] as const, ["auto", "compiled", 0] as const]) {
      posing.mode = mode;
      expect([target.x, animatables.length, posing.choice?.by]).toEqual([2, count, by]);
      posing.pose(3);
      expect(target.x).toBeCloseTo(3, 12);
      posing.restore();
      expect(target.x).toBe(100);
      posing.pose(2);
    }
  });

  it("is chosen again once, when code uses the animatables", () => {
    const { posing, animatables } = createStage();
    posing.start();
    posing.begin();
    posing.useAnimatables();
    const [own] = animatables;
    posing.useAnimatables();
    expect([posing.choice?.by, animatables.length, animatables[0] === own]).toEqual(["babylon", 1, true]);
  });
});

describe("stopping a target", () => {
  it("concerns its animations that are meant, once; without any left, the group is empty", () => {
    const { posing, log, target } = createStage();
    posing.start();
    posing.begin();
    const { startNumber } = posing;
    posing.stopTarget({}, () => true, startNumber);
    posing.stopTarget(target, () => false, startNumber);
    expect(log).toEqual([]);
    posing.stopTarget(target, ({ name }) => name === "x", startNumber);
    posing.stopTarget(target, () => true, startNumber);
    expect(log).toEqual(["targets end: 1", "empty"]);
    posing.pose(2);
    expect(target.x).toBe(100);
  });

  it("does not concern a later run", () => {
    const { posing, log, target } = createStage();
    posing.start();
    posing.begin();
    const { startNumber } = posing;
    posing.holdStops(target, () => true);
    posing.stop(true);
    posing.start();
    posing.begin();
    posing.stopTarget(target, () => true, startNumber);
    posing.stopTargets(() => true, startNumber);
    expect(log).toEqual([]);
    posing.stopTarget(target, () => true, posing.startNumber);
    expect(log).toEqual(["targets end: 1", "empty"]);
  });
});

describe("groups that leave together", () => {
  it("restore the targets that no other group shows", () => {
    const { posing: a, target } = createStage();
    const { posing: b } = createStage(target);
    const part = { factor: 1, rate: 1 };
    b.addPart(part); // in a mixture, a group is shown also while it is paused
    [a, b].forEach((posing) => {
      posing.start();
      posing.pose(2);
    });
    a.restoreFor(new Set([a]));
    expect(target.x).toBe(2);
    b.removePart(part);
    a.restoreFor(new Set([a, b]));
    expect(target.x).toBe(100);
  });
});
