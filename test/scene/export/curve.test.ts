import { describe, expect, it } from "@jest/globals";
import { holdUntil, joinCurves, justBefore, toTimes, valueAt, type Curve } from "../../../src/scene/export/read/curve.js";

function curve(interpolation: Curve["interpolation"], times: readonly number[], values: readonly number[]): Curve {
  return { times: Float32Array.from(times), interpolation, width: 1, values: Float64Array.from(values) };
}

const LINE = curve("LINEAR", [0, 1], [0, 4]);
const STEPS = curve("STEP", [0, 0.5], [3, 5]);
/** From 0 to 1 with the slope 1 at both ends: a straight line. In-tangent, value and out-tangent of each key. */
const CUBIC = curve("CUBICSPLINE", [0, 1], [7, 0, 1, 1, 1, 7]);

const join = (first: Curve, second: Curve): Curve | null =>
  joinCurves([{ curve: first, offset: 0, size: 1 }, { curve: second, offset: 1, size: 1 }], [0, 0, 9]); // oxfmt-ignore

it("times are in single precision, each after the one before", () => {
  expect([...toTimes([0, 0.1, 0.1, 0.1])]).toEqual([0, 0.1, 0.1, 0.1].map((time) => expect.closeTo(time, 6)));
  const [, a, b, c] = toTimes([0, 0.1, 0.1, 0.1]) as unknown as [number, number, number, number];
  expect([justBefore(b), justBefore(c)]).toEqual([a, b]);
});

describe("holding", () => {
  it("a line repeats its last value", () => {
    const { times, values } = holdUntil(LINE, 3);
    expect([[...times], [...values]]).toEqual([[0, 1, 3], [0, 4, 4]]); // oxfmt-ignore
  });

  it("a spline holds with a slope of 0", () => {
    const held = holdUntil(CUBIC, 3);
    expect([...held.values]).toEqual([7, 0, 1, 1, 1, 0, 0, 1, 0]);
    expect(valueAt(held, 2)).toEqual([1]);
  });

  it("a curve that is long enough stays as it is", () => {
    expect(holdUntil(LINE, 1)).toBe(LINE);
  });
});

describe("joining", () => {
  it("lines with different times have keys at all of them; components that no part has are constant", () => {
    const joined = join(LINE, curve("LINEAR", [0.25, 0.5], [1, 2]))!;
    expect([...joined.times]).toEqual([0, 0.25, 0.5, 1]);
    expect([...joined.values]).toEqual([0, 1, 9, 1, 1, 9, 2, 2, 9, 4, 2, 9]);
  });

  it("steps beside lines hold until just before the next step", () => {
    const joined = join(LINE, STEPS)!;
    expect([...joined.times]).toEqual([0, justBefore(0.5), 0.5, 1]);
    expect(joined.interpolation).toBe("LINEAR");
    expect([0, 0.25, justBefore(0.5), 0.5, 2].map((time) => valueAt(joined, time)[1])).toEqual([3, 3, 3, 5, 5]);
  });

  it("steps beside steps stay steps", () => {
    expect(join(STEPS, curve("STEP", [0.25], [1]))).toMatchObject({ interpolation: "STEP", times: Float32Array.of(0, 0.25, 0.5) });
  });

  it("lines beside splines become splines with the slopes of the lines, and hold where they end", () => {
    const joined = join(CUBIC, curve("LINEAR", [0, 0.5], [0, 2]))!;
    expect(joined.interpolation).toBe("CUBICSPLINE");
    for (const time of [0.1, 0.25, 0.5, 0.75, 1]) {
      expect(valueAt(joined, time)).toEqual([time, Math.min(4 * time, 2), 9].map((value) => expect.closeTo(value, 6)));
    }
  });

  it("a spline keeps its own tangents on both sides of a key", () => {
    const bent = curve("CUBICSPLINE", [0, 1, 2], [0, 0, 1, 2, 1, -3, 4, 0, 0]);
    const joined = join(bent, LINE)!;
    const at = (key: number, part: number): number => joined.values[(3 * key + part) * 3]!;
    expect([at(1, 0), at(1, 1), at(1, 2)]).toEqual([2, 1, -3]);
  });

  it("steps beside splines cannot be joined, unless the spline has one key only", () => {
    expect(join(STEPS, CUBIC)).toBeNull();
    expect(join(STEPS, curve("CUBICSPLINE", [0], [7, 1, 7]))).toMatchObject({ interpolation: "STEP" });
  });
});
