import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { ClipClock, TimestampAt, type ClipSettings, type ClipTime } from "../../../src/gltf/timing/index.js";
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

function timeOf({ timestamp, direction, completedRepetitions, isFinished }: ClipClock): ClipTime {
  return { timestamp, direction, completedRepetitions, isFinished };
}

function clockAfter(settings: ClipSettings, ...steps: number[]): ClipClock {
  const clock = new ClipClock(settings);
  steps.forEach((seconds) => clock.advance(seconds));
  return clock;
}

describe("examples", () => {
  it("begins where the clip begins", () => {
    expect(timeOf(new ClipClock())).toEqual({ timestamp: 0, direction: 1, completedRepetitions: 0, isFinished: false });
    expect(timeOf(new ClipClock({ start: 1, end: 4, offset: 2, speed: -1 }))).toEqual({
      timestamp: 3,
      direction: -1,
      completedRepetitions: 0,
      isFinished: false,
    });
    expect(timeOf(new ClipClock({ end: 4, offset: 2, speed: 0, repetitions: 0 }))).toEqual({
      timestamp: 2,
      direction: 0,
      completedRepetitions: 0,
      isFinished: true,
    });
  });

  it("shows its settings with all defaults filled in", () => {
    expect(new ClipClock({ end: 4, offset: 9 }).settings).toEqual({
      start: 0,
      end: 4,
      offset: 4,
      speed: 1,
      repetitions: -1,
      reverse: false,
    });
  });

  it("a step reports its crossings: a loop crosses the same bound every time", () => {
    const up = new ClipClock({ end: 4 });
    expect(up.advance(4)).toMatchObject({ crossings: 0, isFinished: false });
    expect(up.advance(0.25)).toEqual({ crossings: 1, firstBound: 1, isFinished: false });
    expect(up.advance(12)).toEqual({ crossings: 3, firstBound: 1, isFinished: false });
    expect(timeOf(up)).toEqual({ timestamp: 0.25, direction: 1, completedRepetitions: 4, isFinished: false });
    const down = new ClipClock({ end: 4, offset: 4, speed: -1 });
    expect(down.advance(4.25)).toEqual({ crossings: 1, firstBound: -1, isFinished: false });
    expect(down.advance(8)).toEqual({ crossings: 2, firstBound: -1, isFinished: false });
  });

  it("a step reports its crossings: ping-pong crosses the bounds in turns", () => {
    const clock = new ClipClock({ end: 4, reverse: true });
    expect(clock.advance(4.25)).toEqual({ crossings: 1, firstBound: 1, isFinished: false });
    expect(clock.advance(4)).toEqual({ crossings: 1, firstBound: -1, isFinished: false });
    expect(clock.advance(8)).toEqual({ crossings: 2, firstBound: 1, isFinished: false });
    expect(timeOf(clock)).toEqual({ timestamp: 0.25, direction: 1, completedRepetitions: 4, isFinished: false });
  });

  it("finishes once", () => {
    const clock = new ClipClock({ start: 1, end: 3, repetitions: 2 });
    expect(clock.advance(3)).toEqual({ crossings: 1, firstBound: 1, isFinished: false });
    expect(clock.advance(100)).toEqual({ crossings: 1, firstBound: 1, isFinished: true });
    expect(clock.advance(100)).toMatchObject({ crossings: 0, isFinished: false });
    expect(timeOf(clock)).toMatchObject({ timestamp: 3, completedRepetitions: 2, isFinished: true });
  });

  it("a clip that does not play finishes without a step", () => {
    const clock = new ClipClock({ end: 4, offset: 1, repetitions: 0 });
    expect(clock.advance(100)).toMatchObject({ crossings: 0, isFinished: false });
    expect(timeOf(clock)).toMatchObject({ timestamp: 1, completedRepetitions: 0, isFinished: true });
  });
});

