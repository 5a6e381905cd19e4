import { TimestampAt, type ResolvedClipSettings } from "../../../src/pure.js";

/** Frames per second of a film. */
export const FILM_RATE = 30;

/** A longer film would not fit into memory. */
const MAX_SECONDS = 600;

/**
 * The times of a film's frames in whole milliseconds, the unit of time in WebM, so that each frame is exactly at its time.
 * @param seconds of the film; the frame at its end is left out, because it is the first one of the next pass
 * @throws RangeError if it is longer than ten minutes
 */
export function frameTimes(seconds: number): readonly number[] {
  if (seconds > MAX_SECONDS) {
    throw new RangeError(`A film has at most ${MAX_SECONDS} s; one pass of this clip takes ${Math.round(seconds)} s.`);
  }
  const count = Math.max(Math.ceil(seconds * FILM_RATE - 1e-6), 1);
  return Array.from({ length: count }, (_, i) => Math.round((i * 1000) / FILM_RATE));
}

/**
 * The duration of one pass of a clip in seconds; for ping-pong, there and back.
 * @param lastKey seconds; the end of clips that have none
 */
export function passOf({ start, end, speed, reverse }: ResolvedClipSettings, lastKey: number): number {
  const length = (end === Infinity ? Math.max(lastKey, start) : end) - start;
  return speed === 0 ? 0 : (length / Math.abs(speed)) * (reverse ? 2 : 1);
}

/**
 * The timestamp of a clip in a film of one pass.
 * @param seconds since the film began
 */
export function timestampInPass(settings: ResolvedClipSettings, lastKey: number, seconds: number): number {
  const { start, end, speed } = settings;
  const closed = end === Infinity ? Math.max(lastKey, start) : end;
  const pass = { ...settings, end: closed, offset: speed < 0 ? closed - start : 0, repetitions: -1 };
  return TimestampAt(pass, seconds).timestamp;
}
