import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import {
  findClipSettingsProblem,
  resolveClipSettings,
  TimestampAt,
  type ClipSettings,
  type ClipTime,
} from "../../../src/gltf/timing/index.js";
import {
  dyadic,
  dyadicSeconds,
  dyadicSettings,
  dyadicSettingsWithEnd,
  EXTREME_SECONDS,
  extremeSettings,
  findImpossible,
  frameTimes,
  KINDS,
  ordinarySettings,
  overtimePolicies,
  RUNS,
  SampleClip,
} from "./oracle.js";
import { ruleOf } from "../../helpers/rules.js";

function timestamps(settings: ClipSettings, totalTimes: readonly number[]): number[] {
  return totalTimes.map((totalTime) => TimestampAt(settings, totalTime).timestamp);
}

describe("examples", () => {
  it("an empty clip runs from 0 without an end", () => {
    expect(TimestampAt({}, 12.5)).toEqual({ timestamp: 12.5, direction: 1, completedRepetitions: 0, isFinished: false });
  });

  it("begins at start + offset, at positive and negative speed", () => {
    for (const speed of [2, -2, 0]) {
      expect(TimestampAt({ start: 3, end: 8, offset: 2, speed }, 0).timestamp).toBe(5);
    }
  });

  it("a loop carries its overtime upwards", () => {
    expect(timestamps({ start: 2, end: 6, offset: 1 }, [0, 2.5, 3, 3.5, 7, 7.5, 103.5])).toEqual([3, 5.5, 6, 2.5, 6, 2.5, 2.5]);
  });

  it("a loop carries its overtime downwards", () => {
    expect(timestamps({ start: 2, end: 6, offset: 1, speed: -1 }, [0, 0.5, 1, 1.5, 5, 5.5])).toEqual([3, 2.5, 2, 5.5, 2, 5.5]);
  });

  it("ping-pong reflects its overtime and turns", () => {
    const settings = { start: 2, end: 6, offset: 1, reverse: true };
    expect(timestamps(settings, [0, 3, 3.5, 7, 7.5, 11])).toEqual([3, 6, 5.5, 2, 2.5, 6]);
    expect([3, 3.5, 7, 7.5].map((t) => TimestampAt(settings, t).direction)).toEqual([1, -1, -1, 1]);
  });

  it("the first, partial pass counts as a repetition", () => {
    expect(TimestampAt({ end: 4, offset: 3, repetitions: 1 }, 1.5)).toMatchObject({
      timestamp: 4,
      completedRepetitions: 1,
      isFinished: true,
    });
  });

  it("the last repetition holds the bound it reached", () => {
    const loop = { start: 1, end: 3, repetitions: 2 };
    expect(TimestampAt(loop, 4)).toEqual({ timestamp: 3, direction: 1, completedRepetitions: 1, isFinished: false });
    expect(TimestampAt(loop, 4.25)).toMatchObject({ timestamp: 3, completedRepetitions: 2, isFinished: true });
    expect(TimestampAt(loop, 1000)).toMatchObject({ timestamp: 3, completedRepetitions: 2, isFinished: true });
    expect(TimestampAt({ ...loop, reverse: true }, 1000)).toMatchObject({ timestamp: 1, completedRepetitions: 2, isFinished: true });
    expect(TimestampAt({ ...loop, speed: -1, offset: 2 }, 1000)).toMatchObject({ timestamp: 1, completedRepetitions: 2, isFinished: true });
  });

  it("repetitions 0 never plays", () => {
    for (const overtime of ["carry", "discard"] as const) {
      for (const end of [1, 4, Infinity]) {
        for (const speed of [1, -1]) {
          const time = TimestampAt({ end, offset: 1, speed, repetitions: 0 }, 100, { overtime });
          expect(time).toMatchObject({ timestamp: 1, completedRepetitions: 0, isFinished: true });
        }
      }
    }
  });

  it("speed 0 holds where the clip begins", () => {
    expect(TimestampAt({ start: 1, end: 4, offset: 2, speed: 0, repetitions: 1 }, 100)).toEqual({
      timestamp: 3,
      direction: 0,
      completedRepetitions: 0,
      isFinished: false,
    });
  });

  it("backwards from start crosses it at once, as the sample code does", () => {
    const settings = { end: 4, speed: -1, repetitions: 2 };
    expect(TimestampAt(settings, 0)).toMatchObject({ timestamp: 0, completedRepetitions: 0 });
    expect(TimestampAt(settings, 0.25)).toMatchObject({ timestamp: 3.75, completedRepetitions: 1, isFinished: false });
    expect(TimestampAt(settings, 4.25)).toMatchObject({ timestamp: 0, completedRepetitions: 2, isFinished: true });
  });

  it("total time below 0 counts as 0", () => {
    for (const totalTime of [-1e-12, -3, -Infinity]) {
      expect(TimestampAt({ end: 4, offset: 1 }, totalTime)).toEqual({
        timestamp: 1,
        direction: 1,
        completedRepetitions: 0,
        isFinished: false,
      });
    }
  });

  it("the docstring's", () => {
    expect(TimestampAt({ end: 4, repetitions: 2, reverse: true }, 5)).toEqual({
      timestamp: 3,
      direction: -1,
      completedRepetitions: 1,
      isFinished: false,
    });
  });
});

