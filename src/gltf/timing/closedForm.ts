/**
 * The closed form of clips, in columns. Typed arrays have all that goes in and out: V8 allocates 16 bytes for each fraction that is passed to a function which
 * it does not inline, or that is read from objects of many shapes, and what the application has played before decides that.
 */
import type { ClipColumns } from "./clipColumns.js";
import { flip, type Heading, headingOfCrossing } from "./crossing.js";
import { ROUNDING } from "./settings.js";

/**
 * Adds seconds to the elapsed time of a clip by compensated summation: the sum of many short steps is that of a long one.
 * @param seconds before the rate of the clip; NaN counts as 0
 * @param earliest the least sum, <= 0
 */
export function addTimeAt({ elapsed, lost, rates }: ClipColumns, i: number, seconds: number, earliest: number): void {
  const addend = (seconds * rates[i]! || 0) - lost[i]!;
  const before = elapsed[i]!;
  const after = Math.min(Math.max(before + addend, earliest, -Number.MAX_VALUE), Number.MAX_VALUE);
  elapsed[i] = after;
  lost[i] = after === earliest || Math.abs(after) === Number.MAX_VALUE ? 0 : after - before - addend;
}

/**
 * Computes the position of a clip some time after its origin, across any number of bounds (KHR_animation_clip, Sample implementation,
 * updateTimestamp). The clip must not have been finished at the origin.
 * @param discard whether to stop at the first restart
 */
export function moveAt(columns: ClipColumns, i: number, discard: boolean): void {
  const { timestamps, headings, completedRepetitions, finished } = columns;
  const start = columns.starts[i]!;
  const end = columns.ends[i]!;
  const from = columns.originTimestamps[i]!;
  const heading = columns.originHeadings[i]!;
  timestamps[i] = from;
  headings[i] = heading;
  completedRepetitions[i] = columns.originRepetitions[i]!;
  finished[i] = 0;
  const distance = Math.min(Math.abs(columns.speeds[i]!) * Math.max(columns.elapsed[i]!, 0), Number.MAX_VALUE);
  const toBound = heading === 1 ? end - from : from - start;
  if (distance - toBound <= distance * ROUNDING) {
    timestamps[i] = Math.min(Math.max(from + heading * distance, start), end, Number.MAX_VALUE);
    return;
  }
  const left = crossingsLeft(columns, i);
  if (left !== 0) {
    // a bound at exactly the distance is not crossed
    const within = Math.ceil((distance * (1 - ROUNDING) - toBound) / (end - start));
    const crossings = cappedBy(left, discard ? 1 : Math.min(Math.max(within, 1), Number.MAX_SAFE_INTEGER));
    crossAt(columns, i, crossings, crossings === left);
    if (!discard && finished[i] === 0) {
      const overtime = distance - toBound;
      const beyond = crossings > 1 ? Math.max(overtime - (crossings - 1) * (end - start), 0) : overtime; // the length may be infinite
      timestamps[i] = headings[i] === 1 ? Math.min(start + beyond, end, Number.MAX_VALUE) : Math.max(end - beyond, start);
    }
  }
}

/** In place of a number of crossings, for clips that never finish. Infinity would be allocated. */
const ENDLESS = -1;

/**
 * The number of crossings before a clip finishes: {@link ENDLESS}, or 0 if it cannot cross a bound (KHR_animation_clip, Sample
 * implementation, the notes on `repetitions`).
 */
export function crossingsLeft(columns: ClipColumns, i: number): number {
  const end = columns.ends[i]!;
  const repetitions = columns.repetitions[i]!;
  if (repetitions === 0 || (end === columns.starts[i]! && repetitions === -1)) {
    return 0; // an endless clip without length holds
  }
  if (end === Infinity && columns.reverses[i] === 0) {
    return 1; // there is no end to continue from: played backwards, the clip ends at its start
  }
  return repetitions === -1 ? ENDLESS : Math.max(repetitions - columns.completedRepetitions[i]!, 0);
}

/** @param left from {@link crossingsLeft} */
export function cappedBy(left: number, crossings: number): number {
  return left === ENDLESS ? crossings : Math.min(left, crossings);
}

/**
 * Moves a clip from its origin across bounds, to the bound where it continues (KHR_animation_clip, Sample implementation). A clip that finishes holds the
 * bound that it reached (Time stamp out of bounds; Examples 4 to 6).
 */
export function crossAt(columns: ClipColumns, i: number, crossings: number, isFinished: boolean): void {
  const reverse = columns.reverses[i] === 1;
  const first = columns.originHeadings[i] as Heading;
  const last = headingOfCrossing(reverse, first, crossings);
  const isAtEnd = isFinished || reverse ? last === 1 : first !== 1; // a loop goes on at the opposite bound
  columns.completedRepetitions[i]! += crossings;
  columns.finished[i] = isFinished ? 1 : 0;
  columns.headings[i] = isFinished || !reverse ? last : flip(last);
  columns.timestamps[i] = isAtEnd ? columns.ends[i]! : columns.starts[i]!;
}
