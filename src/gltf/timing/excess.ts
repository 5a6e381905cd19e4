import { excerpt, rounded } from "../util/index.js";
import type { ResolvedClipSettings } from "./settings.js";

/** By how many seconds a time may be greater than that of the last key: times in a file may be rounded. */
export const TIME_TOLERANCE = 1e-4;

/**
 * Describes a time as the user gives times.
 * @param fps frames per second, if the user gives times in frames
 */
function describeTime(time: number, fps: number | undefined): string {
  return fps === undefined ? `${rounded(time)} s` : `frame ${rounded(time * fps)}`;
}

/**
 * Describes a range that reaches beyond the last key of the animation, often because it was meant in frames.
 * @param name of the clip
 * @param last the time of the last key in seconds
 * @param fps frames per second, if the user gave the range in frames
 * @returns the message; null for a range within the animation
 */
export function describeExcess(
  name: string,
  { start, end }: Pick<ResolvedClipSettings, "start" | "end">,
  last: number,
  fps?: number,
): string | null {
  const [verb, time] = end === Infinity ? ["begins", start] : ["ends", end];
  const timeOf = (at: number): string => describeTime(at, fps);
  return time > last + TIME_TOLERANCE
    ? `${excerpt(name)}: ${verb} at ${timeOf(time)}, but the animation ends at ${timeOf(last)}, where the pose holds`
    : null;
}

/** Describes an event after the last key of the animation; the parameters are those of {@link describeExcess}. */
export function describeLateEvent(name: string, time: number, last: number, fps?: number): string | null {
  return time > last + TIME_TOLERANCE
    ? `${excerpt(name)}: is at ${describeTime(time, fps)}, but the animation ends at ${describeTime(last, fps)}`
    : null;
}
