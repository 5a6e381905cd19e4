import { ClipColumns } from "./clipColumns.js";
import { addTimeAt, cappedBy, crossAt, crossingsLeft, moveAt } from "./closedForm.js";
import { flip, type Heading } from "./crossing.js";
import { type ClipSettings, resolveClipSettings, type ResolvedClipSettings, ROUNDING } from "./settings.js";
import { argumentError } from "../util/index.js";

/**
 * What happens to overtime, the time left over when a loop crosses its bound.
 *
 * - `"carry"`: the loop continues that far beyond the other bound (KHR_animation_clip, Sample implementation).
 * - `"discard"`: the loop restarts exactly at the other bound, at most once per step (KHR_animation_clip, Examples 1 and 3).
 *
 * Ping-pong always reflects its overtime.
 */
export type OvertimePolicy = "carry" | "discard";

/** How {@link TimestampAt} treats time. */
export interface TimestampOptions {
  /** Default `"carry"`. */
  readonly overtime?: OvertimePolicy | undefined;
  /**
   * Seconds between two frames, > 0. Only `"discard"` reads it, because the discarded time depends on the frames.
   * Default 1, as in the drafts' tables.
   */
  readonly step?: number | undefined;
}

/** The state of a clip at a total time. */
export interface ClipTime {
  /** The clip's own time in seconds, within start..end. */
  readonly timestamp: number;
  /** 1 if the timestamp increases, -1 if it decreases, 0 if speed is 0. */
  readonly direction: 1 | 0 | -1;
  /** How many bounds were crossed so far, >= 0. */
  readonly completedRepetitions: number;
  /** Whether all repetitions are used up. The timestamp then stays at the bound it reached. */
  readonly isFinished: boolean;
}

/** The mutable state of a clip. */
export interface Position {
  timestamp: number;
  heading: Heading;
  completedRepetitions: number;
  isFinished: boolean;
}

/** Seconds that are added up; see {@link addTime}. */
export interface TimeSum {
  elapsed: number;
  /** The rounding error of `elapsed`. */
  lost: number;
}

/** A position at the beginning, or at the last seek or change, and the seconds since then. The position holds while these are below 0. */
export interface Origin extends Position, TimeSum {}

/**
 * Computes the timestamp of a clip from the total time, in closed form: in constant time, and independent of the frame rate.
 *
 * Total time and time stamp are defined in KHR_animation_clip, Examples.
 * @param totalTime seconds since the clip began; negative values count as 0
 * @throws TypeError or RangeError if the settings are invalid or `step` is not > 0
 * @example TimestampAt({ end: 4, repetitions: 2, reverse: true }, 5) // { timestamp: 3, direction: -1, completedRepetitions: 1, isFinished: false }
 * @experimental follows draft specifications
 */
export function TimestampAt(settings: ClipSettings, totalTime: number, options: TimestampOptions = {}): ClipTime {
  const resolved = resolveClipSettings(settings);
  const position = initialOrigin(resolved);
  const time = totalTime > 0 ? Math.min(totalTime, Number.MAX_VALUE) : 0;
  if (discardsOvertime(resolved, options)) {
    const { step = 1 } = options;
    if (!(step > 0)) {
      throw argumentError("options.step", "must be > 0", step, "number");
    }
    moveInSteps(resolved, position, time, step);
  } else {
    position.elapsed = time;
    move(resolved, position, false, position);
  }
  return {
    timestamp: position.timestamp,
    direction: directionOf(resolved, position),
    completedRepetitions: position.completedRepetitions,
    isFinished: position.isFinished,
  };
}

/** The state of a clip at total time 0 (KHR_animation_clip, Sample implementation, initTimestamp). */
export function initialPosition(settings: ResolvedClipSettings): Position {
  const { start, end, offset } = settings;
  return {
    // start + (end - start) may round to a number other than end
    timestamp: offset >= end - start ? end : Math.min(start + offset, end, Number.MAX_VALUE),
    heading: signOf(settings.speed),
    completedRepetitions: 0,
    isFinished: settings.repetitions === 0,
  };
}

/**
 * Where a clip is that has made some passes from its bound on; null for one that makes none.
 * @param passes >= 0, the present one in part; infinite for a clip that makes none
 * @param duration the seconds between the bounds
 */
export function positionAfter(passes: number, settings: ResolvedClipSettings, duration: number): Position | null {
  if (passes === Infinity || !(duration > 0)) {
    return null;
  }
  const { start, speed, repetitions, reverse } = settings;
  const count = repetitions === -1 ? Infinity : repetitions;
  const isFinished = passes >= count;
  const completedRepetitions = Math.min(Math.floor(passes), count);
  const present = isFinished ? count - 1 : completedRepetitions;
  const share = isFinished ? 1 : passes - present;
  const heading = reverse && present % 2 === 1 ? flip(signOf(speed)) : signOf(speed);
  return { timestamp: start + (heading === 1 ? share : 1 - share) * duration, heading, completedRepetitions, isFinished };
}

