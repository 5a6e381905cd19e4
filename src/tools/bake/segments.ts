import { type ResolvedClipSettings, TimestampAt } from "../../gltf/timing/index.js";

/** An interval of total time in which the timestamp is a linear function. */
export interface Segment {
  /** Total times in seconds, `from` <= `to`. */
  readonly from: number;
  readonly to: number;
  /** Timestamps at `from` and `to`, in seconds. */
  readonly fromTimestamp: number;
  readonly toTimestamp: number;
  /** Seconds of timestamp per second of total time. */
  readonly slope: number;
}

/**
 * Splits the playback of a clip into segments, from total time 0 until the clip finishes.
 * @param settings the settings of a clip that plays: `repetitions` is not 0
 * @param passes the number of clip lengths after which a clip that does not finish is cut off
 * @param lastKey the timestamp of the last key, at which a clip without an end is cut off
 * @returns the segments in order, at least one; a single segment of length 0 for a clip that holds
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

/** Settings with a finite end. A clip without an end plays once: forwards, backwards or, if ping-pong begins backwards, there and back. */
function withEnd(settings: ResolvedClipSettings, end: number): ResolvedClipSettings {
  const { speed, repetitions, reverse } = settings;
  if (settings.end < Infinity) {
    return settings;
  }
  const turns = speed < 0 && reverse && repetitions !== 1;
  return { ...settings, end, repetitions: turns ? 2 : 1 };
}
