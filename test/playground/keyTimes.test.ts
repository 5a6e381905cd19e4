import { describe, expect, it } from "@jest/globals";
import { digitsFor, keyTimesOf, markDistance, nearestTime, snapped } from "../../playground/page/channels/keyTimes.js";

const TIMES = [0, 0.5, 2];

describe("the keys of animations", () => {
  it("are listed once each, in seconds, in order", () => {
    const animation = (
      framePerSecond: number,
      ...frames: number[]
    ): Parameters<typeof keyTimesOf>[0] extends Iterable<infer T> ? T : never => ({
      framePerSecond,
      getKeys: () => frames.map((frame) => ({ frame })),
    });
    expect([...keyTimesOf([animation(60, 0, 30, 600), animation(30, 0, 15, 30)])]).toEqual([0, 0.5, 1, 10]);
  });

  it.each([
    [-1, 0],
    [0.2, 0],
    [0.3, 0.5],
    [9, 2],
  ])("have one that is nearest to %d: %d", (time, nearest) => {
    expect(nearestTime(TIMES, time)).toBe(nearest);
    expect(nearestTime([], time)).toBeNull();
  });

  it("draw a time to them that is within reach", () => {
    expect([snapped(TIMES, 0.55, 0.1), snapped(TIMES, 0.7, 0.1), snapped([], 0.7, 0.1)]).toEqual([0.5, 0.7, 0.7]);
  });
});

describe("the marks of a ruler", () => {
  it.each([
    [0.3, 0.5],
    [1, 1],
    [1.2, 2],
    [7, 10],
    [0.012, 0.02],
  ])("that must be %d apart are %d apart", (least, distance) => {
    expect(markDistance(least)).toBeCloseTo(distance, 12);
  });

  it.each([
    [10, 3],
    [0.5, 3],
    [0.001, 3],
    [0.0005, 4],
    [2e-5, 5],
    [1e-6, 6],
    [0, 20],
  ])("that are %d apart differ with %d decimals", (distance, digits) => {
    expect(digitsFor(distance)).toBe(digits);
  });
});