describe("however time is cut into steps", () => {
  /** Shares of a total time, in order: even ones, any, one long before many short. */
  const cuts = fc.oneof(
    fc.integer({ min: 1, max: 300 }).map((n) => Array<number>(n).fill(1 / n)),
    fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 60 }).map((points) => {
      const sorted = [...points, 1].sort((a, b) => a - b);
      return sorted.map((point, i) => point - (sorted[i - 1] ?? 0));
    }),
    fc.integer({ min: 1, max: 200 }).map((n) => [0.75, ...Array<number>(n).fill(0.25 / n)]),
  );

  /** No denormal numbers: parts of them are not parts of the whole. */
  const totalTimes = fc.oneof(fc.constant(0), fc.double({ min: 1e-9, max: 1000, noNaN: true }));

  it("it ends at the closed form, and every bound is crossed once", () => {
    fc.assert(
      fc.property(ordinarySettings, totalTimes, cuts, (settings, totalTime, shares) => {
        const clock = new ClipClock(settings);
        let crossings = 0;
        let finishes = 0;
        for (const share of shares) {
          const step = clock.advance(share * totalTime);
          crossings += step.crossings;
          finishes += step.isFinished ? 1 : 0;
        }
        const expected = TimestampAt(settings, totalTime);
        expect(crossings).toBe(expected.completedRepetitions);
        expect(timeOf(clock)).toEqual({ ...expected, timestamp: clock.timestamp });
        expect(Math.abs(clock.timestamp - expected.timestamp)).toBeLessThanOrEqual(1e-9 * (settings.end - settings.start));
        expect(finishes).toBe(expected.isFinished && settings.repetitions !== 0 ? 1 : 0);
        expect(findImpossible(settings, clock)).toEqual([]);
      }),
      RUNS,
    );
  });

  it.each([
    { steps: 240, seconds: 1 / 60 },
    { steps: 40, seconds: 0.1 },
    { steps: 250, seconds: 0.016 },
    { steps: 12, seconds: 1 / 3 },
    { steps: 28, seconds: 1 / 7 },
  ])("a bound 4 s away is reached, not crossed, by $steps steps of $seconds s", ({ steps, seconds }) => {
    const clips: readonly { settings: ClipSettings; bound: number }[] = [
      { settings: { end: 4 }, bound: 4 },
      { settings: { end: 4, reverse: true }, bound: 4 },
      { settings: { end: 4, repetitions: 1 }, bound: 4 },
      { settings: { end: 4, offset: 4, speed: -1 }, bound: 0 },
      { settings: { end: 4, offset: 4, speed: -1, reverse: true }, bound: 0 },
      { settings: { start: 3, end: 5, speed: 0.5 }, bound: 5 },
    ];
    for (const { settings, bound } of clips) {
      const clock = new ClipClock(settings);
      for (let i = 0; i < steps; i++) {
        expect(clock.advance(seconds)).toMatchObject({ crossings: 0, isFinished: false });
      }
      expect(clock.timestamp).toBeCloseTo(bound, 12);
      expect(clock.advance(seconds).crossings).toBe(1);
    }
  });

  it("a bound that a whole number of frames reaches is crossed by the next frame, pass after pass", () => {
    const frames = fc.record({
      rate: fc.constantFrom(10, 24, 25, 30, 50, 60, 72, 90, 120, 125, 144, 240),
      start: fc.nat({ max: 100 }),
      length: fc.constantFrom(2, 4, 6, 10),
      passes: fc.integer({ min: 1, max: 3 }),
      speed: fc.constantFrom(0.5, 1, 2, -0.5, -1, -2),
      reverse: fc.boolean(),
    });
    fc.assert(
      fc.property(frames, ({ rate, start, length, passes, speed, reverse }) => {
        const end = start + length;
        const clock = new ClipClock({ start, end, offset: speed < 0 ? length : 0, speed, reverse });
        const count = (length * passes * rate) / Math.abs(speed);
        for (let i = 0; i < count; i++) {
          clock.advance(1 / rate);
        }
        const isUp = speed > 0 === (!reverse || passes % 2 === 1);
        expect(clock.completedRepetitions).toBe(passes - 1);
        expect(Math.abs(clock.timestamp - (isUp ? end : start))).toBeLessThanOrEqual(1e-9 * length);
        expect(clock.advance(1 / rate)).toEqual({ crossings: 1, firstBound: isUp ? 1 : -1, isFinished: false });
      }),
      { numRuns: 300 },
    );
  });

  it("a bound that frames reach but for the rounding of decimal fractions is not crossed either", () => {
    const frames = fc.record({
      rate: fc.constantFrom(10, 24, 25, 30, 60, 90, 100, 144),
      pace: fc.constantFrom(0.1, 0.3, 0.7, 0.9, 1, 1.1, 1.7, 2.3, 3.3),
      framesInPass: fc.integer({ min: 1, max: 200 }),
      passes: fc.integer({ min: 1, max: 5 }),
      down: fc.boolean(),
      reverse: fc.boolean(),
    });
    fc.assert(
      fc.property(frames, ({ rate, pace, framesInPass, passes, down, reverse }) => {
        const end = (framesInPass * pace) / rate;
        const settings = { end, offset: down ? end : 0, speed: down ? -pace : pace, reverse };
        const clock = new ClipClock(settings);
        for (let i = 0; i < framesInPass * passes; i++) {
          clock.advance(1 / rate);
        }
        expect(clock.completedRepetitions).toBe(passes - 1);
        expect(TimestampAt(settings, (framesInPass * passes) / rate).completedRepetitions).toBe(passes - 1);
        expect(clock.advance(1 / rate).crossings).toBe(1);
      }),
      RUNS,
    );
  });

  it("short steps after a long time are not lost", () => {
    const clock = clockAfter({}, 1e6);
    for (let i = 0; i < 100_000; i++) {
      clock.advance(1e-12); // a hundredth of the unit in the last place of 1e6
    }
    expect(clock.timestamp - 1e6).toBeCloseTo(1e-7, 9);
  });

  it("steps of 1e-12 s add up from the beginning too", () => {
    const clock = new ClipClock({ end: 1e-9 });
    for (let i = 0; i < 1000; i++) {
      clock.advance(1e-12);
    }
    expect(clock.completedRepetitions).toBe(0);
    expect(clock.timestamp).toBeCloseTo(1e-9, 18);
    expect(clock.advance(1e-12).crossings).toBe(1);
  });
});

/** What can happen to a clock, as both it and the sample code can do it. */
interface Action {
  readonly name: string;
  readonly run: (clock: ClipClock, sample: SampleClip) => void;
}

function action(name: string, run: Action["run"]): Action {
  return { name, run, ...{ [fc.toStringMethod]: () => name } };
}

function isMore(repetitions: number, than: number): boolean {
  return than !== -1 && (repetitions === -1 || repetitions > than);
}

const advanceAction = dyadicSeconds.map((seconds) =>
  action(`advance(${seconds})`, (clock, sample) => {
    const step = clock.advance(seconds);
    sample.update(seconds);
    const { crossings, firstBound } = sample;
    const expected = {
      crossings,
      firstBound: crossings > 0 ? firstBound : step.firstBound,
      isFinished: sample.isFinished && crossings > 0,
    };
    expect(step).toEqual(expected);
  }),
);

const otherAction = fc.oneof(
  dyadic(-6, 14, 16).map((timestamp) =>
    action(`timestamp = ${timestamp}`, (clock, sample) => {
      clock.timestamp = timestamp;
      sample.seek(timestamp);
    }),
  ),
  dyadic(-4, 4, 4).map((speed) =>
    action(`speed = ${speed}`, (clock, sample) => {
      clock.speed = speed;
      sample.settings = { ...sample.settings, speed };
    }),
  ),
  dyadicSettings.map((settings) =>
    action(`settings = ${fc.stringify(settings)}`, (clock, sample) => {
      // What more repetitions do to a finished clip has tests of its own.
      if (!sample.isFinished || sample.settings.repetitions === 0 || !isMore(settings.repetitions, sample.settings.repetitions)) {
        clock.settings = settings;
        sample.change(settings);
      }
    }),
  ),
  fc.constant(
    action("reset()", (clock, sample) => {
      clock.reset();
      sample.reset();
    }),
  ),
);

