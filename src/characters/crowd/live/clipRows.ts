import type { Track } from "../../../gltf/sampling/index.js";

/**
 * The times at which rows of poses say everything about tracks, since each track is linear between two of them, or on an arc. Where tracks jump, a time comes
 * twice: for the pose before, and the pose from then on.
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
