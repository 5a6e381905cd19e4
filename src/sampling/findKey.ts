import type { Numbers } from "./track.js";

/** How many keys are walked before the rest is searched in halves: playing moves by few. */
const MAX_STEPS = 4;

/**
 * The last key at or before a time, -1 where there is none.
 * @param times ascending
 * @param near the key found the last time, -1 at first: from there the way is short as a rule. Any other integer does, too
 */
export function findKey(times: Numbers, time: number, near: number): number {
  const last = times.length - 1;
  let key = Math.min(Math.max(near, -1), last);
  for (let steps = 0; steps < MAX_STEPS; steps++) {
    if (key >= 0 && times[key]! > time) {
      key--;
    } else if (key < last && times[key + 1]! <= time) {
      key++;
    } else {
      return key;
    }
  }
  return bisect(times, time);
}

function bisect(times: Numbers, time: number): number {
  let low = -1;
  let high = times.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (times[middle]! <= time) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return low;
}
