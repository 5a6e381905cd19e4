/** The total time of a clock: the inverse of the closed form. */
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { ClipClock, type ClipTime, TimestampAt } from "../../../src/gltf/timing/index.js";
import { dyadic, dyadicSeconds, dyadicSettings, dyadicSettingsWithEnd, RUNS } from "./oracle.js";
import { ruleOf } from "../../helpers/rules.js";

function timeOf({ timestamp, direction, completedRepetitions, isFinished }: ClipClock): ClipTime {
  return { timestamp, direction, completedRepetitions, isFinished };
}

describe("ClipClock.totalTime", () => {
  it("is the sum of all steps", () => {
    const clock = new ClipClock({ end: 4, speed: -2, offset: 3 });
    [1.5, 0.25, 7].forEach((seconds) => clock.advance(seconds));
    expect(clock.totalTime).toBe(8.75);
    clock.reset();
    expect(clock.totalTime).toBe(0);
  });

  it("sets the state that TimestampAt has", () => {
    fc.assert(
      fc.property(dyadicSettings, dyadicSeconds, dyadicSeconds, (settings, before, totalTime) => {
        const clock = new ClipClock(settings);
        clock.advance(before);
        clock.totalTime = totalTime;
        expect(timeOf(clock)).toEqual(TimestampAt(settings, totalTime));
        expect(clock.totalTime).toBe(totalTime);
      }),
      RUNS,
    );
  });

  it("is after a seek the total time at which the settings reach the position", () => {
    fc.assert(
      fc.property(dyadicSettingsWithEnd, dyadicSeconds, dyadic(0, 8, 16), dyadicSeconds, (settings, before, timestamp, after) => {
        const clock = new ClipClock(settings);
        clock.advance(before);
        clock.timestamp = timestamp;
        clock.advance(after);
        const { totalTime, isFinished, settings: resolved } = clock;
        fc.pre(totalTime > 0 && !isFinished && resolved.speed !== 0);
        const expected = TimestampAt(settings, totalTime);
        expect(expected.timestamp).toBeCloseTo(clock.timestamp, 9);
        expect(expected.completedRepetitions).toBe(clock.completedRepetitions);
      }),
      RUNS,
    );
  });

  it("counts negative values as 0, and infinity as the end", () => {
    const clock = new ClipClock({ end: 4, offset: 1, repetitions: 2 });
    clock.totalTime = -3;
    expect([clock.timestamp, clock.totalTime]).toEqual([1, 0]);
    clock.totalTime = Infinity;
    expect(timeOf(clock)).toEqual({ timestamp: 4, direction: 1, completedRepetitions: 2, isFinished: true });
  });

  it("carries overtime where steps discard it", () => {
    const clock = new ClipClock({ end: 4 }, { overtime: "discard" });
    clock.totalTime = 9.5;
    expect(clock.timestamp).toBe(1.5);
    expect(clock.totalTime).toBe(9.5);
    clock.advance(1);
    expect(clock.timestamp).toBe(2.5);
  });

  it("refuses what is no number", () => {
    const clock = new ClipClock();
    expect(() => (clock.totalTime = NaN)).toThrow(new RangeError(`totalTime: ${ruleOf("number", "NaN")}`));
    expect(() => (clock.totalTime = "3" as never)).toThrow(TypeError);
  });
});

describe("ClipClock.advance with a clock that goes back", () => {
  it("holds at the last seek, and goes on after as many seconds", () => {
    const clock = new ClipClock({ end: 4 });
    clock.advance(3, -Infinity);
    clock.timestamp = 1;
    clock.advance(-2, -Infinity);
    expect(clock.timestamp).toBe(1);
    clock.advance(1.5, -Infinity);
    expect(clock.timestamp).toBe(1);
    expect(clock.advance(4.5, -Infinity)).toEqual({ crossings: 1, firstBound: 1, isFinished: false });
    expect(clock.timestamp).toBe(1);
  });

  it("is where the sum of the steps is", () => {
    fc.assert(
      fc.property(dyadicSettings, fc.array(dyadic(-20, 20, 16), { maxLength: 20 }), (settings, steps) => {
        const clock = new ClipClock(settings);
        steps.forEach((seconds) => clock.advance(seconds, -Infinity));
        const sum = steps.reduce((total, seconds) => total + seconds, 0);
        expect(timeOf(clock)).toEqual(TimestampAt(settings, sum));
      }),
      RUNS,
    );
  });
});
