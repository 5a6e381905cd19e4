import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { blendInto, Pose, PoseLayout, type PoseSlot } from "../../../src/gltf/sampling/index.js";
import { findDifferences, normalize, number, rotations, slerpByDefinition } from "./oracle.js";
import { ruleOf } from "../../helpers/rules.js";

const SLOTS: readonly PoseSlot[] = [
  { size: 3, isRotation: false },
  { size: 4, isRotation: true },
  { size: 1, isRotation: false },
  { size: 8, isRotation: true },
];
const LAYOUT = new PoseLayout(SLOTS);
const OTHER = new PoseLayout(SLOTS);
/** Where the quaternions of the layout begin; the other slots are numbers. */
const QUATERNIONS = [3, 8, 12];
const isNumber = (at: number): boolean => !QUATERNIONS.some((begin) => at >= begin && at < begin + 4);

function poseOf(values: readonly number[], layout = LAYOUT): Pose {
  const pose = new Pose(layout);
  pose.values.set(values);
  return pose;
}

const valuesOf = (pose: Pose): number[] => Array.from(pose.values);
const numbersOf = (pose: Pose): number[] => valuesOf(pose).filter((_, at) => isNumber(at));

const poses: fc.Arbitrary<Pose> = fc
  .tuple(number(-100, 100), number(-100, 100), number(-100, 100), rotations, number(-100, 100), rotations, rotations)
  .map((all) => poseOf(all.flat()));

/** Numbers linearly, quaternions by the shortest arc. */
function blended(a: Pose, b: Pose, weight: number): number[] {
  const [from, to] = [valuesOf(a), valuesOf(b)];
  const result = from.map((component, i) => (1 - weight) * component + weight * to[i]!);
  for (const at of QUATERNIONS) {
    result.splice(at, 4, ...slerpByDefinition(from.slice(at, at + 4), to.slice(at, at + 4), weight));
  }
  return result;
}

describe("a layout", () => {
  it.each([
    { comment: "nothing", sizes: [], offsets: [], length: 0 },
    { comment: "one value", sizes: [4], offsets: [0], length: 4 },
    { comment: "values, one behind the other", sizes: [3, 4, 3, 52, 1], offsets: [0, 3, 7, 10, 62], length: 63 },
  ])("of $comment", ({ sizes, offsets, length }) => {
    const layout = new PoseLayout(sizes.map((size) => ({ size, isRotation: false })));
    expect(layout).toMatchObject({ offsets, length });
    expect(valuesOf(new Pose(layout))).toEqual(Array<number>(length).fill(0));
  });

  it.each([
    { slot: { size: 0, isRotation: false }, message: `slots/1/size: ${ruleOf("integerAbove0", 0)}` },
    { slot: { size: 1.5, isRotation: false }, message: `slots/1/size: ${ruleOf("integerAbove0", 1.5)}` },
    { slot: { size: 3, isRotation: true }, message: `slots/1/size: ${ruleOf("multipleOf4", 3)}` },
  ])("$message", ({ slot, message }) => {
    expect(() => new PoseLayout([{ size: 1, isRotation: false }, slot])).toThrow(new RangeError(message));
  });
});

describe("copyFrom", () => {
  it("takes over all components, once", () => {
    fc.assert(
      fc.property(poses, poses, (a, b) => {
        const before = valuesOf(b);
        expect(a.copyFrom(b)).toBe(a);
        expect(valuesOf(a)).toEqual(before);
        a.values.fill(7);
        expect(valuesOf(b)).toEqual(before);
      }),
    );
  });

  it("refuses another layout", () => {
    expect(() => new Pose(LAYOUT).copyFrom(new Pose(OTHER))).toThrow(new RangeError(`pose: ${ruleOf("sameLayout")}`));
  });
});