describe("the sample code, looped over its crossings", () => {
  const compare = (clock: ClipClock, sample: SampleClip, done: string): void => {
    const { timestamp, completedRepetitions, isFinished } = clock;
    const direction = sample.isFinished ? undefined : clock.direction;
    // Settings with fewer repetitions do not take back those that are completed.
    const impossible = findImpossible({ ...clock.settings, repetitions: -1 }, clock);
    expect({ done, timestamp, direction, completedRepetitions, isFinished, impossible }).toEqual({
      ...{ done, timestamp: sample.timestamp, direction: sample.isFinished ? undefined : sample.direction },
      ...{ completedRepetitions: sample.completed, isFinished: sample.isFinished, impossible: [] },
    });
  };

  const playBoth = (settings: SampleClip["settings"], overtime: "carry" | "discard", actions: readonly Action[]): void => {
    const clock = new ClipClock(settings, { overtime });
    const sample = new SampleClip(settings, overtime === "discard");
    compare(clock, sample, "new");
    for (const { name, run } of actions) {
      run(clock, sample);
      compare(clock, sample, name);
    }
  };

  it("gives the same after every step", () => {
    fc.assert(fc.property(dyadicSettings, overtimePolicies, fc.array(advanceAction, { minLength: 1, maxLength: 30 }), playBoth), RUNS);
  });

  it("gives the same where the clip is sought, changed and reset in between", () => {
    const actions = fc.array(fc.oneof({ weight: 3, arbitrary: advanceAction }, { weight: 2, arbitrary: otherAction }), { maxLength: 30 });
    fc.assert(fc.property(dyadicSettings, overtimePolicies, actions, playBoth), RUNS);
  });
});