describe("a bound is crossed only beyond it", () => {
  const clips: readonly { comment: string; settings: ClipSettings; toBound: number; bound: number }[] = [
    { comment: "loop at end", settings: { start: 1, end: 5, offset: 1 }, toBound: 3, bound: 5 },
    { comment: "loop at start", settings: { start: 1, end: 5, offset: 1, speed: -1 }, toBound: 1, bound: 1 },
    { comment: "ping-pong at end", settings: { start: 1, end: 5, speed: 0.5, reverse: true }, toBound: 8, bound: 5 },
    { comment: "ping-pong at start", settings: { start: 1, end: 5, offset: 4, speed: -2, reverse: true }, toBound: 2, bound: 1 },
    { comment: "last repetition", settings: { end: 4, repetitions: 1 }, toBound: 4, bound: 4 },
  ];

  for (const { comment, settings, toBound, bound } of clips) {
    it(comment, () => {
      expect(TimestampAt(settings, toBound * (1 - 2 ** -40))).toMatchObject({ completedRepetitions: 0, isFinished: false });
      expect(TimestampAt(settings, toBound)).toMatchObject({ timestamp: bound, completedRepetitions: 0, isFinished: false });
      expect(TimestampAt(settings, toBound * (1 + 2 ** -40)).completedRepetitions).toBe(1);
    });
  }

  it("nor a later one", () => {
    const settings = { start: 1, end: 5, offset: 1 };
    expect(TimestampAt(settings, 3 + 4 * 999)).toMatchObject({ timestamp: 5, completedRepetitions: 999 });
    expect(TimestampAt(settings, (3 + 4 * 999) * (1 + 2 ** -40)).completedRepetitions).toBe(1000);
    expect(TimestampAt({ ...settings, reverse: true }, 3 + 4 * 999)).toMatchObject({ timestamp: 1, completedRepetitions: 999 });
  });

  it("nor one that only the rounding of decimal fractions seems to pass", () => {
    // 3 * 0.1 is 0.30000000000000004, and 0.1 * 3 s at speed 0.1 likewise.
    expect(TimestampAt({ end: 0.3 }, 3 * 0.1)).toMatchObject({ timestamp: 0.3, completedRepetitions: 0 });
    expect(TimestampAt({ end: 0.3, speed: 0.1 }, 3)).toMatchObject({ timestamp: 0.3, completedRepetitions: 0 });
    expect(TimestampAt({ end: 0.3, repetitions: 1 }, 3 * 0.1)).toMatchObject({ timestamp: 0.3, isFinished: false });
    expect(TimestampAt({ end: 0.1 }, 3 * 0.1)).toMatchObject({ completedRepetitions: 2 });
  });

  it("by more than 4 units in the last place of the distance traveled", () => {
    const unit = Number.EPSILON;
    for (const reverse of [false, true]) {
      expect(TimestampAt({ end: 1, reverse }, 1 + 4 * unit)).toMatchObject({ timestamp: 1, completedRepetitions: 0 });
      expect(TimestampAt({ end: 1, reverse }, 1 + 5 * unit)).toMatchObject({ completedRepetitions: 1 });
      expect(TimestampAt({ end: 1, offset: 1, speed: -1, reverse }, 1 + 4 * unit)).toMatchObject({ timestamp: 0, completedRepetitions: 0 });
      expect(TimestampAt({ end: 1, reverse }, 2 + 4 * 2 * unit)).toMatchObject({ completedRepetitions: 1 });
      expect(TimestampAt({ end: 1, reverse }, 2 + 5 * 2 * unit)).toMatchObject({ completedRepetitions: 2 });
    }
  });

  it.each([
    { start: 0.2, end: 0.9 },
    { start: 0.3, end: 0.9 },
  ])("a clip that begins at its end begins there exactly, though start + (end - start) is not $end", ({ start, end }) => {
    expect(start + (end - start)).not.toBe(end);
    expect(TimestampAt({ start, end, offset: end - start, speed: -1 }, 0).timestamp).toBe(end);
    expect(TimestampAt({ start, end, offset: 100, speed: -1 }, 0).timestamp).toBe(end);
  });

  it("at total time 0 nothing is crossed, where rounding puts start + (end - start) beside end too", () => {
    const tenths = fc.integer({ min: 0, max: 1000 }).map((n) => n / 10);
    fc.assert(
      fc.property(
        tenths,
        tenths,
        fc.constantFrom(1, 0, -1),
        fc.constantFrom(-1, 0, 1),
        fc.boolean(),
        (a, b, speed, repetitions, reverse) => {
          const [start, end] = [Math.min(a, b), Math.max(a, b)];
          const settings = { start, end, offset: end - start, speed, repetitions, reverse };
          const time = TimestampAt(settings, 0);
          expect(findImpossible(settings, time)).toEqual([]);
          expect(time).toMatchObject({ completedRepetitions: 0, isFinished: repetitions === 0 });
          expect(Math.abs(time.timestamp - end)).toBeLessThan(1e-12);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe("the sample code, looped over its crossings", () => {
  it("gives the same", () => {
    fc.assert(
      fc.property(dyadicSettings, dyadicSeconds, (settings, seconds) => {
        const sample = new SampleClip(settings);
        sample.update(seconds);
        const time = TimestampAt(settings, seconds);
        expect([time.timestamp, time.completedRepetitions, time.isFinished]).toEqual([
          sample.timestamp,
          sample.completed,
          sample.isFinished,
        ]);
        if (!sample.isFinished) {
          expect(time.direction).toBe(sample.direction);
        }
      }),
      RUNS,
    );
  });

  it("gives the same in frames that lose their overtime at a restart", () => {
    fc.assert(
      fc.property(dyadicSettings, frameTimes, fc.nat({ max: 100 }), (settings, seconds, frames) => {
        const sample = new SampleClip(settings, true);
        for (let i = 0; i < frames; i++) {
          sample.update(seconds);
        }
        const time = TimestampAt(settings, frames * seconds, { overtime: "discard", step: seconds });
        expect([time.timestamp, time.completedRepetitions, time.isFinished]).toEqual([
          sample.timestamp,
          sample.completed,
          sample.isFinished,
        ]);
      }),
      RUNS,
    );
  });
});

describe('overtime "discard"', () => {
  const discard = { overtime: "discard" } as const;

  it("restarts exactly at the other bound", () => {
    const up = { start: 2, end: 4.5 };
    expect([2, 3, 4, 6].map((t) => TimestampAt(up, t, discard).timestamp)).toEqual([4, 2, 3, 2]);
    const down = { start: 2, end: 4.5, offset: 2.5, speed: -1 };
    expect([2, 3, 4, 6].map((t) => TimestampAt(down, t, discard).timestamp)).toEqual([2.5, 4.5, 3.5, 4.5]);
  });

  it("crosses at most once in a step", () => {
    expect(TimestampAt({ end: 0.25 }, 3, discard)).toMatchObject({ timestamp: 0, completedRepetitions: 3 });
  });

  it("depends on the step", () => {
    expect([1, 0.5, 0.25].map((step) => TimestampAt({ end: 4 }, 10, { ...discard, step }).timestamp)).toEqual([0, 1, 1.5]);
  });

  it("does not cross a bound that the rounding of a step of 0.1 s only seems to pass", () => {
    // 41 steps of 0.1 s: forty reach the end, the next restarts.
    const settings = { end: 4 };
    expect(TimestampAt(settings, 40 * 0.1, { ...discard, step: 0.1 })).toMatchObject({ timestamp: 4, completedRepetitions: 0 });
    expect(TimestampAt(settings, 41 * 0.1, { ...discard, step: 0.1 })).toMatchObject({ timestamp: 0, completedRepetitions: 1 });
    expect(TimestampAt(settings, 81 * 0.1, { ...discard, step: 0.1 })).toMatchObject({ completedRepetitions: 1 });
    expect(TimestampAt(settings, 82 * 0.1, { ...discard, step: 0.1 })).toMatchObject({ timestamp: 0, completedRepetitions: 2 });
  });

  it("nor one that the rounding of a quotient only seems to pass", () => {
    // 0.3 / 0.1 is 2.9999999999999996, but it takes three steps to reach the end and a fourth to go beyond.
    const times = [0.2, 0.3, 0.4, 0.7, 0.8].map((t) => TimestampAt({ end: 0.3 }, t, { ...discard, step: 0.1 }));
    expect(times.map(({ completedRepetitions }) => completedRepetitions)).toEqual([0, 0, 1, 1, 2]);
  });

  it.each([1e5, 999_999, 1e6, 1_234_567, 1e7])("restarts in each of %d steps that hardly go beyond the end", (steps) => {
    const settings = { end: 0.1 * (1 - 2 ** -40) };
    const expected = { timestamp: 0, direction: 1, completedRepetitions: steps, isFinished: false };
    expect(TimestampAt(settings, steps / 10, { ...discard, step: 0.1 })).toEqual(expected);
  });

  it("holds the bound where the last repetition ends", () => {
    expect(TimestampAt({ start: 1, end: 3.5, repetitions: 2 }, 6, discard)).toMatchObject({ timestamp: 3.5, isFinished: true });
    expect(TimestampAt({ start: 1, end: 3.5, repetitions: 2 }, 600, discard)).toMatchObject({ timestamp: 3.5, completedRepetitions: 2 });
    expect(TimestampAt({ start: 1, end: 3.5, speed: -1, repetitions: 1 }, 1, discard)).toMatchObject({ timestamp: 1, isFinished: true });
  });

  it("restarts where a pass takes more steps than there are numbers", () => {
    const settings = { end: 1e300, offset: 1e300, speed: 1e-300 };
    expect(TimestampAt(settings, 5, discard)).toMatchObject({ timestamp: 4e-300, completedRepetitions: 1, isFinished: false });
  });

  it("refuses a step that is not above 0", () => {
    for (const step of [0, -0, -1, NaN]) {
      const ask = (): ClipTime => TimestampAt({ end: 4 }, 1, { ...discard, step });
      expect(ask).toThrow(RangeError);
      expect(ask).toThrow(new RangeError(`options.step: ${ruleOf("above0", step)}`));
    }
  });

  it("leaves ping-pong as it is", () => {
    fc.assert(
      fc.property(dyadicSettings, dyadicSeconds, (settings, seconds) => {
        const pingPong = { ...settings, reverse: true };
        expect(TimestampAt(pingPong, seconds, discard)).toEqual(TimestampAt(pingPong, seconds));
      }),
      RUNS,
    );
  });
});

describe("properties", () => {
  it("the mirrored clip is in the mirrored place", () => {
    const mirrorDirection = (direction: number): number => (direction === 0 ? 0 : -direction);
    fc.assert(
      fc.property(dyadicSettingsWithEnd, dyadicSeconds, (settings, seconds) => {
        const { start, end, offset, speed } = settings;
        const mirrored = TimestampAt({ ...settings, speed: -speed, offset: end - start - offset }, seconds);
        const expected = TimestampAt(settings, seconds);
        expect(mirrored).toEqual({
          ...expected,
          timestamp: start + end - expected.timestamp,
          direction: mirrorDirection(expected.direction),
        });
      }),
      RUNS,
    );
  });

  it("going on from where the clip is, is the same as having gone there at once", () => {
    fc.assert(
      fc.property(dyadicSettings, dyadicSeconds, dyadicSeconds, (settings, first, second) => {
        const between = TimestampAt(settings, first);
        fc.pre(!between.isFinished);
        const goingOn = {
          ...settings,
          offset: between.timestamp - settings.start,
          speed: Math.abs(settings.speed) * between.direction,
          repetitions: settings.repetitions === -1 ? -1 : settings.repetitions - between.completedRepetitions,
        };
        const after = TimestampAt(goingOn, second);
        expect({ ...after, completedRepetitions: between.completedRepetitions + after.completedRepetitions }).toEqual(
          TimestampAt(settings, first + second),
        );
      }),
      RUNS,
    );
  });

  it("the number of crossings never falls", () => {
    fc.assert(
      fc.property(ordinarySettings, fc.array(fc.double({ min: 0, max: 1e4, noNaN: true }), { minLength: 2 }), (settings, totalTimes) => {
        const counts = totalTimes.sort((a, b) => a - b).map((totalTime) => TimestampAt(settings, totalTime).completedRepetitions);
        expect(counts).toEqual([...counts].sort((a, b) => a - b));
      }),
      RUNS,
    );
  });

  it("between crossings, the timestamp goes at the clip's speed", () => {
    fc.assert(
      fc.property(dyadicSettings, dyadicSeconds, dyadic(0, 0.25, 64), (settings, seconds, more) => {
        const [before, after] = [TimestampAt(settings, seconds), TimestampAt(settings, seconds + more)];
        fc.pre(before.completedRepetitions === after.completedRepetitions && !before.isFinished && settings.end > settings.start);
        expect(after.timestamp - before.timestamp + 0).toBe(Math.abs(settings.speed) * before.direction * more + 0);
      }),
      RUNS,
    );
  });

  it("a finished clip is exactly at a bound, and stays", () => {
    fc.assert(
      fc.property(
        ordinarySettings,
        fc.integer({ min: 1, max: 9 }),
        fc.double({ min: 1, max: 1e6, noNaN: true }),
        (clip, repetitions, factor) => {
          const settings = { ...clip, repetitions };
          const enough = (((clip.end - clip.start) * repetitions) / Math.abs(clip.speed)) * 1.001;
          const end = TimestampAt(settings, enough);
          // Ping-pong turns after each pass but the last, a loop never does.
          const upAtLast = clip.speed > 0 === (!clip.reverse || repetitions % 2 === 1);
          expect(end).toMatchObject({ completedRepetitions: repetitions, isFinished: true });
          expect(end.timestamp).toBe(upAtLast ? clip.end : clip.start);
          expect(TimestampAt(settings, enough * factor)).toEqual(end);
        },
      ),
      RUNS,
    );
  });

  it("settings are not changed", () => {
    fc.assert(
      fc.property(dyadicSettings, dyadicSeconds, overtimePolicies, (settings, seconds, overtime) => {
        const before = { ...settings };
        TimestampAt(Object.freeze(settings), seconds, Object.freeze({ overtime }));
        expect(settings).toEqual(before);
      }),
      RUNS,
    );
  });
});

describe("a clip without length", () => {
  it("holds where it is endless", () => {
    for (const settings of [{ end: 0 }, { start: 2, end: 2, reverse: true }, { start: 2, end: 2, offset: 5, speed: -3 }]) {
      for (const totalTime of [0, 1e-12, 1, 1e9, Infinity]) {
        expect(TimestampAt(settings, totalTime)).toMatchObject({ timestamp: settings.end, completedRepetitions: 0, isFinished: false });
      }
    }
  });

  it("finishes with the first time that passes where its repetitions are finite", () => {
    for (const reverse of [false, true]) {
      for (const speed of [2, -2]) {
        for (const repetitions of [1, 2, 7, 2 ** 31]) {
          const settings = { start: 3, end: 3, speed, repetitions, reverse };
          expect(TimestampAt(settings, 0)).toMatchObject({ timestamp: 3, completedRepetitions: 0, isFinished: false });
          expect(TimestampAt(settings, 1e-12)).toMatchObject({ timestamp: 3, completedRepetitions: repetitions, isFinished: true });
          expect(TimestampAt(settings, 1e9)).toMatchObject({ timestamp: 3, completedRepetitions: repetitions, isFinished: true });
        }
      }
    }
  });
});

describe("a clip without end", () => {
  it("never crosses anything forwards", () => {
    for (const reverse of [false, true]) {
      for (const totalTime of [1, 1e9, 1e300]) {
        expect(TimestampAt({ start: 2, offset: 1, repetitions: 1, reverse }, totalTime)).toEqual({
          timestamp: 3 + totalTime,
          direction: 1,
          completedRepetitions: 0,
          isFinished: false,
        });
      }
    }
  });

  it("ends at start where it loops backwards, because there is no end to go on from", () => {
    for (const repetitions of [-1, 1, 5]) {
      const settings = { start: 2, offset: 3, speed: -1, repetitions };
      expect(TimestampAt(settings, 3)).toEqual({ timestamp: 2, direction: -1, completedRepetitions: 0, isFinished: false });
      for (const totalTime of [3.25, 1e9]) {
        expect(TimestampAt(settings, totalTime)).toMatchObject({ timestamp: 2, completedRepetitions: 1, isFinished: true });
      }
    }
  });

  it("turns at start where it is ping-pong", () => {
    for (const repetitions of [-1, 2, 5]) {
      expect(TimestampAt({ start: 2, offset: 3, speed: -1, repetitions, reverse: true }, 3.25)).toEqual({
        timestamp: 2.25,
        direction: 1,
        completedRepetitions: 1,
        isFinished: false,
      });
    }
    expect(TimestampAt({ start: 2, offset: 3, speed: -1, repetitions: 1, reverse: true }, 3.25)).toMatchObject({
      timestamp: 2,
      completedRepetitions: 1,
      isFinished: true,
    });
  });
});

describe("extreme numbers", () => {
  const policies = ["carry", "discard"] as const;

  for (const { kind, settings } of KINDS) {
    for (const overtime of policies) {
      it(`${kind}, overtime "${overtime}": any total time has a possible result`, () => {
        const impossible = EXTREME_SECONDS.flatMap((seconds) =>
          findImpossible(settings, TimestampAt(settings, seconds, { overtime })).map((rule) => `after ${seconds} s: ${rule}`),
        );
        expect(impossible).toEqual([]);
      });
    }
  }

  it("NaN as total time counts as 0", () => {
    for (const { settings } of KINDS) {
      expect(TimestampAt(settings, NaN)).toEqual(TimestampAt(settings, 0));
    }
  });

  it("all of time finishes every clip that can finish", () => {
    for (const overtime of policies) {
      for (const settings of [
        { end: 4, repetitions: 3 },
        { end: 4, repetitions: 3, reverse: true },
        { start: 1, end: 4, repetitions: 2 ** 31 },
      ]) {
        expect(TimestampAt(settings, Infinity, { overtime })).toMatchObject({
          timestamp: 4,
          completedRepetitions: settings.repetitions,
          isFinished: true,
        });
      }
    }
  });

  it("a long time on a short clip counts every crossing", () => {
    // 2^30 s are 2^40 lengths: the last bound is reached, not crossed.
    expect(TimestampAt({ end: 2 ** -10 }, 2 ** 30)).toMatchObject({ timestamp: 2 ** -10, completedRepetitions: 2 ** 40 - 1 });
    expect(TimestampAt({ end: 2 ** -10, reverse: true }, 2 ** 30)).toMatchObject({ timestamp: 0, completedRepetitions: 2 ** 40 - 1 });
  });

  it("1e9 s on a clip of 1e-6 s", () => {
    for (const reverse of [false, true]) {
      const settings = { end: 1e-6, reverse };
      const time = TimestampAt(settings, 1e9);
      expect(findImpossible(settings, time)).toEqual([]);
      // At this ratio one unit in the last place of total time is a tenth of the clip's length.
      expect(Math.abs(time.completedRepetitions - 1e15)).toBeLessThanOrEqual(2);
    }
  });

  it("2^31 repetitions are counted to the last", () => {
    const settings = { end: 0.5, repetitions: 2 ** 31 };
    expect(TimestampAt(settings, 2 ** 30 - 0.25)).toMatchObject({
      timestamp: 0.25,
      completedRepetitions: 2 ** 31 - 1,
      isFinished: false,
    });
    expect(TimestampAt(settings, 2 ** 30)).toMatchObject({ timestamp: 0.5, completedRepetitions: 2 ** 31 - 1, isFinished: false });
    expect(TimestampAt(settings, 2 ** 30 + 0.25)).toMatchObject({ timestamp: 0.5, completedRepetitions: 2 ** 31, isFinished: true });
  });

  it("never NaN, never -0, never out of bounds, for any settings and time", () => {
    fc.assert(
      fc.property(extremeSettings, fc.double(), overtimePolicies, (settings, totalTime, overtime) => {
        expect(findImpossible(settings, TimestampAt(settings, totalTime, { overtime }))).toEqual([]);
      }),
      { numRuns: 5000 },
    );
  });

  it.each<{ comment: string; settings: ClipSettings }>([
    { comment: "start + offset", settings: { start: 1e308, offset: 1e308 } },
    { comment: "start + offset, ping-pong backwards", settings: { start: 1e308, offset: 1e308, speed: -1, reverse: true } },
    { comment: "end - start", settings: { start: -1e308, end: 1e308 } },
    { comment: "end - start, ping-pong", settings: { start: -1e308, end: 1e308, reverse: true } },
  ])("$comment may overflow", ({ settings }) => {
    const impossible = EXTREME_SECONDS.flatMap((seconds) => findImpossible(settings, TimestampAt(settings, seconds)));
    expect(impossible).toEqual([]);
  });

  it("a start or end of -0 gives 0", () => {
    const isFinished: ClipTime[] = [
      TimestampAt({ start: -0, end: 2, offset: 1, speed: -1, repetitions: 1 }, 5),
      TimestampAt({ start: -1, end: -0, repetitions: 1 }, 5),
      TimestampAt({ start: -0, end: -0, offset: -0, repetitions: 1 }, 5),
      TimestampAt({ start: -0, offset: -0 }, -0),
    ];
    expect(isFinished.map(({ timestamp }) => timestamp)).toEqual([0, 0, 0, 0]);
  });
});

describe("settings", () => {
  it("have defaults", () => {
    const defaults = { start: 0, end: Infinity, offset: 0, speed: 1, repetitions: -1, reverse: false };
    expect(resolveClipSettings({})).toEqual(defaults);
    expect(
      resolveClipSettings({
        start: undefined,
        end: undefined,
        offset: undefined,
        speed: undefined,
        repetitions: undefined,
        reverse: undefined,
      }),
    ).toEqual(defaults);
  });

  it("that are given are kept, in a new object", () => {
    const settings = Object.freeze({ start: 1, end: 5, offset: 2, speed: -3, repetitions: 4, reverse: true });
    expect(resolveClipSettings(settings)).toEqual(settings);
    expect(resolveClipSettings(settings)).not.toBe(settings);
    expect(findClipSettingsProblem(settings)).toBeNull();
  });

  it.each([null, 1, "end", undefined])("are an object, not %p", (settings) => {
    expect(() => resolveClipSettings(settings as never)).toThrow(new TypeError(`settings: ${ruleOf("object", JSON.stringify(settings))}`));
  });

  it.each([
    { speed: {}, got: "{}" },
    { speed: () => 1, got: '"() => 1"' },
    { speed: "x".repeat(41), got: `"${"x".repeat(36)}...` },
    { speed: true, got: "true" },
  ])("have a speed that is a number: $got is named in 40 characters at most", ({ speed, got }) => {
    expect(findClipSettingsProblem({ speed: speed as never })).toEqual({
      member: "speed",
      message: ruleOf("finiteNumber", got),
    });
  });

  it("have no -0", () => {
    const zero = { start: 0, end: 0, offset: 0, speed: 0, repetitions: -1, reverse: false };
    expect(resolveClipSettings({ start: -0, end: -0, offset: -0, speed: -0 })).toEqual(zero);
  });

  it("have an offset clamped to the clip", () => {
    expect(resolveClipSettings({ start: 2, end: 6, offset: 9 }).offset).toBe(4);
    expect(resolveClipSettings({ start: 2, end: 6, offset: -1 }).offset).toBe(0);
    expect(resolveClipSettings({ start: 2, offset: 9 }).offset).toBe(9);
    expect(TimestampAt({ start: 2, end: 6, offset: 9, speed: -1 }, 1).timestamp).toBe(5);
  });

  it.each([
    { start: 0.34, end: 0.69, offset: 0.35 },
    { start: 0.79, end: 1.14, offset: 0.35 },
    { start: 0.1, end: 0.3, offset: 0.2 },
    { start: 1000.1, end: 1000.7, offset: 0.6 },
  ])("keep an offset to the end that exceeds the length only by rounding: $start + $offset = $end", ({ start, end, offset }) => {
    expect(offset).not.toBe(end - start);
    expect(resolveClipSettings({ start, end, offset }).offset).toBe(offset);
    expect(TimestampAt({ start, end, offset, speed: -1 }, 0).timestamp).toBe(end);
    expect(TimestampAt({ start, end, offset, speed: 0 }, 1).timestamp).toBe(end);
    // example 3 of KHR_animation_clip: the step after the end restarts
    expect(TimestampAt({ start, end, offset }, 1, { overtime: "discard" })).toMatchObject({ timestamp: start, completedRepetitions: 1 });
  });

  interface InvalidRow {
    readonly settings: Readonly<Record<string, unknown>>;
    readonly member: string;
    readonly message: string;
  }

  const invalid: readonly InvalidRow[] = [
    { settings: { start: 2, end: 1 }, member: "end", message: ruleOf("atLeastStart", 1, 2) },
    { settings: { end: -1 }, member: "end", message: ruleOf("atLeastStart", -1, 0) },
    { settings: { end: -Infinity }, member: "end", message: ruleOf("atLeastStart", "-Infinity", 0) },
    { settings: { end: NaN }, member: "end", message: ruleOf("number", "NaN") },
    { settings: { end: "4" }, member: "end", message: ruleOf("number", '"4"') },
    { settings: { start: NaN }, member: "start", message: ruleOf("finiteNumber", "NaN") },
    { settings: { start: -Infinity }, member: "start", message: ruleOf("finiteNumber", "-Infinity") },
    { settings: { start: Infinity }, member: "start", message: ruleOf("finiteNumber", "Infinity") },
    { settings: { offset: NaN }, member: "offset", message: ruleOf("finiteNumber", "NaN") },
    { settings: { offset: Infinity }, member: "offset", message: ruleOf("finiteNumber", "Infinity") },
    { settings: { speed: NaN }, member: "speed", message: ruleOf("finiteNumber", "NaN") },
    { settings: { speed: -Infinity }, member: "speed", message: ruleOf("finiteNumber", "-Infinity") },
    { settings: { speed: "1" }, member: "speed", message: ruleOf("finiteNumber", '"1"') },
    { settings: { repetitions: -2 }, member: "repetitions", message: ruleOf("integerAtLeastMinus1", -2) },
    { settings: { repetitions: 1.5 }, member: "repetitions", message: ruleOf("integerAtLeastMinus1", 1.5) },
    { settings: { repetitions: NaN }, member: "repetitions", message: ruleOf("integerAtLeastMinus1", "NaN") },
    { settings: { repetitions: Infinity }, member: "repetitions", message: ruleOf("integerAtLeastMinus1", "Infinity") },
    { settings: { reverse: 1 }, member: "reverse", message: ruleOf("trueOrFalse", 1) },
    { settings: { reverse: "true" }, member: "reverse", message: ruleOf("trueOrFalse", '"true"') },
  ];

  for (const { settings, member, message } of invalid) {
    it(`${member} ${message}`, () => {
      expect(findClipSettingsProblem(settings as ClipSettings)).toEqual({ member, message });
      for (const use of [resolveClipSettings, (s: ClipSettings) => TimestampAt(s, 1)]) {
        const isOfType = member !== "reverse" && typeof settings[member] === "number";
        const expected = `settings.${member}: ${message}`;
        expect(() => use(settings as ClipSettings)).toThrow(isOfType ? new RangeError(expected) : new TypeError(expected));
      }
    });
  }
});
