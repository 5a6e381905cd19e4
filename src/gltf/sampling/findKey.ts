import type { Numbers } from "./track.js";

/** How many keys to walk before the binary search. Between two frames, playback seldom passes more. */
const MAX_STEPS = 4;

/**
 * Finds the last key at or before a time.
 * @param times ascending
 * @param near the key found by the previous search, or -1: the search starts there. Any integer is valid
 * @returns the index of the key, -1 if the time is before all keys
 */
export function findKey(times: Numbers, time: number, near: number): number {
  return findKeyAmong(times, 0, times.length, time, near);
}

/** As {@link findKey}, among `count` times from index `first` on. The result counts from there. */
export function findKeyAmong(times: Numbers, first: number, count: number, time: number, near: number): number {
  const last = count - 1;
  let key = Math.min(Math.max(near, -1), last);
  for (let steps = 0; steps < MAX_STEPS; steps++) {
    if (key >= 0 && times[first + key]! > time) {
      key--;
    } else if (key < last && times[first + key + 1]! <= time) {
      key++;
    } else {
      return key;
    }
  }
  return bisect(times, first, count, time);
}

function bisect(times: Numbers, first: number, count: number, time: number): number {
  let low = -1;
  let high = count;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (times[first + middle]! <= time) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return low;
}
