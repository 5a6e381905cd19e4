import { describe, expect, it } from "@jest/globals";
import { Animation } from "@babylonjs/core/Animations/animation.js";
import { Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { AnimatedProperty } from "../../../src/scene/posing/properties/animatedProperty.js";
import { Mixer, PendingPose, type WeightedPose } from "../../../src/scene/posing/properties/mixer.js";
import { addUser, createUser, propertyOf } from "../../helpers/propertyUser.js";
import { createAnimation } from "../../helpers/group.js";
import { collectErrors } from "../../helpers/scene.js";

const USER = createUser();

/** A property that begins to be animated now. */
function acquire(target: object, name: string, dataType = Animation.ANIMATIONTYPE_FLOAT): AnimatedProperty {
  const property = propertyOf(target, createAnimation(name, { dataType }))!;
  addUser(property, USER);
  return property;
}

function createPose(mixer: Mixer, property: AnimatedProperty, weight: number, ...values: readonly number[]): WeightedPose {
  return {
    mixed: mixer.valuesOf([property]),
    offsets: [0],
    values: Float64Array.from(values),
    mask: null,
    weight,
    layer: 0,
    isAdditive: false,
    pending: new PendingPose(),
  };
}

/** Mixes numbers into one that is 100 at rest. */
function mix(...poses: readonly (readonly [weight: number, value: number])[]): number {
  const target = { x: 100 };
  const mixer = new Mixer();
  const property = acquire(target, "x");
  target.x = -1; // the current value does not count
  poses.forEach(([weight, value]) => mixer.add(createPose(mixer, property, weight, value)));
  mixer.flush();
  return target.x;
}

describe("numbers", () => {
  it.each([
    { comment: "one of full weight", poses: [[1, 10]], expected: 10 },
    { comment: "half of it, and half the value at rest", poses: [[0.5, 10]], expected: 55 },
    {
      comment: "by their weights",
      poses: [
        [0.25, 10],
        [0.75, 20],
      ],
      expected: 17.5,
    },
    {
      comment: "below 1 in sum: the value at rest fills the remainder",
      poses: [
        [0.25, 10],
        [0.25, 20],
      ],
      expected: 57.5,
    },
    {
      comment: "above 1 in sum: normalized",
      poses: [
        [1, 10],
        [1, 20],
        [2, 40],
      ],
      expected: 27.5,
    },
    {
      comment: "without those of weight 0",
      poses: [
        [0, 10],
        [1, 20],
      ],
      expected: 20,
    },
    {
      comment: "only of weight 0: at rest",
      poses: [
        [0, 10],
        [0, 20],
      ],
      expected: 100,
    },
  ] as const)("are mixed: $comment", ({ poses, expected }) => {
    expect(mix(...poses)).toBeCloseTo(expected, 12);
  });
});

describe("weights whose sum is 1 but for rounding", () => {
  it.each([
    { weights: [0.4, 0.3, 0.2, 0.1] }, // 0.9999999999999999
    { weights: [0.7, 0.2, 0.1] }, // 0.9999999999999999
    { weights: [0.3, 0.6, 0.1] }, // 0.9999999999999999
  ])("leave nothing for the value at rest: $weights", ({ weights }) => {
    expect(weights.reduce((sum, weight) => sum + weight)).toBeLessThan(1);
    const target = { x: 1e30 };
    const mixer = new Mixer();
    const property = acquire(target, "x");
    weights.forEach((weight) => mixer.add(createPose(mixer, property, weight, 7)));
    mixer.flush();
    expect(target.x).toBe(7);
  });
});

describe("rotations", () => {
  const turn = (degrees: number): Quaternion => Quaternion.RotationAxis(Vector3.Up(), (degrees * Math.PI) / 180);

  function mixTurns(...poses: readonly (readonly [weight: number, rotation: Quaternion])[]): Quaternion {
    const target = { q: turn(0) };
    const mixer = new Mixer();
    const property = acquire(target, "q", Animation.ANIMATIONTYPE_QUATERNION);
    target.q = turn(170);
    poses.forEach(([weight, rotation]) => mixer.add(createPose(mixer, property, weight, ...rotation.asArray())));
    mixer.flush();
    return target.q;
  }

  it.each([
    { comment: "with the value at rest", poses: [[0.5, turn(90)]], degrees: 45 },
    {
      comment: "by the shortest arc",
      poses: [
        [0.5, turn(20)],
        [0.5, turn(40).scale(-1)],
      ],
      degrees: 30,
    },
    {
      comment: "one after the other",
      poses: [
        [1, turn(0)],
        [1, turn(40)],
        [2, turn(80)],
      ],
      degrees: 50,
    },
    { comment: "only of weight 0: they stay as they are", poses: [[0, turn(90)]], degrees: 170 },
  ] as const)("are mixed $comment", ({ poses, degrees }) => {
    // equal rotations have a product of 1 or -1
    expect(Math.abs(Quaternion.Dot(mixTurns(...poses), turn(degrees)))).toBeCloseTo(1, 12);
  });
});

describe("a frame", () => {
  it("mixes a pose by the weight that the pose had when it was added", () => {
    const target = { x: 100 };
    const mixer = new Mixer();
    const pose = { ...createPose(mixer, acquire(target, "x"), 0.5, 10), weight: 0.5 };
    mixer.add(pose);
    pose.weight = 1;
    mixer.flush();
    expect(target.x).toBe(55);
  });

  it("mixes a pose as it was added: by the mask, and as a value or a difference", () => {
    const target = { x: 100 };
    const mixer = new Mixer();
    const pose = { ...createPose(mixer, acquire(target, "x"), 0.5, 10), mask: Uint8Array.of(1) };
    mixer.add(pose);
    pose.mask = Uint8Array.of(0);
    pose.isAdditive = true;
    mixer.flush();
    expect(target.x).toBe(55);
  });

  it("keeps the values at rest for a pose that waits, until it is mixed, and for the properties of its mask", () => {
    const targets = [{ x: 100 }, { x: 200 }];
    const mixer = new Mixer();
    const properties = targets.map((target) => acquire(target, "x"));
    const pose = {
      ...createPose(mixer, properties[0]!, 0.5, 10, 10),
      mixed: mixer.valuesOf(properties),
      offsets: [0, 1],
      mask: Uint8Array.of(1, 0),
    };
    mixer.add(pose);
    mixer.keepRest(pose);
    for (const property of properties) {
      property.release(USER);
      property.write(Float64Array.of(1000), 0);
      addUser(property, USER);
    }
    mixer.flush();
    expect(targets).toEqual([{ x: 55 }, { x: 1000 }]);
    pose.mask = Uint8Array.of(1, 1);
    mixer.add(pose);
    mixer.flush();
    expect(targets).toEqual([{ x: 505 }, { x: 505 }]);
  });

  it("mixes a pose once, however often it is added, and forgets it", () => {
    const target = { x: 100 };
    const mixer = new Mixer();
    const pose = createPose(mixer, acquire(target, "x"), 0.5, 10);
    mixer.add(pose);
    mixer.add(pose);
    mixer.flush();
    expect([target.x, pose.pending.by]).toEqual([55, null]);
    target.x = 1;
    mixer.flush();
    expect(target.x).toBe(1);
  });

  it("mixes any number of properties, of which poses share some", () => {
    const mixer = new Mixer();
    const targets = Array.from({ length: 50 }, () => ({ x: 100 }));
    const properties = targets.map((target) => acquire(target, "x"));
    const add = (first: number, count: number, weight: number, value: number): void => {
      const mixed = mixer.valuesOf(properties.slice(first, first + count));
      const offsets = mixed.values.map((_, i) => i);
      mixer.add({
        mixed,
        offsets,
        values: new Float64Array(count).fill(value),
        mask: null,
        weight,
        layer: 0,
        isAdditive: false,
        pending: new PendingPose(),
      });
    };
    for (let frame = 0; frame < 2; frame++) {
      add(0, 1, 0.25, 8);
      add(0, 10, 0.5, 20);
      add(5, 45, 0.5, 40);
      mixer.flush();
      const expected = (i: number): number => (i === 0 ? 0.25 * 8 + 0.5 * 20 + 25 : i < 5 ? 10 + 50 : i < 10 ? 10 + 20 : 20 + 50);
      expect(targets.map(({ x }) => x)).toEqual(targets.map((_, i) => expect.closeTo(expected(i), 9)));
    }
  });

  it("does not mix the properties that a pose masks", () => {
    const target = { x: 100, y: 100 };
    const mixer = new Mixer();
    const mixed = mixer.valuesOf([acquire(target, "x"), acquire(target, "y")]);
    mixer.add({
      mixed,
      offsets: [0, 1],
      values: Float64Array.of(10, 20),
      mask: Uint8Array.of(0, 1),
      weight: 1,
      layer: 0,
      isAdditive: false,
      pending: new PendingPose(),
    });
    mixer.flush();
    expect(target).toEqual({ x: 100, y: 20 });
  });

  it("has one value for each property, whoever animates it", () => {
    const mixer = new Mixer();
    const property = acquire({ x: 100 }, "x");
    expect(mixer.valuesOf([property]).values[0]).toBe(mixer.valuesOf([property]).values[0]);
  });

  it("goes on where a target throws", () => {
    const broken = {
      get x() {
        return 0;
      },
      set x(_: number) {
        throw new Error("no");
      },
    };
    const sound = { x: 100 };
    const mixer = new Mixer();
    [broken, sound].forEach((target) => mixer.add(createPose(mixer, acquire(target, "x"), 1, 10)));
    expect(collectErrors(() => mixer.flush())).toEqual(["x: cannot be animated: Error: no"]);
    expect(sound.x).toBe(10);
  });
});

it("a value that cannot be read below a layer fails alone", () => {
  let isBroken = false;
  const broken = {
    get x(): number {
      if (isBroken) {
        throw new Error("no");
      }
      return 100;
    },
    set x(_: number) {
      // keeps its value
    },
  };
  const sound = { x: 100 };
  const mixer = new Mixer();
  const poses = [broken, sound].map((target) => createPose(mixer, acquire(target, "x"), 0.5, 10));
  isBroken = true;
  poses.forEach((pose) => mixer.add({ ...pose, layer: 1 }));
  expect(collectErrors(() => mixer.flush())).toEqual(["x: cannot be animated: Error: no"]);
  expect(sound.x).toBe(55);
});

it("totalOf: the sum of the weights that the last flush mixed", () => {
  const mixer = new Mixer();
  const property = acquire({ x: 0 }, "x");
  expect(mixer.totalOf(property, 0)).toBe(0);
  [0.25, 1.5].forEach((weight) => mixer.add(createPose(mixer, property, weight, 1)));
  mixer.flush();
  expect(mixer.totalOf(property, 0)).toBe(1.75);
  mixer.flush();
  expect(mixer.totalOf(property, 0)).toBe(0);
});
