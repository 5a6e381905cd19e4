import fc from "fast-check";
import type { ClipSettings, ResolvedClipSettings } from "../../../src/gltf/timing/index.js";

/**
 * The drafts' `initTimestamp` and `updateTimestamp`, line by line; open questions are decided as in this project:
 * crossings are worked off until the timestamp is within the bounds, the last one holds the bound it reached, a clip without
 * length or speed never moves, and an end that does not exist cannot be continued from.
 */
export class SampleClip {
  timestamp: number;
  completed = 0;
  isFinished: boolean;
  /** Of the last update. */
  crossings = 0;
  firstBound: 1 | -1 = 1;
  /** In place of the drafts' `speed *= -1`, which a speed of 0 would forget. */
  private _turned = false;

  constructor(
    public settings: ResolvedClipSettings,
    private readonly _discard = false,
  ) {
    this.timestamp = settings.start + settings.offset;
    this.isFinished = settings.repetitions === 0;
  }

  get direction(): number {
    return this.settings.speed === 0 ? 0 : Math.sign(this._speed);
  }

  update(deltaTime: number): void {
    const { start, end, speed, repetitions, reverse } = this.settings;
    this.crossings = 0;
    if (this.isFinished || speed === 0 || (start === end && repetitions === -1)) {
      return;
    }
    if (start === end && deltaTime > 0 && !(this._discard && !reverse)) {
      this._crossAllAtOnce();
      return;
    }
    this.timestamp += this._speed * deltaTime;
    while (this.timestamp > end || this.timestamp < start) {
      this._cross(this.timestamp > end ? 1 : -1);
    }
  }

  seek(timestamp: number): void {
    this.timestamp = Math.min(Math.max(timestamp, this.settings.start), this.settings.end);
    if (this.isFinished && this.settings.repetitions !== 0) {
      const { repetitions } = this.settings;
      this.isFinished = false;
      this.completed = (repetitions === -1 ? this.completed : Math.min(this.completed, repetitions)) - 1;
    }
  }

  /** As `ClipClock.settings` documents it, but for finished clips that get more repetitions. */
  change(settings: ResolvedClipSettings): void {
    this.isFinished = settings.repetitions === 0 || (this.isFinished && this.settings.repetitions !== 0);
    this.settings = settings;
    this.timestamp = Math.min(Math.max(this.timestamp, settings.start), settings.end);
    if (settings.repetitions > 0 && !this.isFinished) {
      this.completed = Math.min(this.completed, settings.repetitions - 1);
    }
  }

  reset(): void {
    this.timestamp = this.settings.start + this.settings.offset;
    this.completed = 0;
    this.isFinished = this.settings.repetitions === 0;
    this._turned = false;
  }

  private get _speed(): number {
    return this._turned ? -this.settings.speed : this.settings.speed;
  }

  /** Without length no overtime is ever worked off, so that the loop would run until the repetitions are used up: 2^31 times. */
  private _crossAllAtOnce(): void {
    this.crossings = this.settings.repetitions - this.completed;
    this.firstBound = this._speed > 0 ? 1 : -1;
    this._turned = this._turned !== (this.settings.reverse && this.crossings % 2 === 0);
    this.completed = this.settings.repetitions;
    this.isFinished = true;
  }

  private _cross(bound: 1 | -1): void {
    const { start, end, repetitions, reverse } = this.settings;
    const overtime = bound > 0 ? this.timestamp - end : start - this.timestamp;
    this.firstBound = this.crossings === 0 ? bound : this.firstBound;
    this.crossings++;
    this.completed++;
    this.isFinished = this.completed === repetitions || (end === Infinity && !reverse);
    if (this.isFinished) {
      this.timestamp = bound > 0 ? end : start;
    } else if (reverse) {
      this.timestamp = bound > 0 ? end - overtime : start + overtime;
      this._turned = !this._turned;
    } else if (this._discard) {
      this.timestamp = bound > 0 ? start : end;
    } else {
      this.timestamp = bound > 0 ? start + overtime : end - overtime;
    }
  }
}

/** Every random property here runs at least this often. */
export const RUNS = { numRuns: 1000 };

export const repetitionCounts = fc.oneof(fc.constantFrom(-1, 0, 1, 2, 2 ** 31), fc.integer({ min: 3, max: 9 }));

