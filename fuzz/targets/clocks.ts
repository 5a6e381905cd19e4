/** Random calls on a clock: within its bounds, no crossing lost or doubled, however time is cut. */
import fc from "fast-check";
import { ClipClock, TimestampAt, type ClipSettings } from "../../src/pure.js";
import { expect, expectArgumentError } from "../invariants.js";
import type { Target } from "../target.js";

interface ClockCase {
  readonly settings: ClipSettings;
  readonly overtime: "carry" | "discard";
  readonly calls: readonly (readonly [call: "advance" | "timestamp" | "speed" | "repetitions" | "reset", value: number])[];
}

const numbers = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(-1, 0, -0, 1 / 60, 0.1, 0.5, 1, 2, 3) },
  { weight: 3, arbitrary: fc.double({ min: -5, max: 5, noNaN: true }) },
  { weight: 1, arbitrary: fc.constantFrom(NaN, Infinity, -Infinity, 5e-324, 1e-9, 1e9, 2 ** 53, 1e300, Number.MAX_VALUE) },
);

const cases: fc.Arbitrary<ClockCase> = fc.record({
  settings: fc.record(
    { start: numbers, end: numbers, offset: numbers, speed: numbers, repetitions: fc.integer({ min: -2, max: 4 }), reverse: fc.boolean() },
    { requiredKeys: [], noNullPrototype: true },
  ),
  overtime: fc.constantFrom("carry" as const, "discard" as const),
  calls: fc.array(fc.tuple(fc.constantFrom("advance", "advance", "advance", "timestamp", "speed", "repetitions", "reset"), numbers), {
    maxLength: 8,
  }),
});

function call(clock: ClipClock, [name, value]: ClockCase["calls"][number]): void {
  if (name === "advance") {
    const { crossings, isFinished } = clock.advance(value);
    expect(crossings >= 0 && (!isFinished || clock.isFinished), () => `must have crossed 0 or more bounds (got ${crossings})`);
  } else if (name === "reset") {
    clock.reset();
  } else if (name === "repetitions") {
    clock.settings = { ...clock.settings, repetitions: value };
  } else {
    clock[name] = value;
  }
}

function stateOf({ timestamp, direction, completedRepetitions, isFinished, settings }: ClipClock): string {
  return JSON.stringify([timestamp, direction, completedRepetitions, isFinished, settings]);
}

function expectSound({ timestamp, completedRepetitions, settings: { start, end, repetitions }, isFinished }: ClipClock): void {
  expect(timestamp >= start && timestamp <= end, () => `timestamp must be within ${start}..${end} (got ${timestamp})`);
  expect(Number.isFinite(timestamp), () => `timestamp must be finite (got ${timestamp})`);
  const max = repetitions === -1 || isFinished ? Infinity : repetitions; // a finished clip keeps its count
  const isCounted = completedRepetitions >= 0 && completedRepetitions <= max;
  expect(isCounted, () => `must complete 0..${max} repetitions (got ${completedRepetitions})`);
  expect(!isFinished || repetitions !== -1 || end === Infinity, () => "an endless clip must not finish");
}

/** Refused arguments change nothing. */
function tryCall(clock: ClipClock, given: ClockCase["calls"][number]): void {
  const before = stateOf(clock);
  try {
    call(clock, given);
  } catch (error) {
    expectArgumentError(error);
    expect(stateOf(clock) === before, () => `a refused call must change nothing: ${before} -> ${stateOf(clock)}`);
  }
  expectSound(clock);
}

/** However far a clock is advanced at once, it is where the closed form says. */
function expectClosedForm({ settings, overtime }: ClockCase, [, total]: ClockCase["calls"][number] = ["advance", 1]): void {
  if (overtime === "discard" || !(total >= 0 && total < 1e9)) {
    return;
  }
  const clock = new ClipClock(settings);
  clock.advance(total);
  const { timestamp, completedRepetitions } = TimestampAt(settings, total);
  const isSame = Object.is(clock.timestamp, timestamp) && clock.completedRepetitions === completedRepetitions;
  expect(isSame, () => `must be as the closed form at ${total} s (got ${clock.timestamp} and ${timestamp})`);
}

export const CLOCKS_TARGET: Target<ClockCase> = {
  name: "clocks",
  share: 1,
  cases,
  run: (given) => {
    let clock: ClipClock;
    try {
      clock = new ClipClock(given.settings, { overtime: given.overtime });
    } catch (error) {
      expectArgumentError(error);
      return;
    }
    expectSound(clock);
    given.calls.forEach((each) => tryCall(clock, each));
    expectClosedForm(given, given.calls[0]);
  },
  describe: (given) => ({ text: fc.stringify(given) }),
};
