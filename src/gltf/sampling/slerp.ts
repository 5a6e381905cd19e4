import type { Numbers } from "./track.js";

/**
 * Interpolates between two unit quaternions along the shortest arc (glTF 2.0, Appendix C, Spherical Linear Interpolation).
 *
 * For small angles A, as between neighboring keys, the factors sin(tA)/sin(A) come from their power series in cos(A) - 1, which is exact
 * to 3e-11 there and several times faster than sines; to 1e-6 for amounts of -6..7.
 * @param amount usually 0..1; 0 gives the first, 1 the second; easing also goes beyond
 * @param out may be `a` or `b`
 */
export function slerp(a: Numbers, atA: number, b: Numbers, atB: number, amount: number, out: Numbers, at: number): void {
  const ax = a[atA]!;
  const ay = a[atA + 1]!;
  const az = a[atA + 2]!;
  const aw = a[atA + 3]!;
  const bx = b[atB]!;
  const by = b[atB + 1]!;
  const bz = b[atB + 2]!;
  const bw = b[atB + 3]!;
  const dot = ax * bx + ay * by + az * bz + aw * bw;
  const cos = dot < 0 ? -dot : dot;
  let fromA: number;
  let fromB: number;
  if (cos > SERIES_FROM) {
    const y = cos > 1 ? 0 : cos - 1; // quaternions longer than 1 are interpolated linearly
    fromA = sineRatio(1 - amount, y);
    fromB = sineRatio(amount, y);
  } else {
    const angle = Math.acos(cos);
    const sin = Math.sin(angle);
    fromA = Math.sin((1 - amount) * angle) / sin;
    fromB = Math.sin(amount * angle) / sin;
  }
  if (dot < 0) {
    fromB = -fromB;
  }
  out[at] = fromA * ax + fromB * bx;
  out[at + 1] = fromA * ay + fromB * by;
  out[at + 2] = fromA * az + fromB * bz;
  out[at + 3] = fromA * aw + fromB * bw;
}

/** The series is used for cosines above this one: angles below 18 degrees, rotations by less than 36. */
const SERIES_FROM = 0.95;

/**
 * sin(tA)/sin(A) by its series in y = cos(A) - 1: t (1 + y c1 (1 + y c2 (1 + ...))) with ci = (t² - i²) / (i (2i + 1)). Multiplied by constants: divisions
 * would take most of the time.
 */
function sineRatio(t: number, y: number): number {
  const square = t * t;
  let sum = 1 + (square - 25) * (1 / 55) * y;
  sum = 1 + (square - 16) * (1 / 36) * y * sum;
  sum = 1 + (square - 9) * (1 / 21) * y * sum;
  sum = 1 + (square - 4) * (1 / 10) * y * sum;
  return t * (1 + (square - 1) * (1 / 3) * y * sum);
}
