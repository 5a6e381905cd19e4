import { TimestampAt, type ClipTime, type ResolvedClipSettings } from "../../src/pure.js";

/** A bound that a clip crosses. */
export interface TimelineCrossing {
  /** Seconds since the clip began. */
  readonly totalTime: number;
  /** The bound, in seconds of timestamp. */
  readonly bound: number;
  readonly kind: "repeat" | "reverse" | "finish";
}

/** The timestamp of a clip over total time, all in seconds. */
export interface Timeline {
  readonly settings: ResolvedClipSettings;
  readonly from: number;
  readonly to: number;
  /** Ascending; a loop that goes on from its other bound has three entries at the same time, of which the middle one is a gap. */
  readonly totalTimes: readonly number[];
  /** For each total time; null for a gap in the line. */
  readonly timestamps: readonly (number | null)[];
  readonly crossings: readonly TimelineCrossing[];
}

/** More passes than that cannot be told apart in a plot. */
const MAX_PASSES = 60;
/** So far from a crossing, in passes, counts as at it: it is computed in two ways. */
const ROUNDING = 1e-9;
/** How many passes are shown at once. */
const PASSES = 4;

/**
 * How much total time a plot of a clip shows at once: four passes, or where it finishes before, all of them and a while more.
 * @param lastKey seconds, for clips that have no end
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

/** Draws the timestamp between two total times: exact, since it is linear from crossing to crossing. */
export function timelineOf(settings: ResolvedClipSettings, from: number, to: number): Timeline {
  const all = crossingsBetween(settings, from, to);
  const totalTimes: number[] = [];
  const timestamps: (number | null)[] = [];
  const add = (totalTime: number, timestamp: number | null): void => {
    totalTimes.push(totalTime);
    timestamps.push(timestamp);
  };
  add(from, TimestampAt(settings, from).timestamp);
  for (const { totalTime, bound, kind } of all) {
    add(totalTime, bound);
    if (kind === "repeat" && totalTime < to) {
      add(totalTime, null);
      add(totalTime, bound === settings.end ? settings.start : settings.end);
    }
  }
  add(to, TimestampAt(settings, to).timestamp);
  return { settings, from, to, totalTimes, timestamps, crossings: all };
}

/** The bounds that a clip crosses between two total times, at most 60. */
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
    const upwards = settings.speed > 0 !== (reverse && i % 2 === 1);
    crossings.push({ totalTime, bound: upwards ? end : start, kind: i === count - 1 ? "finish" : reverse ? "reverse" : "repeat" });
  }
  return crossings;
}

/** From where a clip begins to the bound that it is heading for. */
function distanceToBound({ start, offset, speed }: ResolvedClipSettings, end: number): number {
  return speed < 0 ? offset : end - start - offset;
}

/**
 * The total time at which a clip is where it is: the inverse of `TimestampAt`.
 * @param lastTime what to answer where the clip is finished, at which it has been for any time
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
