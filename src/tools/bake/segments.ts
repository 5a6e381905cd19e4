import { type ResolvedClipSettings, TimestampAt } from "../../timing/index.js";

/** An interval of total time in which the timestamp is a linear function. */
export interface Segment {
  /** Total times in seconds, `from` <= `to`. */
  readonly from: number;
  readonly to: number;
  /** Timestamps at these times. */
  readonly fromTimestamp: number;
  readonly toTimestamp: number;
  /** Seconds of timestamp per second of total time. */
  readonly slope: number;
}

/**
 * The timestamps of a clip over total time, from its beginning until it finishes.
 * @param settings of a clip that plays: `repetitions` is not 0
 * @param passes the number of lengths after which a clip that does not finish is cut off
 * @param lastKey timestamp after which nothing changes, for clips without an end
 * @returns the segments in order, at least one: of length 0 for a clip that holds
 */
export function segmentsOf(settings: ResolvedClipSettings, passes: number, lastKey: number): readonly Segment[] {
  const { speed, reverse } = settings;
  const beginning = TimestampAt(settings, 0).timestamp;
  if (speed === 0) {
    return [{ from: 0, to: 0, fromTimestamp: beginning, toTimestamp: beginning, slope: 0 }];
  }
  const { start, end, repetitions } = withEnd(settings, Math.max(lastKey, beginning));
  const isForward = speed > 0;
  const isEndless = repetitions === -1;
  const length = end - start;
  const toBound = isForward ? end - beginning : beginning - start;
  const crossings = Array.from({ length: isEndless ? passes : repetitions }, (_, i) => toBound + i * length);
  const segments: Segment[] = [];
  let [from, fromTimestamp, rises] = [0, beginning, isForward];
  (isEndless ? [...crossings, passes * length] : crossings).forEach((distance, i) => {
    const to = distance / Math.abs(speed);
    const cut = rises === isForward ? beginning : start + end - beginning;
    const toTimestamp = i === crossings.length ? cut : rises ? end : start;
    // the rest of the last pass may be shorter than floats can tell
    if (i === 0 || Math.fround(to) > Math.fround(from)) {
      segments.push({ from, to, fromTimestamp, toTimestamp, slope: rises ? Math.abs(speed) : -Math.abs(speed) });
    }
    from = to;
    rises = rises !== reverse;
    fromTimestamp = rises ? start : end;
  });
  return segments;
}

/** Settings that have an end. A clip without one plays once: forwards or, backwards in ping-pong, there and back. */
function withEnd(settings: ResolvedClipSettings, end: number): ResolvedClipSettings {
  const { speed, repetitions, reverse } = settings;
  if (settings.end < Infinity) {
    return settings;
  }
  const turns = speed < 0 && reverse && repetitions !== 1;
  return { ...settings, end, repetitions: turns ? 2 : 1 };
}
