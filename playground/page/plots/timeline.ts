import { TimestampAt, type ClipTime, type ResolvedClipSettings } from "../../../src/pure.js";

/** A crossing of a bound. */
export interface TimelineCrossing {
  /** Seconds since the clip began. */
  readonly totalTime: number;
  /** The bound, in seconds of timestamp. */
  readonly bound: number;
  /** Where the timestamp continues: at the same bound for ping-pong, at the opposite bound for a loop. */
  readonly resume: number;
  readonly kind: "repeat" | "reverse" | "finish";
}

/** The timestamp of a clip over total time, all in seconds. */
export interface Timeline {
  readonly settings: ResolvedClipSettings;
  readonly from: number;
  readonly to: number;
  /** Ascending. Where a loop wraps, there are three entries at the same time, and the middle one is a gap. */
  readonly totalTimes: readonly number[];
  /** The timestamp at each total time; null is a gap in the line. */
  readonly timestamps: readonly (number | null)[];
  readonly crossings: readonly TimelineCrossing[];
}

/** More passes cannot be told apart in a plot. */
const MAX_PASSES = 60;
/** Two times that differ by less than this part of a pass are equal; crossings are computed in two ways. */
const ROUNDING = 1e-9;
/** Seconds that are an error of rounding. */
const SAME = 1e-6;
/** Number of passes in a plot. */
const PASSES = 4;

/**
 * The length of a plot in seconds of total time: four passes, or all passes of a clip that finishes earlier and half a pass more.
 * @param lastKey seconds, for clips without an end
 */
export function horizonOf(settings: ResolvedClipSettings, lastKey: number): number {
  const speed = Math.abs(settings.speed);
  const length = (settings.end === Infinity ? Math.max(lastKey, settings.start + 1) : settings.end) - settings.start;
  if (speed === 0 || length === 0 || settings.repetitions === 0) {
    return 4;
  }
  const first = distanceToBound(settings, settings.start + length) / speed;
  const each = length / speed;
  if (settings.end === Infinity) {
    return 1.5 * each;
  }
  const passes = settings.repetitions === -1 ? PASSES - 1 : Math.min(settings.repetitions, PASSES) - 0.5;
  return Math.max(first + passes * each, each);
}

/** The timestamp between two total times. The lines are exact, because the timestamp is linear between crossings. */
export function timelineOf(settings: ResolvedClipSettings, from: number, to: number): Timeline {
  const all = crossingsBetween(settings, from, to);
  const totalTimes: number[] = [];
  const timestamps: (number | null)[] = [];
  const add = (totalTime: number, timestamp: number | null): void => {
    totalTimes.push(totalTime);
    timestamps.push(timestamp);
  };
  add(from, TimestampAt(settings, from).timestamp);
  for (const { totalTime, bound, resume, kind } of all) {
    add(totalTime, bound);
    if (kind === "repeat" && totalTime < to) {
      add(totalTime, null);
      add(totalTime, resume);
    }
  }
  add(to, TimestampAt(settings, to).timestamp);
  return { settings, from, to, totalTimes, timestamps, crossings: all };
}

/** The crossings between two total times, at most 60. */
function crossingsBetween(settings: ResolvedClipSettings, from: number, to: number): TimelineCrossing[] {
  const { start, end, reverse, repetitions } = settings;
  const speed = Math.abs(settings.speed);
  const length = end - start;
  const count = end === Infinity && !reverse ? 1 : repetitions === -1 ? Infinity : repetitions;
  if (speed === 0 || (length === 0 && repetitions === -1)) {
    return [];
  }
  const first = distanceToBound(settings, end) / speed;
  const each = length / speed;
  const crossings: TimelineCrossing[] = [];
  const skipped = each === Infinity ? Number(from > first) : Math.max(Math.ceil((from - first) / each - ROUNDING) || 0, 0);
  for (let i = skipped; i < count && crossings.length < MAX_PASSES; i++) {
    const totalTime = Math.max(i === 0 ? first : first + i * each, from);
    if (!(totalTime <= to)) {
      break;
    }
    const kind = i === count - 1 ? "finish" : reverse ? "reverse" : "repeat";
    const isUpwards = settings.speed >= 0 !== (reverse && i % 2 === 1);
    crossings.push({ totalTime, kind, bound: isUpwards ? end : start, resume: isUpwards === reverse ? end : start });
  }
  return crossings;
}

/** Distance from the first timestamp to the first bound. */
function distanceToBound({ start, offset, speed }: ResolvedClipSettings, end: number): number {
  return speed < 0 ? offset : end - start - offset;
}

/**
 * The total time of a clip: the inverse of `TimestampAt`.
 * @param lastTime least total time for a finished clip, whose state no longer depends on it; the total time for a clip with speed 0
 */
export function totalTimeOf(settings: ResolvedClipSettings, time: ClipTime, lastTime: number): number {
  const { start, end, offset } = settings;
  const speed = Math.abs(settings.speed);
  if (speed === 0) {
    return lastTime;
  }
  if (time.isFinished) {
    const last = distanceToBound(settings, end) + Math.max(settings.repetitions - 1, 0) * (end - start || 0);
    return Math.max(last / speed || 0, lastTime);
  }
  if (time.completedRepetitions === 0) {
    return Math.abs(time.timestamp - (start + offset)) / speed;
  }
  const inPass = time.direction > 0 ? time.timestamp - start : end - time.timestamp;
  const passes = (time.completedRepetitions - 1) * (end - start);
  return (distanceToBound(settings, end) + (passes || 0) + inPass) / speed;
}

/**
 * The settings of a clip that begins where another clip is now, and goes on as that one does from there: total time 0 is now.
 * @param settings of the clip that plays
 */
export function continuedFrom(
  settings: ResolvedClipSettings,
  { timestamp, direction, completedRepetitions }: ClipTime,
): ResolvedClipSettings {
  const { start, speed, repetitions } = settings;
  return {
    ...settings,
    offset: timestamp - start,
    speed: direction === 0 ? speed : direction * Math.abs(speed),
    repetitions: repetitions === -1 ? -1 : Math.max(repetitions - completedRepetitions, 0),
  };
}

/** Whether the line of a timeline's settings goes through a timestamp at a total time. */
export function isOnLine(settings: ResolvedClipSettings, totalTime: number, { timestamp, direction }: ClipTime): boolean {
  const there = TimestampAt(settings, totalTime);
  const apart = Math.abs(there.timestamp - timestamp);
  // at a bound, either side of the crossing is on the line
  const isAtBound = [settings.start, settings.end].some((bound) => Math.abs(bound - timestamp) < SAME);
  return isAtBound || (apart < SAME && there.direction === direction);
}
