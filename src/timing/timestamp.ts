import { flip, headingOfCrossing, type Heading } from "./crossing.js";
import { resolveClipSettings, type ClipSettings, type ResolvedClipSettings } from "./settings.js";

/**
 * What becomes of the overtime when a loop goes beyond its bound: `"carry"` goes on that far from the other bound, as
 * the sample code of the drafts does; `"discard"` restarts exactly at the other bound, at most once in a step, as their
 * tables print it. Ping-pong always reflects its overtime.
 */
export type OvertimePolicy = "carry" | "discard";

/** How total time becomes a timestamp. */
export interface TimestampOptions {
  /** Default `"carry"`. */
  readonly overtime?: OvertimePolicy | undefined;
  /**
   * Seconds between two frames, > 0. Only `"discard"` asks for it, because what is discarded depends on how time is cut.
   * Default 1, as in the drafts' tables.
   */
  readonly step?: number | undefined;
}

/** Where a clip is at some total time. */
export interface ClipTime {
  /** The clip's own time in seconds, within start..end. */
  readonly timestamp: number;
  /** Which way the timestamp goes: 1 up, -1 down, 0 where speed is 0. */
  readonly direction: 1 | 0 | -1;
  /** How many times a bound was crossed so far. */
  readonly completedRepetitions: number;
  /** Whether all repetitions are used up: the timestamp stays at the bound it reached. */
  readonly isFinished: boolean;
}

/** A timestamp that travels between the bounds. */
export interface Position {
  timestamp: number;
  heading: Heading;
  completedRepetitions: number;
  isFinished: boolean;
}

/**
 * Distances that differ by less than this share of themselves count as equal: a bound that steps of 1/60 s reach exactly
 * is not crossed because their sum is one unit in the last place too large.
 */
const ROUNDING = 2 ** -50;

/**
 * The timestamp of a clip after a total time, in closed form: O(1), and the same for every way to come there.
 * See "Time Stamp" in KHR_animation_clip and KHR_animation_controller.
 * @param settings how the clip plays
 * @param totalTime seconds since the clip began; below 0 counts as 0
 * @throws RangeError where the settings cannot be played, or for a step that is none
 * @example TimestampAt({ end: 4, repetitions: 2, reverse: true }, 5) // { timestamp: 3, direction: -1, completedRepetitions: 1, finished: false }
 * @experimental follows draft specifications
 */
export function TimestampAt(settings: ClipSettings, totalTime: number, options: TimestampOptions = {}): ClipTime {
  const resolved = resolveClipSettings(settings);
  const position = beginning(resolved);
  const time = totalTime > 0 ? Math.min(totalTime, Number.MAX_VALUE) : 0;
  if (discardsOvertime(resolved, options)) {
    const { step = 1 } = options;
    if (!(step > 0)) {
      throw new RangeError(`options.step: must be > 0 (got ${step})`);
    }
    travelInSteps(resolved, position, time, step);
  } else {
    travel(resolved, position, createJourney(Math.abs(resolved.speed) * time), false, position);
  }
  return {
    timestamp: position.timestamp,
    direction: directionOf(resolved, position),
    completedRepetitions: position.completedRepetitions,
    isFinished: position.isFinished,
  };
}

/** Where a clip begins. */
export function beginning(settings: ResolvedClipSettings): Position {
  const { start, end, offset } = settings;
  return {
    // start + (end - start) may be rounded to beside end
    timestamp: offset === end - start ? end : Math.min(start + offset, end, Number.MAX_VALUE),
    heading: signOf(settings.speed),
    completedRepetitions: 0,
    isFinished: settings.repetitions === 0,
  };
}

export function copyPosition(from: Readonly<Position>, to: Position): void {
  to.timestamp = from.timestamp;
  to.heading = from.heading;
  to.completedRepetitions = from.completedRepetitions;
  to.isFinished = from.isFinished;
}

/** 1 for speeds upwards and for 0, -1 for speeds downwards. */
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
 * A way from a position. It and what comes of it are handed on in objects: numbers that are arguments may be allocated, and this runs for
 * each clip in each frame.
 */
export interface Journey {
  /** Seconds of timestamp to travel, >= 0. */
  way: number;
  /** How many of them lead to the first bound. */
  toBound: number;
  /** How many of them lead beyond the first bound; 0 where that is discarded. */
  overtime: number;
}

export function createJourney(way: number): Journey {
  return { way, toBound: 0, overtime: 0 };
}