export function initialOrigin(settings: ResolvedClipSettings): Origin {
  const { timestamp, heading, completedRepetitions, isFinished } = initialPosition(settings);
  return { timestamp, heading, completedRepetitions, isFinished, elapsed: 0, lost: 0 };
}

/**
 * The total time at which settings reach a position, in closed form: the inverse of {@link TimestampAt} with `"carry"`. Negative before the
 * offset in the first pass. Where the speed is 0, the seconds since the origin.
 * @param position the position of the origin's `elapsed` seconds later
 */
export function totalTimeOf(settings: ResolvedClipSettings, origin: Readonly<Origin>, position: Readonly<Position>): number {
  const { start, end } = settings;
  const speed = Math.abs(settings.speed);
  const { timestamp, heading, elapsed } = origin;
  if (speed === 0 || settings.repetitions === 0) {
    return elapsed;
  }
  const first = initialPosition(settings);
  const passes = passesOf(origin);
  if (passes === 0) {
    return ((timestamp - first.timestamp) * heading) / speed + elapsed;
  }
  const toBound = first.heading === 1 ? end - first.timestamp : first.timestamp - start;
  const crossed = (n: number): number => (n > 1 ? toBound + (n - 1) * (end - start) : toBound); // the length may be infinite
  const time = (crossed(passes) + (heading === 1 ? timestamp - start : end - timestamp)) / speed + elapsed;
  return Math.max(time, (crossed(passesOf(position)) / speed) * (1 + 4 * ROUNDING)); // a bound is crossed only beyond it
}

/** The number of passes before the current or last one. */
function passesOf({ completedRepetitions, isFinished }: Readonly<Position>): number {
  return Math.max(completedRepetitions - (isFinished ? 1 : 0), 0);
}

export function copyPosition(from: Readonly<Position>, to: Position): void {
  to.timestamp = from.timestamp;
  to.heading = from.heading;
  to.completedRepetitions = from.completedRepetitions;
  to.isFinished = from.isFinished;
}

/**
 * Adds seconds; see {@link addTimeAt}.
 * @param seconds NaN counts as 0
 * @param earliest the least sum, <= 0
 */
export function addTime(sum: TimeSum, seconds: number, earliest: number): void {
  one.elapsed[0] = sum.elapsed;
  one.lost[0] = sum.lost;
  one.rates[0] = 1;
  addTimeAt(one, 0, seconds, earliest);
  sum.elapsed = one.elapsed[0];
  sum.lost = one.lost[0];
}

/** The heading that a speed starts with; 1 for speed 0. */
export function signOf(speed: number): Heading {
  return speed < 0 ? -1 : 1;
}

export function directionOf(settings: ResolvedClipSettings, position: Readonly<Position>): 1 | 0 | -1 {
  return settings.speed === 0 ? 0 : position.heading;
}

export function discardsOvertime(settings: ResolvedClipSettings, options: TimestampOptions): boolean {
  return options.overtime === "discard" && !settings.reverse;
}

/**
 * Computes the position of a clip some time after its origin; see {@link moveAt}.
 * @param discard whether to stop at the first restart
 * @param out receives the result; may be the origin
 */
export function move(settings: ResolvedClipSettings, origin: Readonly<Origin>, discard: boolean, out: Position): void {
  if (origin.isFinished) {
    copyPosition(origin, out);
    return;
  }
  one.set(0, settings, origin, origin);
  moveAt(one, 0, discard);
  readPosition(out);
}

function readPosition(out: Position): void {
  out.timestamp = one.timestamps[0]!;
  out.heading = one.headings[0] as Heading;
  out.completedRepetitions = one.completedRepetitions[0]!;
  out.isFinished = one.finished[0] === 1;
}

/** Moves in equal steps that lose the overtime at each restart (KHR_animation_clip, Examples 1 and 3), also in closed form. */
function moveInSteps(settings: ResolvedClipSettings, position: Origin, totalTime: number, step: number): void {
  const stride = Math.abs(settings.speed) * step;
  const length = settings.end - settings.start;
  const steps = Math.min(Math.floor((totalTime / step) * (1 + ROUNDING)), Number.MAX_SAFE_INTEGER);
  const offset = Math.min(settings.offset, length);
  const first = stepsToCross(position.heading === 1 ? length - offset : offset, stride);
  const each = stepsToCross(length, stride);
  one.set(0, settings, position, position);
  const left = crossingsLeft(one, 0);
  let taken = 0;
  if (steps >= first && left !== 0) {
    const crossings = cappedBy(left, 1 + Math.floor((steps - first) / each));
    crossAt(one, 0, crossings, crossings === left);
    readPosition(position);
    taken = crossings > 1 ? first + (crossings - 1) * each : first; // not 0 * each: `each` may be infinite
  }
  position.elapsed = Math.max(totalTime - taken * step, 0);
  move(settings, position, true, position);
}

/** The number of steps that exceed a distance. */
function stepsToCross(distance: number, stride: number): number {
  return Math.floor((distance / stride) * (1 + ROUNDING)) + 1;
}

/** The clip that is computed at present. */
const one = /* @__PURE__ */ new ClipColumns(1);
