import { TimestampAt, type ResolvedClipSettings } from "../../timing/index.js";

/** An interval of total time in which the timestamp is a linear function. */
export interface Piece {
  /** Total times in seconds, `from` <= `to`. */
  readonly from: number;
  readonly to: number;
  /** Timestamps at these times. */
  readonly fromTimestamp: number;
  readonly toTimestamp: number;
  /** Seconds of timestamp per second of total time. */
  readonly slope: number;
}

/** Relative difference below which two durations are equal. */
const ROUNDING = 2 ** -40;

/**
 * The timestamps of a clip over total time, from its beginning until it finishes.
 * @param passes the number of lengths after which a clip that does not finish is cut off
 * @param lastKey timestamp after which nothing changes, for clips without an end
 * @returns the pieces in order: none for a clip that never plays, one of length 0 for a clip that holds
 */
export function piecesOf(settings: ResolvedClipSettings, passes: number, lastKey: number): readonly Piece[] {
  const { start, end, speed, repetitions } = settings;
  const beginning = TimestampAt(settings, 0).timestamp;
  if (repetitions === 0) {
    return [];
  }
  if (speed === 0 || start === end) {
    return [{ from: 0, to: 0, fromTimestamp: beginning, toTimestamp: beginning, slope: 0 }];
  }
  const pieces: Piece[] = [];
  const toBound = speed > 0 ? end - beginning : beginning - start;
  const duration = durationOf(settings, beginning, toBound, passes, lastKey);
  let from = 0;
  for (let crossings = 0; from < duration * (1 - ROUNDING); crossings++) {
    const toCrossing = (toBound + (crossings > 0 ? crossings * (end - start) : 0)) / Math.abs(speed);
    const reachesBound = toCrossing <= duration * (1 + ROUNDING);
    const to = reachesBound ? toCrossing : duration;
    if (to > from || crossings === 0) {
      const direction = TimestampAt(settings, (from + to) / 2).direction;
      const [first, last] = direction > 0 ? [start, end] : [end, start];
      pieces.push({
        from,
        to,
        fromTimestamp: crossings === 0 ? beginning : first,
        toTimestamp: reachesBound ? last : TimestampAt(settings, to).timestamp,
        slope: direction * Math.abs(speed),
      });
    }
    from = to;
  }
  return pieces.length > 0 ? pieces : [{ from: 0, to: 0, fromTimestamp: beginning, toTimestamp: beginning, slope: 0 }];
}

/** Seconds of total time until the clip finishes or is cut off. */
function durationOf(settings: ResolvedClipSettings, beginning: number, toBound: number, passes: number, lastKey: number): number {
  const { start, end, speed, repetitions, reverse } = settings;
  const seconds = (distance: number): number => Math.max(distance, 0) / Math.abs(speed);
  if (end < Infinity) {
    return seconds(repetitions === -1 ? passes * (end - start) : toBound + (repetitions - 1) * (end - start));
  }
  if (speed > 0) {
    return seconds(lastKey - beginning);
  }
  return seconds(reverse && repetitions !== 1 ? toBound + Math.max(lastKey - start, 0) : toBound);
}
