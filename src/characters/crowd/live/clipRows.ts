import type { Track } from "../../../gltf/sampling/index.js";

/**
 * Times of the rows of poses that reproduce the tracks exactly: between two of these times, every track is a line or an arc. Where a track jumps, a time comes
 * twice: once for the pose before the jump, once for the pose after it.
 * @returns ascending, from `start` to `end`; none for tracks with curves between their keys
 */
export function rowTimesOf(tracks: readonly Track[], start: number, end: number): Float64Array {
  const times = new Set([start, end]);
  const jumps = new Set<number>();
  for (const { times: keys, interpolation, ease } of tracks) {
    if (interpolation === "CUBICSPLINE" || ease) {
      return new Float64Array(0);
    }
    keys.forEach((key, i) => {
      if (key > start && key <= end) {
        times.add(key);
        if (interpolation === "STEP" || key === keys[i - 1]) {
          jumps.add(key);
        }
      }
    });
  }
  return Float64Array.from([...times, ...jumps]).sort();
}

/** The time at which a row is sampled: the first of two equal times is sampled just before it. */
export function sampledTimeOf(times: Float64Array, row: number): number {
  const time = times[row]!;
  return time === times[row + 1] ? time - Math.abs(time) * 2 ** -52 - Number.MIN_VALUE : time;
}
