/** What compiled tracks make of keys: every interpolation and type of values, at keys and beside them, against Babylon's evaluation. */
import { afterEach, describe, expect, it } from "@jest/globals";
import { Animation } from "@babylonjs/core/Animations/animation.js";
import { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import type { IAnimationKey } from "@babylonjs/core/Animations/animationKey.js";
import { Color3, Color4 } from "@babylonjs/core/Maths/math.color.js";
import { Quaternion, Vector2, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { MorphTarget } from "@babylonjs/core/Morph/morphTarget.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { CreateClip, type ClipAnimationGroup, type EvaluationMode } from "../../../src/pure.js";
import { createRandom } from "../../helpers/random.js";
import { createScene, disposeScenes, render } from "../../helpers/scene.js";

afterEach(disposeScenes);

const SEED = 4711;

interface Kind {
  readonly name: string;
  readonly dataType: number;
  readonly property: string;
  readonly size: number;
  readonly create: (components: readonly number[]) => unknown;
  readonly target: (scene: Scene) => object;
}

const node = (scene: Scene): object => Object.assign(new TransformNode("node", scene), { rotationQuaternion: Quaternion.Identity() });

const KINDS: readonly Kind[] = [
  { name: "number", dataType: Animation.ANIMATIONTYPE_FLOAT, property: "value", size: 1, create: ([x]) => x, target: () => ({ value: 3 }) },
  {
    name: "number at the end of a path",
    dataType: Animation.ANIMATIONTYPE_FLOAT,
    property: "position.y",
    size: 1,
    create: ([x]) => x,
    target: node,
  },
  {
    name: "weight of a morph target",
    dataType: Animation.ANIMATIONTYPE_FLOAT,
    property: "influence",
    size: 1,
    create: ([x]) => x,
    target: (scene) => new MorphTarget("morph", 0, scene),
  },
  {
    name: "2-vector",
    dataType: Animation.ANIMATIONTYPE_VECTOR2,
    property: "value",
    size: 2,
    create: (v) => Vector2.FromArray(v),
    target: () => ({ value: new Vector2(1, 2) }),
  },
  {
    name: "position",
    dataType: Animation.ANIMATIONTYPE_VECTOR3,
    property: "position",
    size: 3,
    create: (v) => Vector3.FromArray(v),
    target: node,
  },
  {
    name: "scaling",
    dataType: Animation.ANIMATIONTYPE_VECTOR3,
    property: "scaling",
    size: 3,
    create: (v) => Vector3.FromArray(v),
    target: node,
  },
  {
    name: "vector",
    dataType: Animation.ANIMATIONTYPE_VECTOR3,
    property: "value",
    size: 3,
    create: (v) => Vector3.FromArray(v),
    target: () => ({ value: new Vector3(1, 2, 3) }),
  },
  {
    name: "color",
    dataType: Animation.ANIMATIONTYPE_COLOR3,
    property: "value",
    size: 3,
    create: (v) => Color3.FromArray(v),
    target: () => ({ value: new Color3(1, 0, 1) }),
  },
  {
    name: "color with alpha",
    dataType: Animation.ANIMATIONTYPE_COLOR4,
    property: "value",
    size: 4,
    create: (v) => Color4.FromArray(v),
    target: () => ({ value: new Color4(1, 0, 1, 0.5) }),
  },
  {
    name: "rotation",
    dataType: Animation.ANIMATIONTYPE_QUATERNION,
    property: "rotationQuaternion",
    size: 4,
    create: (v) => Quaternion.FromArray(v).normalize(),
    target: node,
  },
  {
    name: "rotation of something else",
    dataType: Animation.ANIMATIONTYPE_QUATERNION,
    property: "value",
    size: 4,
    create: (v) => Quaternion.FromArray(v).normalize(),
    target: () => ({ value: Quaternion.Identity() }),
  },
];

const INTERPOLATIONS = ["LINEAR", "STEP", "CUBICSPLINE"] as const;

interface Shape {
  readonly interpolation: (typeof INTERPOLATIONS)[number];
  readonly frames: readonly number[];
  readonly framePerSecond?: number;
  readonly first?: readonly number[];
}

function createAnimation(kind: Kind, { interpolation, frames, framePerSecond = 60 }: Shape, random: () => number): Animation {
  const components = (): number[] => Array.from({ length: kind.size }, () => 2 * random() - 1);
  const tangent = (): unknown => {
    const values = components().map((component) => component / 20);
    return kind.dataType === Animation.ANIMATIONTYPE_QUATERNION ? Quaternion.FromArray(values) : kind.create(values);
  };
  const animation = new Animation(kind.name, kind.property, framePerSecond, kind.dataType);
  animation.setKeys(
    frames.map((frame): IAnimationKey => {
      const key: IAnimationKey = { frame, value: kind.create(components()) };
      if (interpolation === "STEP") {
        key.interpolation = 1;
      } else if (interpolation === "CUBICSPLINE") {
        key.inTangent = tangent();
        key.outTangent = tangent();
      }
      return key;
    }),
  );
  return animation;
}

type Value = number | { asArray(): number[] };

function valuesOf(clip: ClipAnimationGroup): number[][] {
  return clip.targetedAnimations.map(({ animation, target }) => {
    const value = animation.targetPropertyPath.reduce<unknown>(
      (object, name) => (object as Record<string, unknown>)[name],
      target,
    ) as Value;
    return typeof value === "number" ? [value] : value.asArray();
  });
}

function play(group: AnimationGroup, evaluation: EvaluationMode): ClipAnimationGroup {
  const clip = CreateClip(evaluation, group, { start: -1, end: 5 }, { evaluationMode: evaluation });
  clip.start();
  clip.pause();
  expect(clip.evaluation.by).toBe(evaluation);
  return clip;
}

/** Goes to times one after the other, with the clip that is compiled and with the one that is not. */
function expectSame(group: AnimationGroup, times: readonly number[], tolerance = 1e-6): void {
  const [compiled, babylon] = [play(group, "compiled"), play(group, "babylon")];
  for (const [i, time] of times.entries()) {
    const [actual, expected] = [compiled, babylon].map((clip) => {
      clip.player.seek(time, true);
      return valuesOf(clip);
    });
    actual!.forEach((components, channel) =>
      components.forEach((component, c) => {
        if (!(Math.abs(component - expected![channel]![c]!) <= tolerance)) {
          const { name } = compiled.targetedAnimations[channel]!.animation;
          throw new Error(
            `seed ${SEED}, ${name} at ${time} s (after ${times[i - 1]}), component ${c}: ${component}, expected ${expected![channel]![c]}`,
          );
        }
      }),
    );
  }
  compiled.stop();
  babylon.stop();
}

/** Times at keys, just before and after them, between and outside, in order, backwards and criss-cross. */
function timesAround(frames: readonly number[], framePerSecond: number, random: () => number): number[] {
  const around = frames.flatMap((frame) => [frame - 1e-4, frame, frame + 1e-4, frame + 3.3].map((each) => each / framePerSecond));
  const all = [-0.5, ...around, 4.9];
  const crossed = Array.from({ length: 30 }, () => all[Math.floor(random() * all.length)]!);
  return [...all, ...[...all].reverse(), ...crossed];
}

describe.each(INTERPOLATIONS)("%s", (interpolation) => {
  it.each(KINDS)("$name", (kind) => {
    const random = createRandom(SEED);
    for (const frames of [[0, 10, 25, 26, 60, 61.5, 100, 180], [0, 30], [0], [90]]) {
      const scene = createScene();
      const group = new AnimationGroup("group", scene);
      group.addTargetedAnimation(createAnimation(kind, { interpolation, frames }, random), kind.target(scene));
      expectSame(group, timesAround(frames, 60, random));
    }
  });
});

describe.each(["compiled", "babylon"] as const)("a STEP key is reached at exactly its own frame: %s", (evaluationMode) => {
  const WAYS: readonly { readonly how: string; readonly go: (clip: ClipAnimationGroup, frame: number) => unknown }[] = [
    { how: "by goToFrame", go: (clip, frame) => clip.goToFrame(frame) },
    { how: "by seeking", go: (clip, frame) => (clip.timestamp = frame / 60) },
    { how: "by goToFrame while it is paused", go: (clip, frame) => clip.start().pause().goToFrame(frame) },
    { how: "by seeking while it plays", go: (clip, frame) => (clip.start().timestamp = frame / 60) },
  ];

  it.each([61.5, 185 / 3].flatMap((frame) => WAYS.map((way) => ({ frame, ...way }))))("$frame $how", ({ frame, go }) => {
    const animation = new Animation("x", "x", 60, Animation.ANIMATIONTYPE_FLOAT);
    animation.setKeys([0, frame, 90].map((each, i) => ({ frame: each, value: i, interpolation: 1 })));
    const target = { x: -1 };
    const group = new AnimationGroup("group", createScene());
    group.addTargetedAnimation(animation, target);
    go(CreateClip("clip", group, {}, { evaluationMode }), frame);
    expect((frame / 60) * 60).toBeLessThan(frame); // in doubles
    expect(target.x).toBe(1);
  });
});

describe("groups of many animations", () => {
  it("of the same times, of others, at other frame rates, with all interpolations and kinds", () => {
    const random = createRandom(SEED);
    for (let round = 0; round < 5; round++) {
      const scene = createScene();
      const group = new AnimationGroup("group", scene);
      const times: number[] = [];
      for (const kind of KINDS) {
        for (const interpolation of INTERPOLATIONS) {
          const framePerSecond = [60, 24, 30, 1000][Math.floor(random() * 4)]!;
          const seconds = random() < 0.5 ? [0, 0.5, 1, 3] : [0, 1 / 3, 7 / 24, 0.9, 2].sort((a, b) => a - b);
          const frames = seconds.map((second) => second * framePerSecond);
          group.addTargetedAnimation(createAnimation(kind, { interpolation, frames, framePerSecond }, random), kind.target(scene));
          times.push(...timesAround(frames, framePerSecond, random));
        }
      }
      // at keys, a unit in the last place decides on which side of a step a frame lies that is converted to another rate
      const beside = times.map((time) => time + 1e-9);
      expectSame(group, beside);
    }
  });
});

describe("keys", () => {
  const [number] = KINDS as [Kind];

  function stage(): { scene: Scene; group: AnimationGroup; animation: Animation; target: { value: number } } {
    const scene = createScene();
    const animation = createAnimation(number, { interpolation: "LINEAR", frames: [0, 60] }, createRandom(SEED));
    const group = new AnimationGroup("group", scene);
    const target = { value: 0 };
    group.addTargetedAnimation(animation, target);
    return { scene, group, animation, target };
  }

  it("that are set between plays count from the next one on", () => {
    const { group, animation, target } = stage();
    expectSame(group, [0, 0.5, 1]);
    const clip = CreateClip("clip", group, { end: 1 });
    clip.start();
    animation.setKeys([
      { frame: 0, value: 100 },
      { frame: 60, value: 200 },
    ]);
    clip.stop();
    clip.start();
    clip.goToFrame(30);
    expect(target.value).toBeCloseTo(150, 9);
    clip.stop();
    expectSame(group, [0, 0.5, 1]);
    // in the same array, which is noticed by their number
    animation.getKeys().push({ frame: 120, value: 0 });
    clip.start();
    clip.goToFrame(60);
    expect(target.value).toBeCloseTo(200, 9);
    expectSame(group, [0, 1, 1.5, 2]);
  });

  it("that are missing are refused as Babylon refuses them", () => {
    const { group, animation } = stage();
    const clip = CreateClip("clip", group);
    animation.setKeys([]);
    expect(() => group.start()).toThrow(TypeError);
    expect(() => clip.start()).toThrow(TypeError);
    expect(clip.isStarted).toBe(false);
  });

  it.each(INTERPOLATIONS)("that begin later than at 0 stay compiled, though Babylon has put one before them: %s", (interpolation) => {
    const scene = createScene();
    const group = new AnimationGroup("group", scene);
    const random = createRandom(SEED);
    for (const kind of [KINDS[0]!, KINDS[4]!, KINDS[9]!]) {
      group.addTargetedAnimation(createAnimation(kind, { interpolation, frames: [30, 60, 90] }, random), kind.target(scene));
    }
    group.start(true);
    render(scene, 2);
    group.stop();
    expectSame(group, timesAround([0, 30, 60, 90], 60, random));
  });

  it("of one array share one track for all clips; other targets and frame rates have their own", () => {
    const { scene, group, animation, target } = stage();
    const clips = ["a", "b"].map((name) => CreateClip(name, group, { end: 1 }));
    const slow = new Animation("slow", "value", 30, Animation.ANIMATIONTYPE_FLOAT);
    slow.setKeys(animation.getKeys(), true);
    const other = { value: 0 };
    const slowGroup = new AnimationGroup("slow", scene);
    slowGroup.addTargetedAnimation(slow, other);
    clips.push(
      CreateClip("slow", slowGroup, { end: 2 }),
      clips[0]!.clone("clone", () => ({ value: 0 })),
    );
    const compiled = clips.map(({ player }) => {
      return player.posing.binding.tracks;
    });
    expect([compiled[1] === compiled[0], compiled[2] === compiled[0], compiled[3] === compiled[0]]).toEqual([true, false, true]);
    clips[0]!.start();
    clips[2]!.start();
    render(scene, 11);
    const [a, b] = animation.getKeys().map(({ value }) => value as number);
    expect([target.value, other.value]).toEqual([expect.closeTo(a! + (b! - a!) * 0.16, 6), expect.closeTo(a! + (b! - a!) * 0.08, 6)]);
  });

  it("go to other targets where these are exchanged between plays", () => {
    const { scene, group, target } = stage();
    const clip = CreateClip("clip", group, { end: 1 });
    clip.start();
    render(scene, 3);
    clip.stop();
    const before = target.value;
    const other = { value: 0 };
    clip.targetedAnimations[0]!.target = other;
    clip.start();
    render(scene, 10);
    expect(target.value).toBe(before);
    expect(other.value).not.toBe(0);
  });
});
