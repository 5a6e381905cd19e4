import { describe, expect, it } from "@jest/globals";
import { continuedFrom, horizonOf, isOnLine, timelineOf, totalTimeOf } from "../../playground/page/plots/timeline.js";
import { ClipClock, TimestampAt, type ClipSettings } from "../../src/pure.js";
import { resolveClipSettings } from "../../src/gltf/timing/index.js";
import { expectedOf, plotted, print, settingsOf, TABLES } from "../helpers/plottedTables.js";

const CASES: readonly ClipSettings[] = [
  { start: 2.5, end: 3.5, speed: 1.25 },
  { start: 2.5, end: 3.5, offset: 1, speed: -0.75 },
  { start: 4, end: 5.5, repetitions: 1 },
  { end: 1.5, repetitions: 4, reverse: true },
  { end: 2, offset: 0.5, repetitions: 3 },
  { end: 2, offset: 0.5, speed: -1, repetitions: 3, reverse: true },
  { end: 4, offset: 4, speed: -2 },
  {},
  { offset: 2, speed: -1 },
  { offset: 2, speed: -1, reverse: true },
  { end: 1, speed: 0 },
  { start: 1, end: 1 },
  { end: 1, repetitions: 0 },
];

describe("the plot of timestamp over total time", () => {
  it.each(CASES)("%j: its line is TimestampAt, between any two of its points", (given) => {
    const settings = resolveClipSettings(given);
    const horizon = horizonOf(settings, 3);
    for (const page of [0, 1, 2]) {
      const { totalTimes, timestamps } = timelineOf(settings, page * horizon, (page + 1) * horizon);
      expect(totalTimes).toEqual([...totalTimes].sort((a, b) => a - b));
      for (let i = 1; i < totalTimes.length; i++) {
        const [t0, t1] = [totalTimes[i - 1]!, totalTimes[i]!];
        const [from, to] = [timestamps[i - 1], timestamps[i]];
        if (t1 - t0 > 1e-6) {
          const middle = (t0 + t1) / 2;
          expect((from! + to!) / 2).toBeCloseTo(TimestampAt(settings, middle).timestamp, 9);
        }
      }
    }
  });

  it.each(CASES)("%j: its crossings are those that the clip counts", (given) => {
    const settings = resolveClipSettings(given);
    const horizon = horizonOf(settings, 3);
    const { crossings } = timelineOf(settings, 0, 2.9 * horizon);
    expect(crossings).toHaveLength(TimestampAt(settings, 2.9 * horizon).completedRepetitions);
    crossings.forEach(({ totalTime, bound }, i) => {
      expect(TimestampAt(settings, Math.max(totalTime - 1e-6, 0)).completedRepetitions).toBe(totalTime > 0 ? i : 0);
      expect(TimestampAt(settings, totalTime + 1e-6).completedRepetitions).toBe(i + 1);
      expect([settings.start, settings.end]).toContain(bound);
    });
  });

  it.each(CASES)("%j: the running point is where the clip is", (given) => {
    const settings = resolveClipSettings(given);
    const clock = new ClipClock(settings);
    for (let step = 1; step <= 400; step++) {
      clock.advance(1 / 64);
      const totalTime = totalTimeOf(settings, clock, step / 64);
      expect(TimestampAt(settings, totalTime).timestamp).toBeCloseTo(clock.timestamp, 9);
      if (!clock.isFinished && settings.end > settings.start) {
        expect(totalTime).toBeCloseTo(step / 64, 9);
      }
    }
  });

  it.each(CASES)("%j: after other settings, the clip is on a line that begins where it was", (given) => {
    for (const before of CASES) {
      const clock = new ClipClock(resolveClipSettings(before));
      clock.advance(1.7);
      clock.settings = resolveClipSettings(given);
      const passes = clock.completedRepetitions;
      const settings = continuedFrom(clock.settings, clock);
      expect(TimestampAt(settings, 0).timestamp).toBeCloseTo(clock.timestamp, 9);
      for (let step = 1; step <= 40 && !clock.isFinished; step++) {
        clock.advance(0.11);
        const { timestamp, direction, isFinished } = clock;
        const completedRepetitions = clock.completedRepetitions - passes;
        const time = { timestamp, direction, isFinished, completedRepetitions };
        expect(isOnLine(settings, totalTimeOf(settings, time, step * 0.11), time)).toBe(true);
        expect(TimestampAt(settings, step * 0.11).timestamp).toBeCloseTo(timestamp, 9);
      }
    }
  });

  it("does not go through a timestamp of a pass in the other direction", () => {
    const settings = resolveClipSettings({ end: 2, reverse: true });
    const clock = new ClipClock(settings);
    clock.advance(2.5);
    expect(isOnLine(settings, 2.5, clock)).toBe(true);
    expect(isOnLine(settings, 1.5, clock)).toBe(false);
    expect(isOnLine(settings, 2.4, clock)).toBe(false);
  });

  it("draws no more crossings than the width can show", () => {
    const settings = resolveClipSettings({ end: 1e-9 });
    expect(timelineOf(settings, 0, 10).totalTimes.length).toBeLessThan(200);
  });
});

describe("the plot of a table of the drafts", () => {
  it.each(TABLES)("$source: shows its values", (table) => {
    const settings = settingsOf(table);
    const timeline = timelineOf(settings, 0, 20);
    const timestamps = table.totalTime.map((totalTime) => plotted(timeline, totalTime));
    expect(print(table, timestamps)).toEqual(expectedOf(table, settings).map((value) => expect.closeTo(value, 9)));
    // up to the end of its first pass there is no overtime to lose
    const first = timeline.crossings[0]?.totalTime ?? Infinity;
    const upTo = table.totalTime.filter((totalTime) => totalTime <= first).length;
    expect(print(table, timestamps).slice(0, upTo)).toEqual(table.printed.slice(0, upTo).map((value) => expect.closeTo(value, 9)));
  });
});
