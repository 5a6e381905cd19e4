/**
 * The least distance between two keys of a written file, in seconds: a microsecond, and a millionth of the length. Neighboring floats would be valid, but tools that round
 * times, or take the smallest floats as 0, make two equal times of them.
 * @param last the time of the last key in seconds
 */
export function leastGap(last: number): number {
  return Math.max(1, last) * 1e-6;
}

/**
 * Rounds the times of keys to floats, and keeps keys {@link leastGap} apart: a key that is too near to the key before moves to a later time, and so do the keys in its way. Times
 * that differ by more than a millisecond, or by a thousandth of the length, are meant to: they stay.
 * @param times in seconds, >= 0, ascending; each of several equal times becomes later than the time before
 */
export function spreadTimes(times: ArrayLike<number>): Float32Array {
  const spread = Float32Array.from(times);
  const last = spread.at(-1) ?? 0;
  const gap = leastGap(last);
  const near = Math.min(gap, 1e-3, last / 1000);
  let next = 1;
  for (let i = 1; i < spread.length; i++) {
    const before = spread[i - 1]!;
    if (spread[i]! <= before || spread[i]! - before < near) {
      // the next key that can stay, because those in between have room before it
      for (next = Math.max(next, i + 1); next < spread.length && spread[next]! - before < (next - i + 1) * near; next++);
      const room = next < spread.length ? (spread[next]! - before) / (next - i + 1) : gap;
      spread[i] = Math.max(spread[i]!, floatFrom(before + Math.min(gap, room)));
    }
  }
  return spread;
}

const float = /*#__PURE__*/ new Float32Array(1);
const bits = /*#__PURE__*/ new Uint32Array(float.buffer);

/** The smallest float at or above a number >= 0. */
function floatFrom(number: number): number {
  float[0] = number;
  if (float[0] < number) {
    bits[0]!++;
  }
  return float[0];
}