describe("a bound that was reached for the last time", () => {
  it("is held exactly", () => {
    const steps = fc.array(fc.double({ min: 1, max: 10, noNaN: true }), { minLength: 1, maxLength: 50 });
    fc.assert(
      fc.property(ordinarySettings, fc.integer({ min: 1, max: 9 }), overtimePolicies, steps, (clip, repetitions, overtime, seconds) => {
        const settings = { ...clip, repetitions };
        const clock = new ClipClock(settings, { overtime });
        const upAtLast = clip.speed > 0 === (!clip.reverse || repetitions % 2 === 1);
        // Ten lengths a step, and with "discard" one crossing in each.
        const longStep = (10 * (clip.end - clip.start)) / Math.abs(clip.speed);
        for (let i = 0; i < repetitions; i++) {
          clock.advance(longStep * seconds[i % seconds.length]!);
        }
        expect(clock.isFinished).toBe(true);
        for (const more of seconds) {
          expect(clock.advance(more)).toMatchObject({ crossings: 0, isFinished: false });
          expect(clock.timestamp).toBe(upAtLast ? clip.end : clip.start);
          expect(clock.completedRepetitions).toBe(repetitions);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe("the mirrored clip", () => {
  it("is in the mirrored place after every step", () => {
    fc.assert(
      fc.property(dyadicSettingsWithEnd, overtimePolicies, fc.array(dyadicSeconds, { maxLength: 20 }), (settings, overtime, steps) => {
        const { start, end, offset, speed } = settings;
        fc.pre(speed !== 0);
        const clock = new ClipClock(settings, { overtime });
        const mirrored = new ClipClock({ ...settings, speed: -speed, offset: end - start - offset }, { overtime });
        for (const seconds of steps) {
          const step = clock.advance(seconds);
          expect(mirrored.advance(seconds)).toEqual({ ...step, firstBound: -step.firstBound });
          const time = timeOf(clock);
          expect(timeOf(mirrored)).toEqual({ ...time, timestamp: start + end - time.timestamp, direction: -time.direction });
        }
      }),
      RUNS,
    );
  });
});

describe("negative steps", () => {
  it("take time back, across bounds", () => {
    const loop = clockAfter({ end: 4 }, 9.5);
    expect(loop.advance(-2)).toMatchObject({ crossings: 0, isFinished: false });
    expect(timeOf(loop)).toEqual({ timestamp: 3.5, direction: 1, completedRepetitions: 1, isFinished: false });
    const pingPong = clockAfter({ end: 4, reverse: true }, 5);
    pingPong.advance(-2);
    expect(timeOf(pingPong)).toEqual({ timestamp: 3, direction: 1, completedRepetitions: 0, isFinished: false });
    expect(pingPong.advance(2)).toEqual({ crossings: 1, firstBound: 1, isFinished: false });
  });

  it("take back at most the time since the clip began, was sought or was changed", () => {
    const clock = clockAfter({ end: 4, offset: 1 }, 10, -100);
    expect(timeOf(clock)).toMatchObject({ timestamp: 1, completedRepetitions: 0 });
    clock.advance(10);
    clock.timestamp = 2;
    clock.advance(1);
    clock.advance(-Infinity);
    expect(timeOf(clock)).toMatchObject({ timestamp: 2, completedRepetitions: 2 });
    clock.advance(1);
    clock.speed = 2;
    clock.advance(0.25);
    clock.advance(-1e9);
    expect(timeOf(clock)).toMatchObject({ timestamp: 3, completedRepetitions: 2 });
  });

  it("take a finished clip back into its last pass", () => {
    const clock = clockAfter({ end: 4, repetitions: 1 }, 4.5);
    expect(clock.isFinished).toBe(true);
    expect(clock.advance(-1)).toMatchObject({ crossings: 0, isFinished: false });
    expect(timeOf(clock)).toEqual({ timestamp: 3.5, direction: 1, completedRepetitions: 0, isFinished: false });
    expect(clock.advance(1)).toEqual({ crossings: 1, firstBound: 1, isFinished: true });
  });

  it("that end after the finish leave the clip finished, and do not finish it again", () => {
    const clock = clockAfter({ end: 4, repetitions: 1 }, 10);
    expect(clock.advance(-5)).toMatchObject({ crossings: 0, isFinished: false });
    expect(timeOf(clock)).toMatchObject({ timestamp: 4, completedRepetitions: 1, isFinished: true });
  });

  it("take a finished clip back into its last pass where overtime is discarded too", () => {
    const clock = new ClipClock({ end: 2.5, repetitions: 1 }, { overtime: "discard" });
    clock.advance(2);
    expect(clock.advance(1)).toEqual({ crossings: 1, firstBound: 1, isFinished: true });
    clock.advance(-1);
    expect(timeOf(clock)).toEqual({ timestamp: 2, direction: 1, completedRepetitions: 0, isFinished: false });
  });

  it("take back at most the time since the last restart where overtime is discarded", () => {
    const clock = new ClipClock({ end: 2.5 }, { overtime: "discard" });
    clock.advance(1);
    clock.advance(1);
    clock.advance(-1.5);
    expect(timeOf(clock)).toMatchObject({ timestamp: 0.5, completedRepetitions: 0 });
    clock.advance(100);
    clock.advance(1);
    clock.advance(-5);
    expect(timeOf(clock)).toMatchObject({ timestamp: 0, completedRepetitions: 1 });
  });

  const signedSteps = fc.array(dyadic(-2, 3, 64), { minLength: 1, maxLength: 30 });
  const playSigned = (settings: SampleClip["settings"], steps: readonly number[]): void => {
    const clock = new ClipClock(settings);
    let totalTime = 0;
    for (const seconds of steps) {
      clock.advance(seconds);
      totalTime = Math.max(totalTime + seconds, 0);
    }
    expect(timeOf(clock)).toEqual(TimestampAt(settings, totalTime));
  };

  it("end at the closed form of the remaining time, for endless clips", () => {
    const endless = dyadicSettings
      .map((settings) => ({ ...settings, repetitions: -1 }))
      // Backwards, a loop without end has an end: its start.
      .filter(({ end, reverse }) => end !== Infinity || reverse);
    fc.assert(fc.property(endless, signedSteps, playSigned), RUNS);
  });

  it("end at the closed form of the remaining time, also for clips that finish in between", () => {
    fc.assert(fc.property(dyadicSettings, signedSteps, playSigned), RUNS);
  });

  it("take back the time that passed after the finish before any of that before it, however it was cut", () => {
    const times = [[10], [2, 8], Array<number>(10).fill(1)].map((steps) => timeOf(clockAfter({ end: 1, repetitions: 1 }, ...steps, -8.5)));
    expect(times).toEqual(times.map(() => TimestampAt({ end: 1, repetitions: 1 }, 1.5)));
  });
});

describe("timestamp", () => {
  it("is sought", () => {
    const clock = clockAfter({ start: 1, end: 5 }, 2);
    clock.timestamp = 4.5;
    expect(timeOf(clock)).toEqual({ timestamp: 4.5, direction: 1, completedRepetitions: 0, isFinished: false });
    expect(clock.advance(1)).toEqual({ crossings: 1, firstBound: 1, isFinished: false });
    expect(clock.timestamp).toBe(1.5);
  });

  it("is clamped to the bounds, which crosses nothing", () => {
    const clock = new ClipClock({ start: 1, end: 5 });
    for (const [sought, expected] of [
      [-3, 1],
      [99, 5],
      [-Infinity, 1],
      [Infinity, 5],
    ] as const) {
      clock.timestamp = sought;
      expect(timeOf(clock)).toEqual({ timestamp: expected, direction: 1, completedRepetitions: 0, isFinished: false });
    }
    expect(clock.advance(0)).toMatchObject({ crossings: 0 });
  });

  it("keeps the direction of ping-pong", () => {
    const clock = clockAfter({ end: 4, reverse: true }, 5);
    clock.timestamp = 2;
    expect(timeOf(clock)).toEqual({ timestamp: 2, direction: -1, completedRepetitions: 1, isFinished: false });
    clock.advance(0.5);
    expect(clock.timestamp).toBe(1.5);
  });

  it("gives the last repetition of a finished clip back", () => {
    const clock = clockAfter({ end: 4, repetitions: 2 }, 100);
    clock.timestamp = 3;
    expect(timeOf(clock)).toEqual({ timestamp: 3, direction: 1, completedRepetitions: 1, isFinished: false });
    expect(clock.advance(2)).toEqual({ crossings: 1, firstBound: 1, isFinished: true });
    expect(timeOf(clock)).toMatchObject({ timestamp: 4, completedRepetitions: 2, isFinished: true });
  });

  it("gives one repetition back to a finished clip that has completed more than it now may", () => {
    const clock = clockAfter({ end: 4, repetitions: 5 }, 100);
    clock.settings = { end: 4, repetitions: 2 };
    clock.timestamp = 1;
    expect(timeOf(clock)).toEqual({ timestamp: 1, direction: 1, completedRepetitions: 1, isFinished: false });
    clock.advance(2);
    expect(clock.timestamp).toBe(3);
    expect(clock.advance(2)).toEqual({ crossings: 1, firstBound: 1, isFinished: true });
    expect(timeOf(clock)).toMatchObject({ timestamp: 4, completedRepetitions: 2, isFinished: true });
  });

  it("does not make a clip play whose repetitions are 0", () => {
    const clock = new ClipClock({ end: 4, repetitions: 0 });
    clock.timestamp = 3;
    expect(timeOf(clock)).toMatchObject({ timestamp: 3, completedRepetitions: 0, isFinished: true });
    clock.advance(1);
    expect(clock.timestamp).toBe(3);
  });

  it("refuses NaN, and stays as it is", () => {
    const clock = clockAfter({ end: 4 }, 5);
    const before = timeOf(clock);
    expect(() => (clock.timestamp = NaN)).toThrow(new RangeError(`timestamp: ${ruleOf("number", "NaN")}`));
    expect(() => (clock.timestamp = NaN)).toThrow(RangeError);
    expect(timeOf(clock)).toEqual(before);
  });

  it("of a clip without end can be sought as far as numbers go", () => {
    for (const settings of [{}, { speed: -1 }, { reverse: true }, { speed: -1, reverse: true }]) {
      const clock = new ClipClock(settings);
      clock.timestamp = Infinity;
      for (const seconds of [0, 1, 1e9, Infinity, -1]) {
        clock.advance(seconds);
        expect(findImpossible(settings, clock)).toEqual([]);
      }
    }
  });

  it("of a clip without end can be played as far as numbers go, and changed there", () => {
    for (const settings of [{ start: 1e308 }, { speed: 2 }, { start: 1e308, reverse: true }]) {
      const clock = clockAfter(settings, Infinity);
      for (const speed of [1, 0, -1, 2]) {
        clock.advance(Infinity);
        clock.speed = speed;
        clock.advance(1);
        expect(findImpossible(clock.settings, clock)).toEqual([]);
      }
    }
  });

  it("sought at -0 is 0", () => {
    for (const start of [0, -1]) {
      const clock = new ClipClock({ start, end: 4 });
      clock.timestamp = -0;
      expect(clock.timestamp).toBe(0);
      clock.advance(-0);
      expect(clock.timestamp).toBe(0);
    }
  });

  it("goes on from there in closed form", () => {
    const sought = dyadic(0, 1, 16);
    fc.assert(
      fc.property(
        dyadicSettingsWithEnd,
        dyadicSeconds,
        sought,
        fc.array(dyadicSeconds, { maxLength: 10 }),
        (settings, before, part, steps) => {
          const clock = new ClipClock(settings);
          clock.advance(before);
          fc.pre(!clock.isFinished);
          const { direction, completedRepetitions } = clock;
          const offset = (settings.end - settings.start) * part;
          clock.timestamp = settings.start + offset;
          const crossings = steps.reduce((sum, seconds) => sum + clock.advance(seconds).crossings, 0);
          const fromThere = TimestampAt(
            {
              ...settings,
              offset,
              speed: Math.abs(settings.speed) * direction,
              repetitions: settings.repetitions === -1 ? -1 : settings.repetitions - completedRepetitions,
            },
            steps.reduce((sum, seconds) => sum + seconds, 0),
          );
          expect(crossings).toBe(fromThere.completedRepetitions);
          expect(timeOf(clock)).toEqual({ ...fromThere, completedRepetitions: completedRepetitions + crossings });
        },
      ),
      RUNS,
    );
  });
});

describe("speed", () => {
  it("changes from where the clip is", () => {
    const clock = clockAfter({ end: 4 }, 3);
    clock.speed = 0.25;
    expect(clock.speed).toBe(0.25);
    expect(timeOf(clock)).toMatchObject({ timestamp: 3, direction: 1, completedRepetitions: 0 });
    clock.advance(2);
    expect(clock.timestamp).toBe(3.5);
  });

  it("turns there and then with its sign", () => {
    const clock = clockAfter({ end: 4 }, 3);
    clock.speed = -1;
    expect(timeOf(clock)).toEqual({ timestamp: 3, direction: -1, completedRepetitions: 0, isFinished: false });
    clock.advance(1);
    expect(clock.timestamp).toBe(2);
    expect(clock.advance(2.5)).toEqual({ crossings: 1, firstBound: -1, isFinished: false });
    expect(clock.timestamp).toBe(3.5);
  });

  it("turns the way ping-pong goes, whichever that is", () => {
    const clock = clockAfter({ end: 4, reverse: true }, 5);
    expect(clock.direction).toBe(-1);
    clock.speed = 2;
    expect(clock.direction).toBe(-1);
    clock.speed = -2;
    expect(clock.direction).toBe(1);
    clock.advance(0.25);
    expect(clock.timestamp).toBe(3.5);
  });

  it("0 holds, and the direction is found again after it", () => {
    const clock = clockAfter({ end: 4, reverse: true }, 5);
    clock.speed = 0;
    expect(timeOf(clock)).toEqual({ timestamp: 3, direction: 0, completedRepetitions: 1, isFinished: false });
    expect(clock.advance(1e9)).toMatchObject({ crossings: 0 });
    expect(clock.timestamp).toBe(3);
    clock.speed = 1;
    expect(clock.direction).toBe(-1);
    clock.speed = 0;
    clock.speed = -1;
    expect(clock.direction).toBe(1);
    clock.speed = 0;
    clock.speed = -1;
    expect(clock.direction).toBe(1);
  });

  it("leaves the other settings as they are", () => {
    const settings = Object.freeze({ start: 1, end: 5, offset: 2, speed: 1, repetitions: 3, reverse: true });
    const clock = new ClipClock(settings);
    clock.speed = -3;
    expect(clock.settings).toEqual({ ...settings, speed: -3 });
    expect(settings.speed).toBe(1);
  });

  it("refuses a time that is not finite, and keeps its state", () => {
    for (const speed of [NaN, Infinity, -Infinity]) {
      const clock = clockAfter({ end: 4 }, 5);
      const before = timeOf(clock);
      expect(() => (clock.speed = speed)).toThrow(new RangeError(`settings.speed: ${ruleOf("finiteNumber", speed)}`));
      expect(clock.speed).toBe(1);
      expect(timeOf(clock)).toEqual(before);
      clock.advance(1);
      expect(clock.timestamp).toBe(2);
    }
  });
});

describe("settings", () => {
  it("are replaced as a whole: a missing one has its default", () => {
    const clock = new ClipClock({ start: 1, end: 5, offset: 2, speed: 2, repetitions: 3, reverse: true });
    clock.settings = { end: 9 };
    expect(clock.settings).toEqual({ start: 0, end: 9, offset: 0, speed: 1, repetitions: -1, reverse: false });
  });

  it("keep the timestamp, with any new offset", () => {
    const clock = clockAfter({ end: 4 }, 3);
    clock.settings = { end: 10, offset: 7 };
    expect(timeOf(clock)).toEqual({ timestamp: 3, direction: 1, completedRepetitions: 0, isFinished: false });
    clock.advance(1);
    expect(clock.timestamp).toBe(4);
  });

  it("clamp the timestamp to new bounds, which crosses nothing", () => {
    const clock = clockAfter({ end: 4 }, 3);
    clock.settings = { end: 2 };
    expect(timeOf(clock)).toMatchObject({ timestamp: 2, completedRepetitions: 0 });
    clock.settings = { start: 5, end: 9 };
    expect(timeOf(clock)).toMatchObject({ timestamp: 5, completedRepetitions: 0 });
    expect(clock.advance(0)).toMatchObject({ crossings: 0 });
  });

  it("keep the direction, also that of a loop made of ping-pong on its way back", () => {
    const clock = clockAfter({ end: 4, reverse: true }, 5);
    clock.settings = { end: 4 };
    expect(clock.direction).toBe(-1);
    expect(clock.advance(3.5)).toEqual({ crossings: 1, firstBound: -1, isFinished: false });
    expect(clock.timestamp).toBe(3.5);
  });

  it("keep the repetitions completed, and always play the pass under way to its bound", () => {
    const clock = clockAfter({ end: 4 }, 13);
    expect(clock.completedRepetitions).toBe(3);
    clock.settings = { end: 4, repetitions: 5 };
    expect(timeOf(clock)).toMatchObject({ timestamp: 1, completedRepetitions: 3, isFinished: false });
    clock.settings = { end: 4, repetitions: 2 };
    expect(timeOf(clock)).toMatchObject({ timestamp: 1, completedRepetitions: 1, isFinished: false });
    expect(clock.advance(3)).toMatchObject({ crossings: 0, isFinished: false });
    expect(clock.advance(0.25)).toMatchObject({ crossings: 1, isFinished: true });
    expect(timeOf(clock)).toMatchObject({ timestamp: 4, completedRepetitions: 2, isFinished: true });
  });

  it("with repetitions 0 stop the clip, others let it go on", () => {
    const clock = clockAfter({ end: 4 }, 3);
    clock.settings = { end: 4, repetitions: 0 };
    expect(timeOf(clock)).toMatchObject({ timestamp: 3, isFinished: true });
    clock.advance(5);
    expect(clock.timestamp).toBe(3);
    clock.settings = { end: 4 };
    expect(clock.isFinished).toBe(false);
    clock.advance(0.5);
    expect(clock.timestamp).toBe(3.5);
  });

  it("with repetitions 0 keep those completed for settings that let the clip go on", () => {
    const clock = clockAfter({ end: 4 }, 13);
    clock.settings = { end: 4, repetitions: 0 };
    expect(timeOf(clock)).toMatchObject({ timestamp: 1, completedRepetitions: 3, isFinished: true });
    clock.settings = { end: 4, repetitions: 5 };
    expect(timeOf(clock)).toMatchObject({ timestamp: 1, completedRepetitions: 3, isFinished: false });
    expect(clock.advance(100)).toEqual({ crossings: 2, firstBound: 1, isFinished: true });
  });

  it("leave a finished clip finished where repetitions are not more", () => {
    const clock = clockAfter({ start: 1, end: 3, repetitions: 2 }, 100);
    for (const settings of [
      { start: 1, end: 3, repetitions: 2, speed: 5 },
      { start: 1, end: 3, repetitions: 1 },
    ]) {
      clock.settings = settings;
      clock.advance(1);
      expect(timeOf(clock)).toEqual({ timestamp: 3, direction: 1, completedRepetitions: 2, isFinished: true });
    }
  });

  it("let a finished loop play the repetitions that are more", () => {
    const clock = clockAfter({ start: 1, end: 3, repetitions: 2 }, 100);
    clock.settings = { start: 1, end: 3, repetitions: 3 };
    expect(timeOf(clock)).toMatchObject({ timestamp: 3, isFinished: false });
    expect(clock.advance(0.5)).toMatchObject({ isFinished: false });
    expect(timeOf(clock)).toEqual({ timestamp: 1.5, direction: 1, completedRepetitions: 2, isFinished: false });
    expect(clock.advance(2)).toEqual({ crossings: 1, firstBound: 1, isFinished: true });
    expect(timeOf(clock)).toMatchObject({ timestamp: 3, completedRepetitions: 3, isFinished: true });
  });

  it("let finished ping-pong play the repetitions that are more", () => {
    for (const repetitions of [2, -1]) {
      const clock = clockAfter({ end: 4, repetitions: 1, reverse: true }, 100);
      clock.settings = { end: 4, repetitions, reverse: true };
      clock.advance(0.5);
      expect(timeOf(clock)).toEqual({ timestamp: 3.5, direction: -1, completedRepetitions: 1, isFinished: false });
      expect(clock.advance(4)).toEqual({ crossings: 1, firstBound: -1, isFinished: repetitions === 2 });
    }
  });

  it("that cannot be played are refused, and the old ones stay", () => {
    const clock = clockAfter({ end: 4 }, 5);
    const [settings, before] = [clock.settings, timeOf(clock)];
    expect(() => (clock.settings = { start: 2, end: 1 })).toThrow(new RangeError(`settings.end: ${ruleOf("atLeastStart", 1, 2)}`));
    expect(() => (clock.settings = { repetitions: 1.5 })).toThrow(
      new RangeError(`settings.repetitions: ${ruleOf("integerAtLeastMinus1", 1.5)}`),
    );
    expect(clock.settings).toEqual(settings);
    expect(timeOf(clock)).toEqual(before);
    clock.advance(1);
    expect(clock.timestamp).toBe(2);
  });

  it("are refused by the constructor too", () => {
    for (const [settings, message] of [
      [{ start: 2, end: 1 }, `settings.end: ${ruleOf("atLeastStart", 1, 2)}`],
      [{ offset: NaN }, `settings.offset: ${ruleOf("finiteNumber", "NaN")}`],
      [{ repetitions: -2 }, `settings.repetitions: ${ruleOf("integerAtLeastMinus1", -2)}`],
    ] as const) {
      expect(() => new ClipClock(settings)).toThrow(new RangeError(message));
      expect(() => new ClipClock(settings)).toThrow(RangeError);
    }
  });

  it("that are passed in are not changed, and may be changed afterwards", () => {
    const frozen = Object.freeze({ start: 1, end: 5, offset: 9, speed: -1, repetitions: 4, reverse: true });
    const clock = new ClipClock(frozen, Object.freeze({ overtime: "discard" as const }));
    clock.advance(20);
    clock.settings = frozen;
    clock.timestamp = 2;
    clock.reset();
    expect(frozen).toEqual({ start: 1, end: 5, offset: 9, speed: -1, repetitions: 4, reverse: true });
    const loose = { end: 4 };
    const other = new ClipClock(loose);
    loose.end = 1;
    other.advance(3);
    expect(other.timestamp).toBe(3);
  });
});

describe("reset", () => {
  it("goes back to where the clip begins", () => {
    const clock = clockAfter({ start: 1, end: 5, offset: 2, repetitions: 3, reverse: true }, 100);
    clock.reset();
    expect(timeOf(clock)).toEqual({ timestamp: 3, direction: 1, completedRepetitions: 0, isFinished: false });
    clock.advance(2.5);
    expect(timeOf(clock)).toEqual({ timestamp: 4.5, direction: -1, completedRepetitions: 1, isFinished: false });
  });

  it("drops the remainder of steps that were too short to be seen", () => {
    const clock = clockAfter({}, 1e6, 1e-12);
    clock.reset();
    clock.advance(1);
    expect(clock.timestamp).toBe(1);
  });

  it("goes by the present settings", () => {
    const clock = clockAfter({ end: 4 }, 9);
    clock.settings = { start: 1, end: 5, offset: 3, speed: -1 };
    clock.reset();
    expect(timeOf(clock)).toEqual({ timestamp: 4, direction: -1, completedRepetitions: 0, isFinished: false });
  });
});

describe("a clip without length", () => {
  it("holds where it is endless", () => {
    for (const reverse of [false, true]) {
      const clock = new ClipClock({ start: 2, end: 2, reverse });
      for (const seconds of [1e-12, 1, 1e9, Infinity]) {
        expect(clock.advance(seconds)).toMatchObject({ crossings: 0, isFinished: false });
        expect(timeOf(clock)).toEqual({ timestamp: 2, direction: 1, completedRepetitions: 0, isFinished: false });
      }
    }
  });

  it("finishes with the first time that passes where its repetitions are finite", () => {
    for (const reverse of [false, true]) {
      for (const repetitions of [1, 2, 2 ** 31]) {
        const clock = new ClipClock({ start: 2, end: 2, repetitions, reverse });
        expect(clock.advance(0)).toMatchObject({ crossings: 0, isFinished: false });
        expect(clock.advance(1e-12)).toEqual({ crossings: repetitions, firstBound: 1, isFinished: true });
        expect(timeOf(clock)).toMatchObject({ timestamp: 2, completedRepetitions: repetitions, isFinished: true });
      }
    }
  });
});

describe("a clip without end", () => {
  it("never crosses anything forwards", () => {
    const clock = new ClipClock({ start: 2, repetitions: 1 });
    expect(clock.advance(1e12)).toMatchObject({ crossings: 0, isFinished: false });
    expect(clock.timestamp).toBe(2 + 1e12);
  });

  it("ends at start where it loops backwards", () => {
    const clock = new ClipClock({ start: 2, offset: 3, speed: -1 });
    expect(clock.advance(3)).toMatchObject({ crossings: 0, isFinished: false });
    expect(clock.advance(0.25)).toEqual({ crossings: 1, firstBound: -1, isFinished: true });
    expect(timeOf(clock)).toMatchObject({ timestamp: 2, completedRepetitions: 1, isFinished: true });
  });

  it("turns at start where it is ping-pong", () => {
    const clock = new ClipClock({ start: 2, offset: 3, speed: -1, reverse: true });
    expect(clock.advance(3.25)).toEqual({ crossings: 1, firstBound: -1, isFinished: false });
    expect(timeOf(clock)).toEqual({ timestamp: 2.25, direction: 1, completedRepetitions: 1, isFinished: false });
    expect(clock.advance(1e9)).toMatchObject({ crossings: 0, isFinished: false });
  });
});

describe('overtime "discard"', () => {
  it("restarts exactly at the other bound, at most once in a step", () => {
    const clock = new ClipClock({ start: 1, end: 2 }, { overtime: "discard" });
    expect(clock.advance(0.75)).toMatchObject({ crossings: 0 });
    expect(clock.advance(100)).toEqual({ crossings: 1, firstBound: 1, isFinished: false });
    expect(clock.timestamp).toBe(1);
    expect(clock.advance(1)).toMatchObject({ crossings: 0 });
    expect(clock.timestamp).toBe(2);
  });

  it("equals the closed form with its steps as step, with a last step that is shorter", () => {
    fc.assert(
      fc.property(dyadicSettings, frameTimes, fc.nat({ max: 100 }), fc.constantFrom(0, 0.25, 0.75), (settings, seconds, frames, part) => {
        const clock = new ClipClock(settings, { overtime: "discard" });
        for (let i = 0; i < frames; i++) {
          clock.advance(seconds);
        }
        clock.advance(seconds * part);
        expect(timeOf(clock)).toEqual(TimestampAt(settings, (frames + part) * seconds, { overtime: "discard", step: seconds }));
      }),
      RUNS,
    );
  });

  it("holds the bound where the last repetition ends", () => {
    const up = new ClipClock({ start: 1, end: 2.25, repetitions: 2 }, { overtime: "discard" });
    const down = new ClipClock({ start: 1, end: 2.25, offset: 1, speed: -1, repetitions: 1 }, { overtime: "discard" });
    for (const clock of [up, down]) {
      for (let i = 0; i < 10; i++) {
        clock.advance(1);
      }
    }
    expect(timeOf(up)).toMatchObject({ timestamp: 2.25, completedRepetitions: 2, isFinished: true });
    expect(timeOf(down)).toMatchObject({ timestamp: 1, completedRepetitions: 1, isFinished: true });
  });
});

describe("a step's result", () => {
  it("is the same object every time, with the same members", () => {
    const clock = new ClipClock({ end: 4, repetitions: 2 });
    const step = clock.advance(1);
    const members = Object.keys(step);
    for (const seconds of [0, 1, 5, 100, 100, -1, NaN, Infinity]) {
      expect(clock.advance(seconds)).toBe(step);
      expect(Object.keys(step)).toEqual(members);
    }
    clock.timestamp = 1;
    clock.settings = { end: 2 };
    clock.reset();
    expect(clock.advance(1)).toBe(step);
  });

  it("is another clock's own", () => {
    const [one, other] = [new ClipClock({ end: 4 }), new ClipClock({ end: 4 })];
    const step = one.advance(5);
    other.advance(1);
    expect(step.crossings).toBe(1);
  });

  it("leaves the settings the object they are", () => {
    const clock = new ClipClock({ end: 4, reverse: true });
    const settings = clock.settings;
    clock.advance(5);
    expect(clock.settings).toBe(settings);
  });
});

describe("extreme numbers", () => {
  for (const { kind, settings } of KINDS) {
    for (const overtime of ["carry", "discard"] as const) {
      it(`${kind}, overtime "${overtime}": no step leads to an impossible result`, () => {
        const impossible = EXTREME_SECONDS.flatMap((first) =>
          EXTREME_SECONDS.flatMap((second) => {
            const clock = new ClipClock(settings, { overtime });
            const steps = [first, second, first].map((seconds) => {
              const { crossings } = clock.advance(seconds);
              const rules = findImpossible(settings, clock);
              return Number.isInteger(crossings) && crossings >= 0 ? rules : [...rules, `crossings ${crossings} is a count`];
            });
            return steps.flat().map((rule) => `after ${first}, ${second}, ${first} s: ${rule}`);
          }),
        );
        expect(impossible).toEqual([]);
      });
    }
  }

  it("steps of NaN pass no time", () => {
    const clock = clockAfter({ end: 4 }, 1, NaN, 1);
    expect(clock.timestamp).toBe(2);
  });

  it("all of time finishes every clip that can finish", () => {
    for (const reverse of [false, true]) {
      for (const repetitions of [1, 3, 2 ** 31 - 1]) {
        const clock = new ClipClock({ start: 1, end: 4, repetitions, reverse });
        expect(clock.advance(Infinity)).toEqual({ crossings: repetitions, firstBound: 1, isFinished: true });
        expect(clock.timestamp).toBe(4);
      }
    }
  });

  it("1e9 s on a clip of 1e-6 s is one step", () => {
    for (const reverse of [false, true]) {
      const clock = new ClipClock({ end: 1e-6, reverse });
      const { crossings } = clock.advance(1e9);
      expect(clock.completedRepetitions).toBe(crossings);
      // At this ratio one unit in the last place of the time is a tenth of the clip's length.
      expect(Math.abs(crossings - 1e15)).toBeLessThanOrEqual(2);
      expect(findImpossible({ end: 1e-6 }, clock)).toEqual([]);
    }
  });

  it("2^40 lengths in steps that are not multiples of a length", () => {
    const clock = new ClipClock({ end: 2 ** -10 });
    let crossings = 0;
    for (const seconds of [2 ** 29, 2 ** -12, 2 ** 28, 2 ** 28 - 2 ** -12]) {
      crossings += clock.advance(seconds).crossings;
    }
    expect(crossings).toBe(2 ** 40 - 1);
    expect(clock.timestamp).toBe(2 ** -10);
  });

  it("stay finite where overtime exceeds the largest number, and go on from there", () => {
    const clock = new ClipClock({ start: 1e292, end: Infinity, speed: -1, repetitions: 2, reverse: true });
    clock.advance(Number.MAX_VALUE);
    expect([clock.timestamp, clock.completedRepetitions, clock.direction]).toEqual([Number.MAX_VALUE, 1, 1]);
    clock.speed = -Number.MIN_VALUE;
    clock.advance(0);
    expect([clock.timestamp, clock.completedRepetitions, clock.direction]).toEqual([Number.MAX_VALUE, 1, 1]);
  });

  it("no sequence of actions gives NaN, -0 or a value out of bounds", () => {
    const change = fc.oneof(
      fc
        .oneof(fc.double(), fc.constantFrom(...EXTREME_SECONDS))
        .map((seconds) => action(`advance(${seconds})`, (clock) => clock.advance(seconds))),
      fc
        .oneof(fc.double({ noNaN: true }), fc.constantFrom(-Infinity, Infinity))
        .map((timestamp) => action(`timestamp = ${timestamp}`, (clock) => (clock.timestamp = timestamp))),
      extremeSettings.map(({ speed }) => action(`speed = ${speed}`, (clock) => (clock.speed = speed))),
      extremeSettings.map((settings) => action(`settings = ${fc.stringify(settings)}`, (clock) => (clock.settings = settings))),
    );
    fc.assert(
      fc.property(extremeSettings, overtimePolicies, fc.array(change, { maxLength: 20 }), (settings, overtime, changes) => {
        const clock = new ClipClock(settings, { overtime });
        const unused = new SampleClip(clock.settings);
        for (const { name, run } of changes) {
          run(clock, unused);
          const rules = findImpossible({ ...clock.settings, repetitions: -1 }, clock);
          expect({ name, rules }).toEqual({ name, rules: [] });
        }
      }),
      RUNS,
    );
  });
});

it("advance: elapsed time is multiplied by the speed of the clip", () => {
  const clock = new ClipClock({ end: 4, speed: 2 });
  expect(clock.advance(0.5 * 3)).toMatchObject({ crossings: 0 });
  expect(clock.timestamp).toBe(3);
  expect(clock.advance(1)).toMatchObject({ crossings: 1 });
  expect(clock.timestamp).toBe(1);
  clock.advance(0);
  expect(clock.timestamp).toBe(1);
});
