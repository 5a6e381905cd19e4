/** The cases that Babylon's own unit tests of animations check, for clips beside plain groups. */
import { Animation } from "@babylonjs/core/Animations/animation.js";
import { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { afterEach, describe, expect, it } from "@jest/globals";
import { CreateClip } from "../../src/index.js";
import { compareWithPlain, type Features, type Script } from "./compare.js";
import { Stage, type Variant } from "./stage.js";

/** A group of a scene, or a clip of it. */
function asVariant(s: Stage, group: AnimationGroup): AnimationGroup {
  if (s.variant === "plain") {
    return group;
  }
  const clip = CreateClip(group.name, group);
  group.dispose();
  return clip;
}

type Keys = Readonly<Record<number, unknown>>;

/** A group of one animation for each target. */
function createGroup(s: Stage, name: string, type: number, property: string, keys: Keys, targets: readonly object[]): AnimationGroup {
  const group = new AnimationGroup(name, s.scene);
  targets.forEach((target, i) => {
    const animation = new Animation(`${name} ${i}`, property, 60, type, Animation.ANIMATIONLOOPMODE_CONSTANT);
    animation.setKeys(Object.entries(keys).map(([frame, value]) => ({ frame: Number(frame), value })));
    group.addTargetedAnimation(animation, target);
  });
  return asVariant(s, group);
}

function createNumbers(s: Stage, name: string, keys: Keys, target: object, property = "influence"): AnimationGroup {
  return createGroup(s, name, Animation.ANIMATIONTYPE_FLOAT, property, keys, [target]);
}

/** Two groups that animate one number, the second starting while the first plays: with or without the value that the first found. */
function overlap(inherit: boolean, end: (s: Stage, groups: readonly AnimationGroup[], target: { influence: number }) => void): Script {
  return (s) => {
    Animation.InheritOriginalValueFromActiveAnimations = inherit;
    const target = { influence: 7 };
    const groups = [
      createNumbers(s, "rise", { 0: 0, 60: 1 }, target),
      createNumbers(s, "none", { 0: 0, 60: 0 }, target),
      createNumbers(s, "fall", { 0: 0.5, 60: 0 }, target),
    ];
    groups[0]!.start(false, 1, 0, 60);
    s.skip(30);
    s.log.push(target.influence);
    groups[1]!.start(false, 1, 0, 60);
    s.skip(10);
    s.log.push(target.influence);
    groups[2]!.start(false, 1, 0, 60);
    s.skip(3);
    s.log.push(target.influence);
    end(s, groups, target);
  };
}

const UNIT_FEATURES: Features = {
  "many channels of one node": (s) => {
    const node = new TransformNode("node", s.scene);
    const group = createGroup(s, "many", Animation.ANIMATIONTYPE_VECTOR3, "position", { 0: Vector3.Zero(), 1: Vector3.Zero() }, [
      ...Array<TransformNode>(10).fill(node),
    ]);
    s.log.push(group.targetedAnimations.length);
    group.start();
    s.log.push(group.animatables.length, s.scene.animatables.length);
    group.stop();
    s.log.push(group.animatables.length, s.scene.animatables.length);
  },
  "the last of many channels of one property wins": (s) => {
    const node = new TransformNode("node", s.scene);
    const group = new AnimationGroup("two", s.scene);
    for (const x of [1, 2]) {
      const animation = new Animation(`to ${x}`, "position.x", 60, Animation.ANIMATIONTYPE_FLOAT);
      animation.setKeys([0, 60].map((frame) => ({ frame, value: x * frame })));
      group.addTargetedAnimation(animation, node);
    }
    asVariant(s, group).start(true);
    for (let i = 0; i < 10; i++) {
      s.skip(1);
      s.log.push(node.position.x);
    }
  },
  "one key": (s) => {
    const node = new TransformNode("node", s.scene);
    const group = createNumbers(s, "one", { 0: 1 }, node, "position.x");
    group.onAnimationGroupEndObservable.add(() => s.log.push("end"));
    group.start();
    s.skip(1);
    s.log.push(node.position.x);
    s.skip(1);
    s.log.push(node.position.x, group.isStarted);
  },
  "one key later than 0": (s) => {
    const node = new TransformNode("node", s.scene);
    const group = createNumbers(s, "one", { 30: 1 }, node, "position.x");
    s.log.push([group.from, group.to]);
    group.start(true);
    s.skip(2);
    s.log.push(node.position.x, group.isStarted);
  },
  "one key, from and to 0": (s) => {
    const node = new TransformNode("node", s.scene);
    const group = createNumbers(s, "one", { 0: 1 }, node, "position.x");
    group.start(true, 1, 0, 0);
    s.skip(3);
    s.log.push(node.position.x);
  },
  "a group without channels": (s) => {
    const group = asVariant(s, new AnimationGroup("empty", s.scene));
    s.log.push(group.start(true) === group, !!group.isStarted, group.animatables.length);
    group.stop();
    group.pause();
    group.goToFrame(3);
    s.log.push(!!group.isStarted);
  },
  "overlapping animations": overlap(false, () => undefined),
  "overlapping animations, reset": overlap(false, (s, groups, target) => {
    groups[2]!.reset();
    s.log.push(target.influence);
  }),
  "overlapping animations that stop": overlap(false, (s, groups, target) => {
    for (const group of [...groups].reverse()) {
      group.stop();
      s.skip(1);
      s.log.push(target.influence);
    }
  }),
  "overlapping animations that inherit": overlap(true, () => undefined),
  "overlapping animations that inherit, reset": overlap(true, (s, groups, target) => {
    groups[2]!.reset();
    s.log.push(target.influence);
    groups[1]!.reset();
    s.log.push(target.influence);
  }),
  "overlapping animations by weight": (s) => {
    Animation.InheritOriginalValueFromActiveAnimations = true;
    const target = { influence: 7 };
    const groups = [createNumbers(s, "rise", { 0: 0, 60: 1 }, target), createNumbers(s, "fall", { 0: 0.5, 60: 0 }, target)];
    groups[0]!.start(true).weight = 0.25;
    s.skip(20);
    s.log.push(target.influence);
    groups[1]!.start(true).weight = 0.25;
    for (let i = 0; i < 10; i++) {
      s.skip(1);
      s.log.push(target.influence);
    }
  },
  "a value that nobody else animates": (s) => {
    const target = { value: 42 };
    const group = createNumbers(s, "hundred", { 0: 0, 60: 100 }, target, "value");
    group.start(false, 1, 0, 60);
    s.skip(10);
    s.log.push(target.value);
    group.reset();
    s.log.push(target.value);
    group.start(true).weight = 0.5;
    s.skip(10);
    s.log.push(target.value);
  },
  "values of every type": (s) => {
    const node = new TransformNode("node", s.scene);
    node.rotationQuaternion = Quaternion.Identity();
    const groups = [
      createNumbers(s, "x", { 0: 0, 60: 6 }, node, "position.x"),
      createGroup(s, "scaling", Animation.ANIMATIONTYPE_VECTOR3, "scaling", { 0: Vector3.One(), 60: new Vector3(2, 3, 4) }, [node]),
      createGroup(
        ...([s, "turn", Animation.ANIMATIONTYPE_QUATERNION, "rotationQuaternion"] as const),
        { 0: Quaternion.Identity(), 60: Quaternion.RotationAxis(Vector3.Up(), 2) },
        [node],
      ),
    ];
    groups.forEach((group) => group.start(true));
    for (let i = 0; i < 70; i++) {
      s.skip(1);
      s.log.push([...node.position.asArray(), ...node.scaling.asArray(), ...node.rotationQuaternion.asArray()]);
    }
  },
  "from and to of channels of different lengths": (s) => {
    const node = new TransformNode("node", s.scene);
    const group = new AnimationGroup("lengths", s.scene);
    for (const [property, last] of [
      ["position.x", 20],
      ["position.y", 45],
    ] as const) {
      const animation = new Animation(property, property, 60, Animation.ANIMATIONTYPE_FLOAT);
      animation.setKeys([0, last].map((frame) => ({ frame, value: frame })));
      group.addTargetedAnimation(animation, node);
    }
    const own = asVariant(s, group);
    s.log.push([own.from, own.to, own.getLength()]);
    own.onAnimationGroupLoopObservable.add(() => s.log.push("group loop"));
    own.onAnimationGroupEndObservable.add(() => s.log.push("group end"));
    own.start(false);
    for (let i = 0; i < 60; i++) {
      s.skip(1);
      s.log.push([node.position.x, node.position.y]);
    }
  },
  "normalize to a longer range": (s) => {
    const node = new TransformNode("node", s.scene);
    const group = createNumbers(s, "short", { 10: 1, 30: 3 }, node, "position.x");
    s.log.push(group.normalize(0, 60) === group, [group.from, group.to]);
    s.log.push(group.targetedAnimations[0]!.animation.getKeys().map(({ frame, value }) => [frame, value as number]));
    group.start(true);
    for (let i = 0; i < 70; i++) {
      s.skip(1);
      s.log.push(node.position.x);
    }
  },
};

/** Two groups of a file that begin one behind the other, and end or mix: with or without the values that the first found. */
function overlapLoaded(inherit: boolean, end: (s: Stage) => void): Script {
  return (s) => {
    Animation.InheritOriginalValueFromActiveAnimations = inherit;
    s.walk.start(true);
    s.play(20);
    s.run.start(true);
    s.play(10);
    end(s);
  };
}

const ENDS: Readonly<Record<string, (s: Stage) => void>> = {
  "the second is reset": (s) => {
    s.run.reset();
    s.logPose();
    s.play(3);
  },
  "both stop, the second first": (s) => {
    s.run.stop();
    s.play(3);
    s.walk.stop();
    s.play(3);
  },
  "weights that sum to less than 1": (s) => {
    s.walk.weight = 0.25;
    s.run.weight = 0.25;
    s.play(10);
  },
  "the second alone, by a weight below 1": (s) => {
    s.walk.stop();
    s.run.weight = 0.5;
    s.play(10);
  },
  "the first begins again": (s) => {
    s.walk.stop();
    s.walk.start(true);
    s.play(10);
    s.run.stop();
    s.play(10);
  },
};

const LOADED_FEATURES: Features = Object.fromEntries(
  [false, true].flatMap((inherit) =>
    Object.entries(ENDS).map(([name, end]) => [
      `overlapping groups${inherit ? " that inherit" : ""}: ${name}`,
      overlapLoaded(inherit, end),
    ]),
  ),
);

/** Babylon.js 9.0 does not inherit. */
const absentOf = (features: Features): readonly string[] =>
  "InheritOriginalValueFromActiveAnimations" in Animation ? [] : Object.keys(features).filter((name) => name.includes("inherit"));

afterEach(() => {
  Animation.InheritOriginalValueFromActiveAnimations = false;
});

compareWithPlain(UNIT_FEATURES, {
  variants: ["created"],
  absent: absentOf(UNIT_FEATURES),
  onPurpose: ["one key", "one key later than 0", "overlapping animations, reset"],
});

/** A group that begins while others play keeps the values from before all of them, and weights that are set later count for all rotations. */
const onPurpose = [
  "overlapping groups: the second is reset",
  "overlapping groups: the second alone, by a weight below 1",
  "overlapping groups: weights that sum to less than 1",
  "overlapping groups that inherit: weights that sum to less than 1",
];

compareWithPlain(LOADED_FEATURES, {
  absent: absentOf(LOADED_FEATURES),
  onPurpose,
  onPurposeOfGroups: onPurpose,
});

describe.each(["created", "file", "compiled"] as const)("weights that are set later (%s)", (variant) => {
  it("mix as those of plain groups that began with weights", async () => {
    const play = async (who: Variant, weight: number): Promise<readonly number[]> => {
      const s = await Stage.create(who);
      s.walk.start(true).weight = weight;
      s.skip(20);
      s.run.start(true).weight = weight;
      s.skip(10);
      s.groups.forEach((group) => (group.weight = 0.25));
      s.skip(1);
      return s.pose();
    };
    const [expected, actual] = [await play("plain", 0.25), await play(variant, -1)];
    actual.forEach((each, i) => expect(each).toBeCloseTo(expected[i]!, 5));
  });
});
