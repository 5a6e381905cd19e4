/**
 * The nearest time in a sorted list.
 * @returns null for an empty list
 */
export function nearestTime(times: ArrayLike<number>, time: number): number | null {
  const after = firstKeyFrom(times, time);
  const candidates = [times[after - 1], times[after]].filter((candidate) => candidate !== undefined);
  const distance = (candidate: number): number => Math.abs(candidate - time);
  return candidates.reduce<number | null>((best, each) => (best === null || distance(each) < distance(best) ? each : best), null);
}

/** The nearest time of a sorted list if it is within reach, or else the given time. */
export function snapped(times: ArrayLike<number>, time: number, reach: number): number {
  const nearest = nearestTime(times, time);
  return nearest !== null && Math.abs(nearest - time) <= reach ? nearest : time;
}

/** The index of the first time of a sorted list that is at or after a time; the length of the list if there is none. */
export function firstKeyFrom(times: ArrayLike<number>, time: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! < time) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

/** The index of the last time of a sorted list that is at or before a time; -1 if there is none. */
export function lastKeyUntil(times: ArrayLike<number>, time: number): number {
  let key = firstKeyFrom(times, time);
  while (key < times.length && times[key]! <= time) {
    key++;
  }
  return key - 1;
}

/** The times of some animations' keys in seconds: ascending, each once. */
export function keyTimesOf(
  animations: Iterable<{ readonly framePerSecond: number; getKeys(): readonly { readonly frame: number }[] }>,
): Float64Array {
  const times = new Set<number>();
  for (const animation of animations) {
    for (const { frame } of animation.getKeys()) {
      times.add(frame / animation.framePerSecond);
    }
  }
  return Float64Array.from(times).sort();
}

/** The decimals that a number needs so that neighboring marks of a ruler read differently: 3..20. */
export function digitsFor(distance: number): number {
  return Math.min(Math.max(3, Math.ceil(-Math.log10(distance) - 1e-9)), 20);
}

/** The distance of the marks on a ruler: 1, 2 or 5 times a power of ten, at least `least`. */
export function markDistance(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return ([1, 2, 5].find((factor) => factor * power >= least) ?? 10) * power;
}
