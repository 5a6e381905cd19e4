import { afterEach, describe, expect, it } from "@jest/globals";
import type { Animation } from "@babylonjs/core/Animations/animation.js";
import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import type { Scene } from "@babylonjs/core/scene.js";
import type { AnimatedProperty, PropertyUser } from "../../../src/scene/posing/properties/animatedProperty.js";
import { StepSharing } from "../../../src/scene/posing/stepSharing.js";
import { addUser, createUser, propertyOf } from "../../helpers/propertyUser.js";
import { createAnimation, createGroup } from "../../helpers/group.js";
import { createScene, disposeScenes, render } from "../../helpers/scene.js";
import { CreateClip, type EvaluationMode } from "../../../src/pure.js";

afterEach(disposeScenes);

const KEYS = { frames: [0, 60], values: [0, 1] };

interface Stage {
  readonly scene: Scene;
  /** Makes a group of Babylon's on one of the targets a, b, c and d. */
  readonly createPlain: (target: number) => AnimationGroup;
  /** Adds a user of properties of the targets. */
  readonly addUser: (...targets: number[]) => PropertyUser;
}

function createStage(): Stage {
  const scene = createScene();
  const targets = ["a", "b", "c", "d"].map((name) => ({ name, x: 0 }));
  const animation = createAnimation("x", KEYS);
  const properties: AnimatedProperty[] = targets.map((target) => propertyOf(target, animation)!);
  return {
    scene,
    createPlain: (target) => createGroup(scene, [targets[target]!, animation]),
    addUser: (...used) => {
      const animated = used.map((target) => properties[target]!);
      const user = createUser(...animated);
      animated.forEach((property) => addUser(property, user));
      return user;
    },
  };
}

const areInStep = (users: readonly PropertyUser[]): boolean[] => users.map(({ isInStep }) => isInStep);

describe("clips are posed in the scene's step", () => {
  it("where they share a property with a plain group that plays, or with clips that do so in turn, until it stops", () => {
    const { scene, createPlain, addUser } = createStage();
    const users = [addUser(1, 2), addUser(0, 1), addUser(3), addUser()];
    const sharing = new StepSharing(scene);
    const plain = createPlain(0);
    sharing.update();
    expect(areInStep(users)).toEqual([false, false, false, false]);
    plain.start(true);
    sharing.update();
    expect(areInStep(users)).toEqual([true, true, false, false]);
    plain.stop();
    sharing.update();
    expect(areInStep(users)).toEqual([false, false, false, false]);
  });

  it("but not beside a group that is paused, nor beside one that animates something else", () => {
    const { scene, createPlain, addUser } = createStage();
    const users = [addUser(0)];
    createPlain(0).start(true).pause();
    createPlain(1).start(true);
    new StepSharing(scene).update();
    expect(areInStep(users)).toEqual([false]);
  });

  it("from when they start, if the group plays already", () => {
    const { scene, createPlain, addUser } = createStage();
    const sharing = new StepSharing(scene);
    createPlain(0).start(true);
    const early = addUser(0);
    sharing.update();
    const late = addUser(0);
    sharing.update();
    expect(areInStep([early, late])).toEqual([true, true]);
  });

  it.each([-1, 0.5])("beside a clip that Babylon evaluates, with weight %d", (weight) => {
    const { scene, createPlain, addUser } = createStage();
    CreateClip("clip", createPlain(0), { end: 1 }, { evaluationMode: "babylon", weight }).start();
    const user = addUser(0);
    new StepSharing(scene).update();
    expect(user.isInStep).toBe(true);
  });

  it("but not a clip that animates a property twice beside itself", () => {
    const { scene } = createStage();
    const twice = Array(2).fill([{ x: 0 }, createAnimation("x", KEYS)]) as [object, Animation][];
    const clip = CreateClip("clip", createGroup(scene, ...twice), { end: 1 }, { evaluationMode: "babylon" }).start();
    new StepSharing(scene).update();
    expect([scene.animatables.length, clip.player.posing.isInStep]).toEqual([2, false]);
  });

  it("but not beside other compiled clips", () => {
    const { scene, createPlain, addUser } = createStage();
    CreateClip("clip", createPlain(0), { end: 1 }).start();
    const user = addUser(0);
    new StepSharing(scene).update();
    expect(user.isInStep).toBe(false);
  });
});

describe("a clip that begins by the end of another rests on its last pose", () => {
  it.each<[string, EvaluationMode | null, boolean, boolean]>([
    ["of Babylon's own groups", null, true, false],
    ["alone", "auto", false, false],
    ["beside a group of Babylon's", "auto", true, false],
    ["evaluated by Babylon, beside a group of Babylon's", "babylon", true, false],
    ["also if it is the same clip", "auto", false, true],
    ["also if it is the same clip, beside a group of Babylon's", "auto", true, true],
    ["also if it is the same clip, evaluated by Babylon, beside a group of Babylon's", "babylon", true, true],
  ])("%s", (_, evaluationMode, isShared, isSame) => {
    const scene = createScene();
    const [shown, beside] = [{ x: 0 }, { x: 0 }];
    const plain = createGroup(scene, [beside, createAnimation("x", KEYS)]);
    const clipOf = (name: string, values: readonly number[]): AnimationGroup => {
      const animation = createAnimation("x", { ...KEYS, values });
      const group = createGroup(scene, [shown, animation], [beside, animation]);
      return evaluationMode ? CreateClip(name, group, { end: 1, repetitions: 1 }, { evaluationMode }) : group;
    };
    const first = clipOf("first", [0, 1]);
    const next = isSame ? first : clipOf("next", [5, 5]);
    const half = clipOf("half", [5, 5]);
    first.onAnimationGroupEndObservable.addOnce(() => void next.start());
    if (isShared) {
      plain.start(true);
    }
    first.start();
    render(scene, 64); // 63 * 0.016 = 1.008
    if (isSame) {
      first.weight = 0;
      half.weight = 0.25;
      half.start();
    } else {
      next.weight = 0.25;
    }
    render(scene, 1);
    expect(shown.x).toBeCloseTo(0.25 * 5 + 0.75 * 1, 9);
  });
});

it.each<EvaluationMode>(["compiled", "babylon"])(
  "a start within a frame leaves the others their places in the step (%s)",
  (evaluationMode) => {
    const scene = createScene();
    const [shown, beside] = [{ x: 0 }, { x: 0 }];
    createGroup(scene, [shown, createAnimation("x", KEYS)]).start(true);
    const later = createGroup(scene, [shown, createAnimation("x", { ...KEYS, values: [5, 5] })]);
    const clip = CreateClip("later", later, { end: 0.1 }, { evaluationMode }).start();
    const other = CreateClip("other", createGroup(scene, [beside, createAnimation("x", KEYS)]), { end: 1 });
    const seen: number[] = [];
    clip.onRepeatObservable.addOnce(() => void other.start());
    for (let frame = 0; frame < 10; frame++) {
      render(scene, 1);
      seen.push(shown.x);
    }
    expect([seen, other.isPlaying]).toEqual([Array(10).fill(5), true]);
  },
);
