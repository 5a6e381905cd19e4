/** Blending from the values before a start, and easing: compiled clips and Babylon's groups give the same poses, frame by frame. */
import { afterEach, describe, expect, it } from "@jest/globals";
import { Animation } from "@babylonjs/core/Animations/animation.js";
import { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { AnimationGroupMask } from "@babylonjs/core/Animations/animationGroupMask.js";
import { AnimationPropertiesOverride } from "@babylonjs/core/Animations/animationPropertiesOverride.js";
import { AnimationKeyInterpolation, type IAnimationKey } from "@babylonjs/core/Animations/animationKey.js";
import {
  BackEase,
  BezierCurveEase,
  CircleEase,
  EasingFunction,
  ElasticEase,
  type IEasingFunction,
  QuadraticEase,
} from "@babylonjs/core/Animations/easing.js";
import { Color3, Color4 } from "@babylonjs/core/Maths/math.color.js";
import { Quaternion, Vector2, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { type ClipAnimationGroup, CreateClip, GetTrack } from "../../../src/pure.js";
import type { Parts } from "../../../src/scene/posing/properties/valueKind.js";
import { createScene, disposeScenes, render } from "../../helpers/scene.js";

afterEach(disposeScenes);

const turn = (x: number, angle: number): Quaternion => Quaternion.RotationAxis(new Vector3(x, 1, 0.5).normalize(), angle);

/** An object with a property of each kind that is animated, with other values before. */
class Thing extends TransformNode {
  zero = 0;
  one = 1;
  place = new Vector2(3, 4);
  paint = new Color3(0.1, 0.2, 0.3);
  glaze = new Color4(0.9, 0.8, 0.7, 0.6);

  constructor(scene: Scene) {
    super("thing", scene);
    this.position.set(5, 6, 7);
    this.rotationQuaternion = turn(0.3, 2);
  }

  get pose(): number[] {
    const parts: readonly (Parts | Quaternion)[] = [
      this.place,
      this.paint,
      this.glaze,
      this.position,
      this.scaling,
      this.rotationQuaternion!,
    ];
    return [this.zero, this.one, ...parts.flatMap((value) => (value as Vector3).asArray())];
  }
}

const VALUES: { readonly [property: string]: readonly [dataType: number, values: readonly unknown[]] } = {
  zero: [Animation.ANIMATIONTYPE_FLOAT, [2, 5, -3]],
  one: [Animation.ANIMATIONTYPE_FLOAT, [0, 4, 1]],
  place: [Animation.ANIMATIONTYPE_VECTOR2, [new Vector2(0, 1), new Vector2(9, 2), new Vector2(1, 1)]],
  paint: [Animation.ANIMATIONTYPE_COLOR3, [new Color3(1, 0, 0), new Color3(0, 1, 0.5), new Color3(0.5, 0.5, 0.5)]],
  glaze: [Animation.ANIMATIONTYPE_COLOR4, [new Color4(1, 0, 0, 1), new Color4(0, 1, 0.5, 0), new Color4(0.5, 0.5, 0.5, 1)]],
  position: [Animation.ANIMATIONTYPE_VECTOR3, [new Vector3(1, 2, 3), new Vector3(-1, 4, 0), new Vector3(1, 2, 4)]],
  scaling: [Animation.ANIMATIONTYPE_VECTOR3, [new Vector3(1, 2, 3), new Vector3(3, 3, 3), new Vector3(1, 1, 4)]],
  rotationQuaternion: [Animation.ANIMATIONTYPE_QUATERNION, [turn(1, 0), turn(2, 1.4), turn(-1, -2)]],
};

interface Stage {
  readonly scene: Scene;
  readonly thing: Thing;
  readonly group: AnimationGroup;
  readonly animations: readonly Animation[];
  play(weight?: number): void;
}

/** A group of Babylon's that animates a thing from frame 0 to 60, or a clip of the same. */
function createStage(isClip: boolean, prepare: (stage: Stage) => void): Stage {
  const scene = createScene();
  const thing = new Thing(scene);
  const plain = new AnimationGroup("plain", scene);
  const animations = Object.entries(VALUES).map(([property, [dataType, values]]) => {
    const animation = new Animation(property, property, 60, dataType);
    animation.setKeys(values.map((value, i) => ({ frame: [0, 20, 60][i]!, value: (value as Vector3).clone?.() ?? value })));
    plain.addTargetedAnimation(animation, thing);
    return animation;
  });
  const group = isClip ? CreateClip("clip", plain, { end: 1 }) : plain;
  const play = (weight = -1): void => void group.start(true, 1, 0, 60).setWeightForAllAnimatables(weight);
  const stage = { scene, thing, group, animations, play };
  prepare(stage);
  return stage;
}

/** Does the same to a group and to a clip, and compares the poses of all frames; the clip stays compiled. */
function expectSamePoses(prepare: (stage: Stage) => void, acts: { readonly [frame: number]: (stage: Stage) => void }, frames = 50): void {
  const stages = [false, true].map((isClip) => createStage(isClip, prepare));
  const [group, clip] = stages as [Stage, Stage];
  for (let frame = 0; frame < frames; frame++) {
    for (const stage of stages) {
      acts[frame]?.(stage);
      render(stage.scene, 1);
    }
    expect({ frame, pose: clip.thing.pose }).toEqual({ frame, pose: group.thing.pose.map((value) => expect.closeTo(value, 6)) });
  }
  expect((clip.group as ReturnType<typeof CreateClip>).evaluation.by).toBe("compiled");
}

const blend =
  (speed: number) =>
  ({ group }: Stage): void => {
    group.enableBlending = true;
    group.blendingSpeed = speed;
  };

function setMode(group: AnimationGroup, mode: ClipAnimationGroup["evaluationMode"]): void {
  if ("evaluationMode" in group) {
    (group as ClipAnimationGroup).evaluationMode = mode;
  }
}

describe("blending", () => {
  it.each([{ speed: 0.01 }, { speed: 0.07 }, { speed: 0.25 }, { speed: 1 }, { speed: 5 }, { speed: 0 }])(
    "takes steps of $speed",
    ({ speed }) => expectSamePoses(blend(speed), { 0: (stage) => stage.play() }),
  );

  it.each([{ weight: 0.4 }, { weight: 1 }, { weight: 0 }])("comes before mixing by a weight of $weight", ({ weight }) =>
    expectSamePoses(blend(0.07), { 0: (stage) => stage.play(weight) }),
  );

  it("begins anew at each start, from the pose that is there", () =>
    expectSamePoses(blend(0.07), {
      0: (stage) => stage.play(),
      8: ({ group }) => group.stop(),
      10: ({ thing }) => thing.position.set(9, 9, 9),
      12: (stage) => stage.play(),
    }));

  it("begins anew when the group is reset", () =>
    expectSamePoses(blend(0.07), { 0: (stage) => stage.play(), 8: ({ group }) => group.reset(), 25: ({ group }) => group.reset() }));

  it.each(["compiled", "babylon"] as const)(
    "begins anew when the group is reset, also if another group moved its targets before (%s)",
    (mode) => {
      const moveBefore = ({ scene, thing }: Stage): AnimationGroup => {
        const animation = new Animation("move", "position", 60, Animation.ANIMATIONTYPE_VECTOR3);
        animation.setKeys([0, 60].map((frame) => ({ frame, value: new Vector3(frame, 1, 2) })));
        const before = new AnimationGroup("before", scene);
        before.addTargetedAnimation(animation, thing);
        return before;
      };
      expectSamePoses(blend(0.07), {
        0: (stage) => void moveBefore(stage).start(true),
        4: (stage) => {
          setMode(stage.group, mode);
          stage.play();
        },
        8: ({ group }) => group.reset(),
        25: ({ group }) => group.reset(),
        40: ({ group }) => setMode(group, "compiled"),
      });
    },
  );

  it.each(["compiled", "babylon"] as const)("does not keep reset from restoring the values (%s)", (mode) => {
    const stage = createStage(true, blend(0.07));
    const { scene, thing, group } = stage;
    setMode(group, mode);
    stage.play();
    thing.position.set(9, 9, 9); // blended from
    render(scene, 4);
    group.reset();
    expect(thing.position.asArray()).toEqual([5, 6, 7]);
  });

  it("waits while the clip is paused, and while a mask leaves out a target", () =>
    expectSamePoses(blend(0.07), {
      0: (stage) => stage.play(),
      5: ({ group }) => group.pause(),
      9: ({ group }) => group.play(),
      12: ({ group }) => (group.mask = new AnimationGroupMask([])),
      20: ({ group }) => (group.mask!.disabled = true),
    }));

  it("of an additive group ends in the whole difference", () =>
    expectSamePoses(
      (stage) => {
        blend(0.07)(stage);
        stage.group.isAdditive = true;
      },
      { 0: (stage) => stage.play(0.6) },
    ));

  it("goes on in another mode", () =>
    expectSamePoses(blend(0.04), {
      0: (stage) => stage.play(),
      5: ({ group }) => setMode(group, "babylon"),
      12: ({ group }) => setMode(group, "compiled"),
    }));

  it.each([
    ["compiled", "babylon", -1],
    ["babylon", "compiled", -1],
    ["compiled", "babylon", 0.5],
    ["babylon", "compiled", 0.5],
  ] as const)("goes on in another mode that an event within a frame chooses (%s, then %s; weight %d)", (before, after, weight) =>
    expectSamePoses(
      blend(0.01),
      {
        0: (stage) => {
          const { scene, thing, group, animations } = stage;
          const beside = new AnimationGroup("beside", scene);
          beside.addTargetedAnimation(animations.at(-1)!.clone(), thing);
          beside.start(true).setWeightForAllAnimatables(0.25);
          setMode(group, before);
          stage.play(weight);
          group.onAnimationGroupLoopObservable.addOnce(() => setMode(group, after));
        },
        80: ({ group }) => setMode(group, "compiled"),
      },
      90,
    ),
  );

  it.each(["compiled", "babylon"] as const)("makes a step in the first frame of a weight of 0, of rotations, too (%s)", (mode) =>
    expectSamePoses(blend(0.04), {
      0: (stage) => {
        setMode(stage.group, mode);
        stage.play(0);
      },
      3: ({ group }) => (group.weight = 0.3),
      6: ({ group }) => (group.weight = 0.7),
      15: ({ group }) => setMode(group, "compiled"),
    }),
  );

  it.each(["compiled", "babylon"] as const)(
    "of rotations with a weight of 0 begins from what a group before shows in the frame (%s)",
    (mode) => {
      const turnBefore = ({ scene, thing }: Stage): AnimationGroup => {
        const animation = new Animation("turn", "rotationQuaternion", 60, Animation.ANIMATIONTYPE_QUATERNION);
        animation.setKeys([0, 30].map((frame) => ({ frame, value: turn(0.2, frame / 10) })));
        const before = new AnimationGroup("before", scene);
        before.addTargetedAnimation(animation, thing);
        return before;
      };
      expectSamePoses(blend(0.04), {
        0: (stage) => void turnBefore(stage).start(true),
        4: (stage) => {
          setMode(stage.group, mode);
          stage.play(0);
        },
        7: ({ group }) => (group.weight = 0.3),
        10: ({ group }) => (group.weight = 0.7),
        20: ({ group }) => setMode(group, "compiled"),
      });
    },
  );

  it("has the speed of each animation", () =>
    expectSamePoses(
      ({ animations }) =>
        animations.forEach((animation, i) => {
          animation.enableBlending = i % 3 > 0;
          animation.blendingSpeed = 0.02 * (i + 1);
        }),
      { 0: (stage) => stage.play(), 10: ({ animations }) => animations.forEach((animation) => (animation.blendingSpeed = 0.1)) },
    ));

  it("is overridden by the target, and by its scene", () => {
    const override = new AnimationPropertiesOverride();
    override.enableBlending = true;
    override.blendingSpeed = 0.05;
    const play = { 0: (stage: Stage): void => stage.play() };
    expectSamePoses(({ thing }) => (thing.animationPropertiesOverride = override), play);
    expectSamePoses(({ scene }) => (scene.animationPropertiesOverride = override), play);
    expectSamePoses((stage) => {
      blend(0.1)(stage);
      stage.thing.animationPropertiesOverride = new AnimationPropertiesOverride();
    }, play);
  });

  it("reaches the values after 1 / speed frames, and no earlier", () => {
    const stage = createStage(true, blend(0.25));
    const { scene, thing } = stage;
    thing.position.set(8, 0, 0);
    stage.play();
    const xs = Array.from({ length: 6 }, () => {
      render(scene, 1);
      return thing.position.x;
    });
    const animated = [0, 1, 2, 3, 4, 5].map((frame) => 1 - (2 * frame * 0.016 * 60) / 20);
    expect(xs).toEqual(animated.map((x, i) => expect.closeTo(8 + Math.min(i / 4, 1) * (x - 8), 6)));
  });
});

describe("easing", () => {
  const { EASINGMODE_EASEIN: IN, EASINGMODE_EASEOUT: OUT, EASINGMODE_EASEINOUT: IN_OUT } = EasingFunction;
  const withMode = (easing: EasingFunction, mode: number): EasingFunction => {
    easing.setEasingMode(mode);
    return easing;
  };

  it.each<{ name: string; easing: IEasingFunction }>([
    { name: "quadratic", easing: withMode(new QuadraticEase(), IN_OUT) },
    { name: "circle", easing: withMode(new CircleEase(), OUT) },
    { name: "Bezier", easing: new BezierCurveEase(0.3, -0.4, 0.7, 1.6) },
    { name: "back, which leaves the values", easing: withMode(new BackEase(2), IN) },
    { name: "elastic, which swings around them", easing: withMode(new ElasticEase(3, 2), OUT) },
    { name: "one that does not begin at 0", easing: { ease: (amount) => 0.25 + amount / 2 } },
    { name: "one that goes far beyond the values", easing: { ease: (amount) => 13 * amount - 4 } },
  ])("is that of $name", ({ easing }) =>
    expectSamePoses(({ animations }) => animations.forEach((animation) => animation.setEasingFunction(easing)), {
      0: (stage) => stage.play(),
      20: (stage) => stage.play(0.3),
    }),
  );

  const easeKeys = ({ animations }: Stage): void =>
    animations.forEach((animation, i) => {
      animation.getKeys()[i % 2]!.easingFunction = new QuadraticEase();
      animation.setEasingFunction(i % 3 === 0 ? withMode(new BackEase(1), OUT) : null);
    });

  it("of a key comes before that of its animation", () => expectSamePoses(easeKeys, { 0: (stage) => stage.play() }));

  it("leads along curves", () =>
    expectSamePoses(
      ({ animations }) =>
        animations.slice(0, -1).forEach((animation) => {
          const keys = animation.getKeys() as (IAnimationKey & { value: Vector3 | number })[];
          keys.forEach((key) => {
            key.inTangent = typeof key.value === "number" ? 0.3 : key.value.scale(0.1);
            key.outTangent = typeof key.value === "number" ? -0.2 : key.value.scale(-0.2);
          });
          animation.setEasingFunction(withMode(new QuadraticEase(), IN));
        }),
      { 0: (stage) => stage.play() },
    ));

  it("does not count where values are constant", () =>
    expectSamePoses(
      ({ animations }) =>
        animations.forEach((animation) => {
          animation.getKeys().forEach((key) => (key.interpolation = AnimationKeyInterpolation.STEP));
          animation.setEasingFunction(withMode(new BackEase(2), OUT));
        }),
      { 0: (stage) => stage.play() },
    ));

  it("of keys that begin after frame 0 counts from the first key on, also when Babylon has added a key at frame 0", () => {
    const { scene, thing, group, animations } = createStage(true, ({ animations: all }) =>
      all.forEach((animation) => {
        animation.getKeys().forEach((key) => (key.frame += 10));
        animation.getKeys()[0]!.easingFunction = new QuadraticEase();
        animation.setEasingFunction(withMode(new BackEase(1), OUT));
      }),
    );
    const expectEased = (): void => {
      for (const frame of [5, 10, 18, 30, 45, 60]) {
        group.goToFrame(frame);
        expect(thing.position.asArray()).toEqual(
          (animations[5]!.evaluate(frame) as Vector3).asArray().map((value) => expect.closeTo(value, 6)),
        );
      }
    };
    group.start();
    expectEased();
    group.stop();
    scene.beginDirectAnimation(thing, [...animations], 0, 60, false).stop();
    expect(animations[5]!.getKeys().map(({ frame }) => frame)).toEqual([0, 10, 30, 70]);
    group.start();
    expectEased();
  });

  it("counts for one of two animations that share their keys", () => {
    const [plain, eased] = ["plain", "eased"].map((name) => new Animation(name, "position.x", 60, Animation.ANIMATIONTYPE_FLOAT));
    const keys = [0, 60].map((frame) => ({ frame, value: frame }));
    plain!.setKeys(keys, true);
    eased!.setKeys(keys, true);
    eased!.setEasingFunction(withMode(new QuadraticEase(), IN));
    expect(eased!.getKeys()).toBe(plain!.getKeys());
    const scene = createScene();
    const nodes = ["a", "b"].map((name) => new TransformNode(name, scene));
    const groups = [plain!, eased!].map((animation, i) => {
      const group = new AnimationGroup(animation.name, scene);
      group.addTargetedAnimation(animation, nodes[i]!);
      return CreateClip(animation.name, group, { end: 1 });
    });
    groups.forEach((clip) => clip.start());
    groups.forEach((clip) => (clip.timestamp = 0.5));
    expect(nodes.map(({ position }) => position.x)).toEqual([30, 15]);
    const [track, easedTrack] = [plain!, eased!].map(GetTrack);
    expect(track!.ease).toBeUndefined();
    expect(easedTrack!.ease!(0.5, 0)).toBe(0.25);
    expect(groups.map((clip) => clip.sample(0.5).values[0])).toEqual([30, 15]);
  });

  it("changes with the next start", () => {
    const easing = withMode(new QuadraticEase(), IN);
    expectSamePoses(easeKeys, {
      0: (stage) => stage.play(),
      10: ({ group }) => group.stop(),
      12(stage) {
        stage.animations.forEach((animation) => animation.setEasingFunction(easing));
        stage.animations.forEach((animation) => delete animation.getKeys()[0]!.easingFunction);
        stage.play();
      },
      24: ({ group }) => group.stop(),
      25(stage) {
        stage.animations.forEach((animation) => animation.setEasingFunction(null));
        stage.play();
      },
    });
  });

  it("and blending go together", () =>
    expectSamePoses(
      (stage) => {
        easeKeys(stage);
        blend(0.1)(stage);
      },
      { 0: (stage) => stage.play(0.7) },
    ));
});

it.each(["position", "position.x"])("a property that another animation of the group moves blends as Babylon blends it (%s)", (property) => {
  const [shown, expected] = [true, false].map((isClip) => {
    const scene = createScene();
    const thing = new Thing(scene);
    const group = new AnimationGroup("group", scene);
    const move = new Animation("move", "position", 60, Animation.ANIMATIONTYPE_VECTOR3);
    const other = property === "position" ? move.clone() : new Animation("x", property, 60, Animation.ANIMATIONTYPE_FLOAT);
    const values = VALUES["position"]![1] as Vector3[];
    move.setKeys(values.map((value, i) => ({ frame: 30 * i, value })));
    other.setKeys(values.map((value, i) => ({ frame: 30 * i, value: property === "position" ? value.scale(-3) : 40 + value.x })));
    other.enableBlending = true;
    group.addTargetedAnimation(move, thing);
    group.addTargetedAnimation(other, thing);
    const played = isClip ? CreateClip("clip", group) : group;
    played.start(true);
    const frames = Array.from({ length: 30 }, () => {
      render(scene, 1);
      return thing.position.asArray();
    });
    return { frames, reason: isClip ? (played as ClipAnimationGroup).evaluation.reason : "" };
  });
  shown!.frames.forEach((frame, i) => frame.forEach((x, c) => expect(x).toBeCloseTo(expected!.frames[i]![c]!, 5)));
  const name = property === "position" ? "move" : "x";
  expect(shown!.reason).toBe(`the animation ${name} blends a property that another one of the group animates, too`);
});