describe("blend", () => {
  const half = Math.SQRT1_2;
  const layout = new PoseLayout(SLOTS.slice(0, 2));

  it.each([
    { comment: "weight 0: as it is", weight: 0, expected: [1, 2, 3, 0, 0, 0, 1] },
    { comment: "weight 1: the other one", weight: 1, expected: [5, 0, 1e20, -half, 0, 0, -half] },
    { comment: "in between", weight: 0.5, expected: [3, 1, 5e19, Math.sin(Math.PI / 8), 0, 0, Math.cos(Math.PI / 8)] },
  ])("$comment", ({ weight, expected }) => {
    const [a, b] = [poseOf([1, 2, 3, 0, 0, 0, 1], layout), poseOf([5, 0, 1e20, -half, 0, 0, -half], layout)];
    expect(a.blend(b, weight)).toBe(a);
    expect(findDifferences(a.values, expected, weight === 0.5 ? 1e-8 : 0)).toEqual([]);
  });

  it("makes a pose the other one exactly, however much greater it was", () => {
    expect(valuesOf(poseOf([1e20, 0.1, 1, 0, 0, 0, 1], layout).blend(poseOf([1, 0.3, 2, 0, 0, 0, -1], layout), 1))).toEqual([
      1, 0.3, 2, 0, 0, 0, -1,
    ]);
  });

  it("is linear for numbers, by the shortest arc for quaternions, and leaves the other pose alone", () => {
    fc.assert(
      fc.property(poses, poses, number(0, 1), (a, b, weight) => {
        const [expected, before] = [blended(a, b, weight), valuesOf(b)];
        const result = a.blend(b, weight);
        expect(
          findDifferences(
            numbersOf(result),
            expected.filter((_, at) => isNumber(at)),
            1e-9,
          ),
        ).toEqual([]);
        if (weight < 1) {
          expect(findDifferences(result.values, expected, 1e-8)).toEqual([]);
        }
        expect(valuesOf(b)).toEqual(before);
      }),
    );
  });

  it.each([-0.1, 1.1, NaN, Infinity])("refuses a weight of %d", (weight) => {
    const pose = poseOf([1]);
    expect(() => pose.blend(new Pose(LAYOUT), weight)).toThrow(new RangeError(`weight: ${ruleOf("within01", weight)}`));
    expect(pose.values[0]).toBe(1);
  });

  it("refuses another layout, although it has the same slots", () => {
    expect(() => new Pose(LAYOUT).blend(new Pose(OTHER), 0)).toThrow(new RangeError(`pose: ${ruleOf("sameLayout")}`));
  });

  it("of bare arrays of either kind, each from its own place on", () => {
    const into = Float32Array.of(9, 1, 2, 9);
    const from = Float64Array.of(3, 6);
    blendInto(into, 1, from, 0, { size: 2, isRotation: false }, 0.25);
    expect(Array.from(into)).toEqual([9, 1.5, 3, 9]);
    blendInto(into, 1, from, 0, { size: 1, isRotation: false }, 1);
    expect(Array.from(into)).toEqual([9, 3, 3, 9]);
    expect(Array.from(from)).toEqual([3, 6]);
  });
});

