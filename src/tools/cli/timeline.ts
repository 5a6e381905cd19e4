import type { ResolvedClipSettings } from "../../gltf/timing/index.js";

/** Length of a timeline in characters, without the two ends. */
const WIDTH = 32;

/**
 * Draws a clip's range within the time of its animations, with arrowheads for the playing directions.
 * @param last the time of the last key in seconds
 * @example timeline({ start: 1, end: 2, ... }, 4) // "|........=======>................|"
 */
export function timeline({ start, end, speed, reverse }: ResolvedClipSettings, last: number): string {
  const total = Math.max(last, start, end === Infinity ? 0 : end) || 1;
  const at = (time: number): number => Math.round((Math.min(time, total) / total) * WIDTH);
  const from = Math.min(at(start), WIDTH - 1);
  const length = Math.max(at(end) - from, 1);
  const [isBackwards, isForwards] = [speed < 0 || reverse, speed > 0 || reverse];
  const bar = "=".repeat(length).split("");
  bar[length - 1] = isForwards ? ">" : "=";
  bar[0] = isBackwards ? "<" : bar[0]!;
  return `|${".".repeat(from)}${bar.join("")}${".".repeat(WIDTH - from - length)}|`;
}
