import { flip, type Heading, headingOfCrossing } from "./crossing.js";
import { clamp, type ClipSettings, resolveClipSettings, type ResolvedClipSettings, ROUNDING } from "./settings.js";
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
 * Adds seconds by compensated summation: the sum of many short steps is that of a long one.
 * @param seconds NaN counts as 0
 * @param earliest the least sum, <= 0
 */
export function addTime(sum: TimeSum, seconds: number, earliest: number): void {
  const addend = (seconds || 0) - sum.lost;
  const before = sum.elapsed;
  const after = clamp(before + addend, Math.max(earliest, -Number.MAX_VALUE), Number.MAX_VALUE);
  sum.elapsed = after;
  sum.lost = after === earliest || Math.abs(after) === Number.MAX_VALUE ? 0 : after - before - addend;
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
 * Computes the position of a clip some time after its origin, across any number of bounds (KHR_animation_clip, Sample implementation,
 * updateTimestamp).
 * @param discard whether to stop at the first restart
 * @param out receives the result; may be the origin
 */
export function move(settings: ResolvedClipSettings, origin: Readonly<Origin>, discard: boolean, out: Position): void {
  const { start, end } = settings;
  const { timestamp: from, heading, elapsed } = origin;
  copyPosition(origin, out);
  if (origin.isFinished) {
    return;
  }
  const distance = Math.min(Math.abs(settings.speed) * Math.max(elapsed, 0), Number.MAX_VALUE);
  const toBound = heading === 1 ? end - from : from - start;
  if (distance - toBound <= distance * ROUNDING) {
    out.timestamp = Math.min(Math.max(from + heading * distance, start), end, Number.MAX_VALUE);
    return;
  }
  const left = crossingsLeft(settings, origin.completedRepetitions);
  if (left > 0) {
    // a bound at exactly the distance is not crossed
    const within = Math.ceil((distance * (1 - ROUNDING) - toBound) / (end - start));
    const crossings = Math.min(left, discard ? 1 : Math.min(Math.max(within, 1), Number.MAX_SAFE_INTEGER));
    cross(settings, heading, crossings, crossings === left, out);
    if (!discard && !out.isFinished) {
      const overtime = distance - toBound;
      const beyond = crossings > 1 ? Math.max(overtime - (crossings - 1) * (end - start), 0) : overtime; // the length may be infinite
      out.timestamp = out.heading === 1 ? Math.min(start + beyond, end, Number.MAX_VALUE) : Math.max(end - beyond, start);
    }
  }
}

/**
 * The number of crossings before a clip finishes: Infinity if it is endless, 0 if it cannot cross a bound (KHR_animation_clip, Sample
 * implementation, the notes on `repetitions`).
 */
function crossingsLeft(settings: ResolvedClipSettings, completed: number): number {
  if (settings.repetitions === 0 || (settings.end === settings.start && settings.repetitions === -1)) {
    return 0; // an endless clip without length holds
  }
  if (settings.end === Infinity && !settings.reverse) {
    return 1; // there is no end to continue from: played backwards, the clip ends at its start
  }
  return settings.repetitions === -1 ? Infinity : settings.repetitions - completed;
}

/**
 * Moves `out` across bounds, to the bound where it continues (KHR_animation_clip, Sample implementation). A clip that finishes holds the bound
 * that it reached (Time stamp out of bounds; Examples 4 to 6).
 */
function cross(
  { start, end, reverse }: ResolvedClipSettings,
  heading: Heading,
  crossings: number,
  isFinished: boolean,
  out: Position,
): void {
  const lastHeading = headingOfCrossing(reverse, heading, crossings);
  out.completedRepetitions += crossings;
  out.isFinished = isFinished;
  if (isFinished) {
    out.heading = lastHeading;
    out.timestamp = lastHeading === 1 ? end : start;
  } else {
    out.heading = reverse ? flip(lastHeading) : heading;
    out.timestamp = out.heading === 1 ? start : end;
  }
}

/** Moves in equal steps that lose the overtime at each restart (KHR_animation_clip, Examples 1 and 3), also in closed form. */
function moveInSteps(settings: ResolvedClipSettings, position: Origin, totalTime: number, step: number): void {
  const stride = Math.abs(settings.speed) * step;
  const length = settings.end - settings.start;
  const steps = Math.min(Math.floor((totalTime / step) * (1 + ROUNDING)), Number.MAX_SAFE_INTEGER);
  const offset = Math.min(settings.offset, length);
  const first = stepsToCross(position.heading === 1 ? length - offset : offset, stride);
  const each = stepsToCross(length, stride);
  const left = crossingsLeft(settings, 0);
  let taken = 0;
  if (steps >= first && left > 0) {
    const crossings = Math.min(left, 1 + Math.floor((steps - first) / each));
    cross(settings, position.heading, crossings, crossings === left, position);
    taken = crossings > 1 ? first + (crossings - 1) * each : first; // not 0 * each: `each` may be infinite
  }
  position.elapsed = Math.max(totalTime - taken * step, 0);
  move(settings, position, true, position);
}

/** The number of steps that exceed a distance. */
function stepsToCross(distance: number, stride: number): number {
  return Math.floor((distance / stride) * (1 + ROUNDING)) + 1;
}