/** Multiples of 2^-n within small bounds: sums and differences of them are exact, so results can be compared exactly. */
export function dyadic(min: number, max: number, denominator: number): fc.Arbitrary<number> {
  return fc.integer({ min: min * denominator, max: max * denominator }).map((n) => n / denominator);
}

/** Settings of which every number is exact, without length and without end among them. */
export const dyadicSettings: fc.Arbitrary<ResolvedClipSettings> = fc
  .record({
    start: dyadic(-4, 8, 8),
    length: fc.oneof({ weight: 4, arbitrary: dyadic(0, 4, 16) }, fc.constantFrom(0, Infinity)),
    part: fc.oneof(fc.constantFrom(0, 64), fc.integer({ min: 0, max: 64 })),
    speed: dyadic(-4, 4, 4),
    repetitions: repetitionCounts,
    reverse: fc.boolean(),
  })
  .map(({ start, length, part, ...rest }) => {
    const offset = ((length === Infinity ? 4 : length) * part) / 64;
    return { start, end: start + length, offset, ...rest };
  });

/** The same with a length that can be looped in. */
export const dyadicSettingsWithEnd = dyadicSettings.filter((settings) => settings.end !== Infinity);

/** Seconds that go with `dyadicSettings`: mostly frames, sometimes a jump across hundreds of bounds. */
export const dyadicSeconds = fc.oneof({ weight: 6, arbitrary: dyadic(0, 2, 64) }, dyadic(0, 48, 64));

/** Settings with any numbers, of the sizes clips have. */
export const ordinarySettings: fc.Arbitrary<ResolvedClipSettings> = fc
  .record({
    start: fc.double({ min: 0, max: 100, noNaN: true }),
    length: fc.double({ min: 0.01, max: 100, noNaN: true }),
    part: fc.double({ min: 0, max: 1, noNaN: true }),
    pace: fc.double({ min: 0.01, max: 10, noNaN: true }),
    down: fc.boolean(),
    repetitions: repetitionCounts,
    reverse: fc.boolean(),
  })
  .map(({ start, length, part, pace, down, repetitions, reverse }) => {
    const end = start + length;
    return { start, end, offset: (end - start) * part, speed: down ? -pace : pace, repetitions, reverse };
  });

const extremeNumbers = fc.double({ min: -1e300, max: 1e300, noNaN: true });

/** Settings with numbers of any size, valid ones only. */
export const extremeSettings: fc.Arbitrary<ResolvedClipSettings> = fc
  .record({
    a: extremeNumbers,
    b: fc.oneof(extremeNumbers, fc.constant(Infinity)),
    offset: extremeNumbers,
    speed: extremeNumbers,
    repetitions: fc.oneof(fc.integer({ min: -1, max: 3 }), fc.maxSafeNat()),
    reverse: fc.boolean(),
  })
  .map(({ a, b, ...rest }) => ({ start: Math.min(a, b), end: Math.max(a, b), ...rest }));

export const overtimePolicies = fc.constantFrom("carry" as const, "discard" as const);

/** Seconds between frames that lose their overtime; sums of them are exact. */
export const frameTimes = fc.constantFrom(0.0625, 0.25, 0.5, 1, 2);

/** What a clip and its clock say of themselves. */
export interface Observed {
  readonly timestamp: number;
  readonly direction: number;
  readonly completedRepetitions: number;
  readonly isFinished: boolean;
}

/** Whatever a result may be, it may not be one of these. */
export function findImpossible(settings: ClipSettings, { timestamp, direction, completedRepetitions, isFinished }: Observed): string[] {
  const { start = 0, end = Infinity, speed = 1, repetitions = -1 } = settings;
  const impossible: string[] = [];
  const expectThat = (holds: boolean, rule: string): void => {
    if (!holds) {
      impossible.push(rule);
    }
  };
  expectThat(timestamp >= start && timestamp <= end, `timestamp ${timestamp} within ${start}..${end}`);
  expectThat(!Object.is(timestamp, -0), "timestamp never -0");
  expectThat(speed === 0 ? Object.is(direction, 0) : Math.abs(direction) === 1, `direction ${direction} fits speed ${speed}`);
  expectThat(
    Number.isInteger(completedRepetitions) && completedRepetitions >= 0,
    `completedRepetitions ${completedRepetitions} is a count`,
  );
  expectThat(!Object.is(completedRepetitions, -0), "completedRepetitions never -0");
  expectThat(
    repetitions === -1 || completedRepetitions <= repetitions,
    `completedRepetitions ${completedRepetitions} <= repetitions ${repetitions}`,
  );
  expectThat(typeof isFinished === "boolean", `isFinished ${isFinished} is true or false`);
  expectThat(repetitions !== 0 || isFinished, "repetitions 0 is finished");
  return impossible;
}

