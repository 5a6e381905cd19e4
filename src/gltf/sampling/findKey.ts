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
  wanted[0] = time;
  return findKeyAmong(times, 0, times.length, wanted, 0, near);
}

const wanted = /* @__PURE__ */ new Float64Array(1);

/**
 * As {@link findKey}, among `count` times from index `first` on; the result counts from there.
 * @param moments has the time at an index: V8 would allocate 16 bytes for a number that it passes
 */
export function findKeyAmong(times: Numbers, first: number, count: number, moments: Numbers, at: number, near: number): number {
  const time = moments[at]!;
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
  return bisect(times, first, count, moments, at);
}

function bisect(times: Numbers, first: number, count: number, moments: Numbers, at: number): number {
  const time = moments[at]!;
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