describe("blendMany", () => {
  const weighted = fc.array(fc.tuple(poses, fc.oneof(fc.constant(0), number(0.01, 10))), { minLength: 1, maxLength: 6 });
  const mean = (all: (readonly [Pose, number])[]): Pose =>
    new Pose(LAYOUT).blendMany(
      all.map(([pose]) => pose),
      all.map(([, weight]) => weight),
    );

  it("of one pose is that pose", () => {
    fc.assert(
      fc.property(poses, number(0.01, 10), (pose, weight) => {
        expect(valuesOf(mean([[pose, weight]]))).toEqual(valuesOf(pose));
      }),
    );
  });

  it("of two poses is their blend, by the share of the second", () => {
    fc.assert(
      fc.property(poses, poses, number(0.01, 0.99), number(0.01, 10), (a, b, share, factor) => {
        const result = mean([
          [a, (1 - share) * factor],
          [b, share * factor],
        ]);
        expect(findDifferences(result.values, blended(a, b, share), 1e-8)).toEqual([]);
      }),
    );
  });

  it("is the weighted mean of numbers in any order, and leaves the poses unchanged", () => {
    fc.assert(
      fc.property(weighted, (all) => {
        const total = all.reduce((sum, [, weight]) => sum + weight, 0);
        fc.pre(total > 0);
        const before = all.map(([pose]) => valuesOf(pose));
        const expected = numbersOf(all[0]![0]).map(
          (_, i) => all.reduce((sum, [pose, weight]) => sum + weight * numbersOf(pose)[i]!, 0) / total,
        );
        expect(findDifferences(numbersOf(mean(all)), expected, 1e-9)).toEqual([]);
        expect(findDifferences(numbersOf(mean([...all].reverse())), expected, 1e-9)).toEqual([]);
        expect(all.map(([pose]) => valuesOf(pose))).toEqual(before);
      }),
    );
  });

  it("turns about one axis by the weighted mean of the angles, by quaternions of length 1", () => {
    const turns = fc.array(fc.tuple(number(-1, 1), number(0.01, 10), fc.constantFrom(1, -1)), { minLength: 1, maxLength: 6 });
    const layout = new PoseLayout([{ size: 4, isRotation: true }]);
    fc.assert(
      fc.property(turns, (all) => {
        const result = new Pose(layout).blendMany(
          all.map(([angle, , sign]) => poseOf([sign * Math.sin(angle / 2), 0, 0, sign * Math.cos(angle / 2)], layout)),
          all.map(([, weight]) => weight),
        );
        const angle = all.reduce((sum, [each, weight]) => sum + each * weight, 0) / all.reduce((sum, [, weight]) => sum + weight, 0);
        const sign = all[0]![2];
        const expected = normalize([sign * Math.sin(angle / 2), 0, 0, sign * Math.cos(angle / 2)]);
        expect(findDifferences(result.values, expected, 1e-7)).toEqual([]);
      }),
    );
  });

  it("ignores poses of weight 0, and its own previous values", () => {
    fc.assert(
      fc.property(weighted, (all) => {
        const counting = all.filter(([, weight]) => weight > 0);
        fc.pre(counting.length > 0);
        const pose = poseOf(Array<number>(LAYOUT.length).fill(NaN));
        pose.blendMany(
          all.map(([each]) => each),
          all.map(([, weight]) => weight),
        );
        expect(valuesOf(pose)).toEqual(valuesOf(mean(counting)));
      }),
    );
  });

  it("may have the pose itself among the poses, if it comes first", () => {
    fc.assert(
      fc.property(poses, poses, number(0.01, 10), (a, b, weight) => {
        const expected = valuesOf(
          mean([
            [a, 1],
            [b, weight],
          ]),
        );
        expect(valuesOf(a.blendMany([a, b], [1, weight]))).toEqual(expected);
      }),
    );
  });

  const [a, b] = [poseOf([1]), poseOf([2])];
  it.each([
    { comment: "no poses", poses: [], weights: [], message: `weights: ${ruleOf("finiteSumAbove0", 0)}` },
    { comment: "weights that are all 0", poses: [a, b], weights: [0, 0], message: `weights: ${ruleOf("finiteSumAbove0", 0)}` },
    {
      comment: "a sum that overflows",
      poses: [a, b],
      weights: [1e308, 1e308],
      message: `weights: ${ruleOf("finiteSumAbove0", "Infinity")}`,
    },
    { comment: "a negative weight", poses: [a, b], weights: [1, -0.5], message: `weights/1: ${ruleOf("finiteAndAtLeast0", -0.5)}` },
    { comment: "a weight of NaN", poses: [a, b], weights: [NaN, 1], message: `weights/0: ${ruleOf("finiteAndAtLeast0", "NaN")}` },
    {
      comment: "an infinite weight",
      poses: [a, b],
      weights: [1, Infinity],
      message: `weights/1: ${ruleOf("finiteAndAtLeast0", "Infinity")}`,
    },
    { comment: "too few weights", poses: [a, b], weights: [1], message: `weights: ${ruleOf("asManyAsPoses", 1, 2)}` },
    { comment: "too many weights", poses: [a], weights: [1, 1], message: `weights: ${ruleOf("asManyAsPoses", 2, 1)}` },
    { comment: "another layout", poses: [a, new Pose(OTHER)], weights: [1, 1], message: `poses/1: ${ruleOf("sameLayout")}` },
    { comment: "another layout of weight 0", poses: [a, new Pose(OTHER)], weights: [1, 0], message: `poses/1: ${ruleOf("sameLayout")}` },
  ])("refuses $comment, before anything is changed", ({ poses: all, weights, message }) => {
    const pose = poseOf([7]);
    expect(() => pose.blendMany(all, weights)).toThrow(new RangeError(message));
    expect(numbersOf(pose)).toEqual([7, 0, 0, 0]);
  });

  it("refuses the pose itself behind others, which would have overwritten it", () => {
    const pose = poseOf([7]);
    expect(() => pose.blendMany([a, pose], [1, 1])).toThrow(new RangeError(`poses/1: ${ruleOf("notPoseItself")}`));
    expect(() => pose.blendMany([pose, a, pose], [1, 1, 1])).toThrow(new RangeError(`poses/2: ${ruleOf("notPoseItself")}`));
    expect(pose.values[0]).toBe(7);
  });
});