/** Clips of every kind that has a rule of its own. */
export const KINDS: readonly { kind: string; settings: ClipSettings }[] = [
  { kind: "endless loop", settings: { end: 4 } },
  { kind: "endless loop, backwards", settings: { start: 1, end: 4, offset: 3, speed: -1 } },
  { kind: "endless ping-pong", settings: { start: 1, end: 5, offset: 2, reverse: true } },
  { kind: "endless ping-pong, backwards", settings: { end: 4, offset: 4, speed: -0.5, reverse: true } },
  { kind: "loop, once", settings: { end: 4, repetitions: 1 } },
  { kind: "loop, twice", settings: { start: 2, end: 4, repetitions: 2 } },
  { kind: "loop, backwards to 0", settings: { end: 4, offset: 4, speed: -1, repetitions: 2 } },
  { kind: "ping-pong, twice", settings: { end: 4, repetitions: 2, reverse: true } },
  { kind: "ping-pong, 2^31 times", settings: { end: 4, repetitions: 2 ** 31, reverse: true } },
  { kind: "repetitions 0", settings: { start: 1, end: 4, offset: 1, repetitions: 0 } },
  { kind: "repetitions 0, backwards without end", settings: { start: 1, offset: 1, speed: -1, repetitions: 0 } },
  { kind: "no length, endless", settings: { start: 2, end: 2 } },
  { kind: "no length, endless ping-pong", settings: { start: 2, end: 2, speed: -1, reverse: true } },
  { kind: "no length, three times", settings: { end: 0, repetitions: 3 } },
  { kind: "no length, ping-pong twice, backwards", settings: { end: 0, speed: -1, repetitions: 2, reverse: true } },
  { kind: "no end", settings: {} },
  { kind: "no end, once", settings: { start: 2, offset: 1, repetitions: 1 } },
  { kind: "no end, ping-pong", settings: { start: 2, reverse: true } },
  { kind: "no end, backwards", settings: { start: 2, offset: 3, speed: -1 } },
  { kind: "no end, ping-pong backwards", settings: { start: 2, offset: 3, speed: -1, reverse: true } },
  { kind: "no end, ping-pong backwards, twice", settings: { offset: 3, speed: -1, repetitions: 2, reverse: true } },
  { kind: "speed 0", settings: { start: 1, end: 4, offset: 2, speed: 0 } },
  { kind: "speed 0 at end", settings: { end: 4, offset: 4, speed: 0, repetitions: 1 } },
  { kind: "speed -0 at start, ping-pong", settings: { end: 4, speed: -0, reverse: true } },
  { kind: "speed 0 without length", settings: { end: 0, speed: 0, repetitions: 2 } },
  { kind: "speed 0 without end", settings: { offset: 3, speed: 0 } },
  { kind: "a millionth of a second long", settings: { end: 1e-6 } },
  { kind: "smallest length", settings: { end: Number.MIN_VALUE, reverse: true } },
  { kind: "largest length", settings: { end: Number.MAX_VALUE } },
  { kind: "largest speed", settings: { end: 4, speed: Number.MAX_VALUE } },
  { kind: "largest speed, without end", settings: { start: 2, speed: Number.MAX_VALUE } },
  { kind: "smallest speed", settings: { end: 4, offset: 4, speed: -Number.MIN_VALUE, reverse: true } },
];

/** Amounts of time that no clip may stumble over. */
export const EXTREME_SECONDS: readonly number[] = [
  ...[0, -0, Number.MIN_VALUE, 1e-300, 1e-12, 1 / 60, 1, 1e9, 1e15, 1e300, Number.MAX_VALUE, Infinity],
  ...[NaN, -1e-12, -1, -1e9, -Number.MAX_VALUE, -Infinity],
];
