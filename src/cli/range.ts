import { excerpt } from "../util/index.js";
import { UsageError } from "./model.js";
import { rounded, seconds } from "./text.js";

/** Tolerance in seconds, because times in a file may be rounded. */
export const TOLERANCE = 1e-4;

/** @throws UsageError unless the option `--fps` is missing, or a rate */
export function expectRate(fps: number | undefined): void {
  if (fps !== undefined && !(fps > 0 && fps < Infinity)) {
    throw new UsageError(`--fps: must be finite and > 0 (got ${fps})`);
  }
}

/**
 * @param start the bounds as the user gave them
 * @throws UsageError if a clip would end before it begins
 */
export function expectOrder(name: string, start: number | string, end: number | string): void {
  if (Number(start) > Number(end)) {
    throw new UsageError(`${excerpt(name)}: must begin before it ends (got ${start}-${end})`);
  }
}

/**
 * Describes a time as the user gives times.
 * @param fps frames per second, if the user gives times in frames
 */
export function describeTime(time: number, fps: number | undefined): string {
  return fps === undefined ? seconds(time) : `frame ${rounded(time * fps)}`;
}

/**
 * Describes a range that reaches beyond the last key of the animation.
 * @param last the time of the last key in seconds
 * @param fps frames per second, if the user gave the range in frames
 */
export function describeExcess(
  name: string,
  { start, end }: Readonly<Record<"start" | "end", number>>,
  last: number,
  fps?: number,
): readonly string[] {
  const timeOf = (at: number): string => describeTime(at, fps);
  const [verb, time] = end === Infinity ? ["begins", start] : ["ends", end];
  return time > last + TOLERANCE
    ? [`${excerpt(name)}: ${verb} at ${timeOf(time)}, but the animation ends at ${timeOf(last)}, where the pose holds`]
    : [];
}
