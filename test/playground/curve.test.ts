import { describe, expect, it } from "@jest/globals";
import { countKeys, decimate, EulerCurve, keyAt, neighbor, TrackCurve } from "../../playground/page/channels/curve.js";
import { firstKeyFrom } from "../../playground/page/channels/keyTimes.js";
import type { Track } from "../../src/sampling.js";
import { createRandom } from "../helpers/random.js";

/** A track of numbers with a key every 0.01 s. */
function trackOf(values: readonly number[], interpolation: Track["interpolation"] = "LINEAR", size = 1): Track {
  const perKey = interpolation === "CUBICSPLINE" ? 3 * size : size;
  const times = Float64Array.from({ length: values.length / perKey }, (_, i) => i / 100);
  return { times, values: Float64Array.from(values), size, interpolation, isRotation: size === 4 };
}

const range = (lows: Float64Array, highs: Float64Array): [number, number] => [Math.min(...lows), Math.max(...highs)];

describe("a curve reduced to the columns of a plot", () => {
  it.each(["LINEAR", "STEP"] as const)("shows a pop of one key among 90,000: %s", (interpolation) => {
    const values = Array.from({ length: 90_000 }, (_, i) => Math.sin(i / 500));
    values[54_321] = 7;
    const { lows, highs } = decimate(new TrackCurve(trackOf(values, interpolation)), 0, 899.99, 800);
    expect(Math.max(...highs[0]!)).toBe(7);
    const column = highs[0]!.indexOf(7);
    expect(column).toBe(Math.floor((543.21 / 899.99) * 800));
    expect(lows[0]![column]).toBeLessThanOrEqual(1);
  });

  it("has the least and greatest key of each column", () => {
    const random = createRandom(7);
    const values = Array.from({ length: 5000 }, () => random() * 20 - 10);
    const { lows, highs } = decimate(new TrackCurve(trackOf(values)), 0, 50, 100);
    for (let column = 0; column < 100; column++) {
      // 50 keys in each column; those at the edges belong to both
      const within = values.slice(column * 50, column * 50 + 51);
      expect(lows[0]![column]).toBeCloseTo(Math.min(...within), 9);
      expect(highs[0]![column]).toBeCloseTo(Math.max(...within), 9);
    }
  });

  it("follows the values between two keys when it is zoomed in", () => {
    const { lows, highs } = decimate(new TrackCurve(trackOf([0, 10])), 0, 0.01, 10);
    expect([...lows[0]!].map((value) => Math.round(value))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect([...highs[0]!].map((value) => Math.round(value))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it("shows a step as a jump in one column", () => {
    const { lows, highs } = decimate(new TrackCurve(trackOf([1, 5], "STEP")), 0, 0.02, 4);
    expect([...lows[0]!]).toEqual([1, 1, 5, 5]);
    expect([...highs[0]!]).toEqual([1, 5, 5, 5]);
  });

  it("shows how far a spline goes beyond its keys, along the tangents as they play", () => {
    // Hermite with both tangents outwards, 400 per second over 0.01 s: v(t) = 4t(1-t)(1-2t) + ..., see glTF 2.0, Appendix C
    const track = trackOf([0, 0, 400, -400, 0, 0], "CUBICSPLINE");
    const { lows, highs } = decimate(new TrackCurve(track), 0, 0.01, 1);
    // 0.01 * 400 * (t^3 - 2t^2 + t) - 0.01 * 400 * (t^3 - t^2) at t = 1/2 is 4 * (1/8 + 1/8) = 1
    expect(range(lows[0]!, highs[0]!)).toEqual([0, expect.closeTo(1, 9)]);
    expect(new TrackCurve(track).tangents(0, 0)).toEqual([0, 400]);
    expect(new TrackCurve(track).tangents(1, 0)).toEqual([-400, 0]);
  });

  it("does not jump where a quaternion changes its sign, which is the same rotation", () => {
    const half = Math.SQRT1_2;
    const curve = new TrackCurve(trackOf([0, 0, 0, 1, -half, 0, 0, -half, 1, 0, 0, 0], "LINEAR", 4));
    expect([...Array.from(curve.atKey(1))]).toEqual([half, 0, 0, half].map((value) => expect.closeTo(value, 9)));
    const { lows } = decimate(curve, 0, 0.02, 50);
    expect(Math.min(...lows[0]!)).toBeGreaterThanOrEqual(-1e-9);
    expect(Math.min(...lows[3]!)).toBeGreaterThanOrEqual(-1e-9);
  });

  it("turns in Euler angles without jumps, beyond a half turn", () => {
    // a third of a turn about y with each key, three turns in all
    const angles = Array.from({ length: 10 }, (_, i) => (i * 2 * Math.PI) / 3);
    const values = angles.flatMap((angle) => [0, Math.sin(angle / 2), 0, Math.cos(angle / 2)]);
    const euler = new EulerCurve(new TrackCurve(trackOf(values, "LINEAR", 4)));
    for (const [key, angle] of angles.entries()) {
      const [x, y, z] = [0, 1, 2].map((i) => euler.atKey(key)[i as 0]) as [number, number, number];
      expect([x, y, z]).toEqual([0, (angle * 180) / Math.PI, 0].map((value) => expect.closeTo(value, 6)));
    }
    expect(euler.at(0.035)[1]).toBeCloseTo(3.5 * 120, 6);
  });
});

describe("the keys of a curve", () => {
  const times = Float64Array.of(0, 0.5, 0.5, 1, 4);

  it("are counted by column", () => {
    expect([...countKeys(times, 0, 4, 4)]).toEqual([3, 1, 0, 1]);
    expect([...countKeys(times, 0.4, 1.1, 1)]).toEqual([3]);
    expect([...countKeys(times, 2, 3, 3)]).toEqual([0, 0, 0]);
  });

  it("are stepped through, also from between two keys, within the bounds of the clip", () => {
    expect(neighbor(times, 0, 1)).toBe(0.5);
    expect(neighbor(times, 0.5, 1)).toBe(1);
    expect(neighbor(times, 0.5, -1)).toBe(0);
    expect(neighbor(times, 0.75, -1)).toBe(0.5);
    expect(neighbor(times, 4, 1)).toBeNull();
    expect(neighbor(times, 0, -1)).toBeNull();
    expect(neighbor(times, 1, 1, 0, 2)).toBeNull();
    expect(neighbor(times, 3, -1, 0, 0.75)).toBe(0.5);
  });

  it.each([
    { time: 0.5, before: 0, after: 2 },
    { time: 0.6, before: 0.5, after: 2 },
    { time: 0, before: null, after: 0.5 },
    { time: 2, before: 0.5, after: null },
  ])("are stepped through from $time", ({ time, before, after }) => {
    const few = Float64Array.of(0, 0.5, 2);
    expect([neighbor(few, time, -1), neighbor(few, time, 1)]).toEqual([before, after]);
  });

  it("are stepped through from times that are rounded: no key is its own neighbor", () => {
    const singles = Float32Array.of(1, 1.4, 1.7);
    const rounded = Number(singles[1]!.toFixed(9));
    expect(rounded).toBeLessThan(singles[1]!);
    expect([neighbor(singles, rounded, 1), neighbor(singles, rounded, -1)]).toEqual([singles[2], singles[0]]);
  });

  it("are found at their times, which may be rounded", () => {
    expect(keyAt(times, 1 + 4e-7)).toBe(3);
    expect(keyAt(times, 1.1)).toBe(-1);
    expect(firstKeyFrom(times, 0.5)).toBe(1);
    expect(firstKeyFrom(times, 5)).toBe(5);
  });
});
