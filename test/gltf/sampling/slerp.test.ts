import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { slerp } from "../../../src/gltf/sampling/index.js";
import { findDifferences, normalize, number, rotations, slerpByDefinition } from "./oracle.js";

function slerped(a: readonly number[], b: readonly number[], amount: number): number[] {
  const out = new Float64Array(4);
  slerp(Float64Array.from(a), 0, Float64Array.from(b), 0, amount, out, 0);
  return Array.from(out);
}

/** A turn about an axis. */
function turn(angle: number, axis: readonly number[] = [0, 0, 1]): number[] {
  return [...normalize([...axis]).map((component) => component * Math.sin(angle / 2)), Math.cos(angle / 2)];
}

const negative = (quaternion: readonly number[]): number[] => quaternion.map((component) => -component);

/** The series is exact to 3e-11, for each of two quaternions. */
const TOLERANCE = 1e-10;

/** 0 to 1 in steps of 1/64, which are exact. */
const AMOUNTS = Array.from({ length: 65 }, (_, i) => i / 64);

describe("slerp", () => {
  it.each([
    { comment: "half of a quarter turn", a: turn(0), b: turn(Math.PI / 2), amount: 0.5, expected: turn(Math.PI / 4) },
    { comment: "a quarter of a small turn", a: turn(0.1), b: turn(0.3), amount: 0.25, expected: turn(0.15) },
    { comment: "most of a wide turn", a: turn(-1), b: turn(2), amount: 0.9, expected: turn(1.7) },
    { comment: "half of a half turn, with a cosine of 0", a: [0, 0, 0, 1], b: [0, 0, 1, 0], amount: 0.5, expected: turn(Math.PI / 2) },
    { comment: "the shorter way, back", a: turn(0), b: turn((3 / 2) * Math.PI), amount: 0.5, expected: turn(-Math.PI / 4) },
    { comment: "a rotation and itself", a: turn(1), b: turn(1), amount: 0.3, expected: turn(1) },
    { comment: "a rotation and its opposite, which is the same", a: turn(1), b: negative(turn(1)), amount: 0.3, expected: turn(1) },
    { comment: "nearly opposite ones", a: turn(1), b: negative(turn(1 + 1e-7)), amount: 0.5, expected: turn(1 + 5e-8) },
    { comment: "nearly opposite ones, widely", a: turn(1), b: negative(turn(1.4)), amount: 0.5, expected: turn(1.2) },
  ])("$comment", ({ a, b, amount, expected }) => {
    expect(findDifferences(slerped(a, b, amount), expected, 1e-8)).toEqual([]);
  });

  it("is a (a⁻¹b)^t by the shortest arc, and of length 1", () => {
    fc.assert(
      fc.property(rotations, rotations, number(0, 1), (a, b, amount) => {
        const result = slerped(a, b, amount);
        expect(findDifferences(result, slerpByDefinition(a, b, amount), TOLERANCE)).toEqual([]);
        expect(Math.abs(Math.hypot(...result) - 1)).toBeLessThan(2 * TOLERANCE);
      }),
      { numRuns: 1000 },
    );
  });

  it("goes beyond both rotations, on the same arc", () => {
    fc.assert(
      fc.property(number(-3, 3), number(-1.5, 1.5), number(-6, 7), (angle, difference, amount) => {
        const [a, b] = [turn(angle), turn(angle + difference)];
        expect(findDifferences(slerped(a, b, amount), turn(angle + amount * difference), 1e-6)).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });

  it("is so between neighbors, too", () => {
    const exponents = number(-9, 0);
    const axes = fc.array(number(-1, 1), { minLength: 3, maxLength: 3 }).filter((axis) => Math.hypot(...axis) > 0.1);
    fc.assert(
      fc.property(axes, number(-3, 3), exponents, number(0, 1), (axis, angle, exponent, amount) => {
        const [a, b] = [turn(angle, axis), turn(angle + 10 ** exponent, axis)];
        expect(findDifferences(slerped(a, b, amount), turn(angle + amount * 10 ** exponent, axis), TOLERANCE)).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([0.95 + 1e-12, 0.96, 0.98, 0.999])("weighs neighbors exactly to 3e-11, at a cosine of %d", (cos) => {
    const angle = Math.acos(cos);
    for (const amount of AMOUNTS) {
      const [, , weighted] = slerped([0, 0, 0, 1], [0, 0, Math.sin(angle), cos], amount);
      expect(Math.abs(weighted! - Math.sin(amount * angle)) / Math.sin(angle)).toBeLessThan(3e-11);
    }
  });

  it.each([1e-12, 1e-9, 1e-6, 1e-3])(
    "is right and without a step %d to both sides of where the series ends, at a cosine of 0.95",
    (distance) => {
      for (const amount of AMOUNTS) {
        const [series, sines] = [0.95 + distance, 0.95 - distance].map((cos) => {
          const [a, b] = [turn(0), turn(2 * Math.acos(cos))];
          const result = slerped(a, b, amount);
          expect(findDifferences(result, slerpByDefinition(a, b, amount), TOLERANCE)).toEqual([]);
          return result;
        });
        // The cosine changes by twice the distance, and the sine 3.04 times as fast.
        expect(findDifferences(series!, sines!, TOLERANCE + 7 * distance)).toEqual([]);
      }
    },
  );

  it("is exact at both ends, where the second is given as it was or negated", () => {
    fc.assert(
      fc.property(rotations, rotations, (a, b) => {
        expect(findDifferences(slerped(a, b, 0), a, 0)).toEqual([]);
        const end = slerped(a, b, 1);
        expect([b, negative(b)].some((each) => findDifferences(end, each, 0).length === 0)).toBe(true);
      }),
    );
  });

  it("gives finite numbers for quaternions that are not of length 1", () => {
    const anything = fc.oneof(
      fc.array(number(-2, 2), { minLength: 4, maxLength: 4 }),
      fc.array(fc.float({ noNaN: true, noDefaultInfinity: true }), { minLength: 4, maxLength: 4 }),
      fc.constant([0, 0, 0, 0]),
    );
    fc.assert(
      fc.property(anything, anything, number(0, 1), (a, b, amount) => {
        expect(slerped(a, b, amount).every(Number.isFinite)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it("mixes quaternions that are a little too long", () => {
    // What rounding to float32 makes of them: the cosine is above 1.
    const a = turn(1).map((component) => component * (1 + 1e-7));
    expect(findDifferences(slerped(a, a, 0.5), a, 1e-12)).toEqual([]);
  });

  it("writes to either of its inputs, or between them, as to an array of its own", () => {
    fc.assert(
      fc.property(rotations, rotations, number(0, 1), (a, b, amount) => {
        const expected = slerped(a, b, amount);
        for (const at of [0, 4, 8]) {
          const all = Float64Array.from([...a, ...b, 0, 0, 0, 0]);
          slerp(all, 0, all, 4, amount, all, at);
          expect(Array.from(all)).toEqual([...a, ...b, 0, 0, 0, 0].map((before, i) => (i >= at && i < at + 4 ? expected[i - at] : before)));
        }
      }),
    );
  });
});