/**
 * Moves a position, whatever the number of bounds on the way.
 * @param journey its `way` is travelled
 * @param discard whether to stop at the first restart
 * @param out receives the result; may be `from`
 */
export function travel(settings: ResolvedClipSettings, from: Readonly<Position>, journey: Journey, discard: boolean, out: Position): void {
  copyPosition(from, out);
  if (from.isFinished) {
    return;
  }
  const way = Math.min(journey.way, Number.MAX_VALUE);
  const toBound = from.heading > 0 ? settings.end - from.timestamp : from.timestamp - settings.start;
  if (way - toBound <= way * ROUNDING) {
    const timestamp = from.timestamp + from.heading * way;
    out.timestamp = Math.min(Math.max(timestamp, settings.start), settings.end, Number.MAX_VALUE);
    return;
  }
  const left = crossingsLeft(settings, from.completedRepetitions);
  if (left > 0) {
    journey.toBound = toBound;
    const crossings = Math.min(left, discard ? 1 : countCrossings(settings, journey));
    journey.overtime = discard ? 0 : way - toBound;
    cross(settings, from.heading, crossings, crossings === left, journey, out);
  }
}

/** How many crossings remain until a clip is finished; Infinity where it is endless, 0 where there is nothing to cross. */
function crossingsLeft(settings: ResolvedClipSettings, completed: number): number {
  if (settings.repetitions === 0 || (settings.end === settings.start && settings.repetitions === -1)) {
    return 0; // without length and without a last time, it holds
  }
  if (settings.end === Infinity && !settings.reverse) {
    return 1; // going on from an end that does not exist is impossible: backwards, such a clip ends at its start
  }
  return settings.repetitions === -1 ? Infinity : settings.repetitions - completed;
}

/** How many bounds lie strictly within a way that leads beyond the first of them. */
function countCrossings({ start, end }: ResolvedClipSettings, { way, toBound }: Readonly<Journey>): number {
  const crossings = Math.ceil((Math.min(way, Number.MAX_VALUE) * (1 - ROUNDING) - toBound) / (end - start));
  return Math.min(Math.max(crossings, 1), Number.MAX_SAFE_INTEGER);
}

/** Puts `out` where `crossings` bounds and, behind the first of them, the overtime lead. */
function cross(
  settings: ResolvedClipSettings,
  heading: Heading,
  crossings: number,
  isFinished: boolean,
  { overtime }: Readonly<Journey>,
  out: Position,
): void {
  const { start, end, reverse } = settings;
  const lastHeading = headingOfCrossing(reverse, heading, crossings);
  out.completedRepetitions += crossings;
  out.isFinished = isFinished;
  if (isFinished) {
    out.heading = lastHeading;
    out.timestamp = lastHeading > 0 ? end : start;
    return;
  }
  out.heading = reverse ? flip(lastHeading) : heading;
  const beyond = crossings > 1 ? Math.max(overtime - (crossings - 1) * (end - start), 0) : overtime; // the length may be infinite
  out.timestamp = out.heading > 0 ? Math.min(start + beyond, end, Number.MAX_VALUE) : Math.max(end - beyond, start);
}

/** `travel` cut into equal steps whose overtime is lost at each restart, in closed form too. */
function travelInSteps(settings: ResolvedClipSettings, position: Position, totalTime: number, step: number): void {
  const stride = Math.abs(settings.speed) * step;
  const length = settings.end - settings.start;
  const steps = Math.min(Math.floor((totalTime / step) * (1 + ROUNDING)), Number.MAX_SAFE_INTEGER);
  const first = stepsToCross(position.heading > 0 ? length - settings.offset : settings.offset, stride);
  const each = stepsToCross(length, stride);
  const left = crossingsLeft(settings, 0);
  let taken = 0;
  if (steps >= first && left > 0) {
    const crossings = Math.min(left, 1 + Math.floor((steps - first) / each));
    cross(settings, position.heading, crossings, crossings === left, createJourney(0), position);
    taken = crossings > 1 ? first + (crossings - 1) * each : first; // a pass may take for ever
  }
  travel(settings, position, createJourney(Math.abs(settings.speed) * Math.max(totalTime - taken * step, 0)), true, position);
}

/** How many steps it takes to get beyond a distance. */
function stepsToCross(distance: number, stride: number): number {
  return Math.floor((distance / stride) * (1 + ROUNDING)) + 1;
}
