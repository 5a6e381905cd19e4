import type { Numbers } from "./track.js";

/** How far it is from one value to another; an object, because numbers that are arguments may be allocated. */
export interface Share {
  /** 0..1; 1 is the other value. */
  readonly amount: number;
}

/**
 * Interpolates between two quaternions of length 1 by the shortest arc.
 *
 * The weights sin(tA)/sin(A) come from their power series in cos(A) - 1 where the angle A is small, as it is between neighbouring
 * keys: exact to 3e-11 there, and several times faster than sines.
 * @param out may be `a` or `b`
 */
export function slerp(a: Numbers, atA: number, b: Numbers, atB: number, { amount }: Share, out: Numbers, at: number): void {
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
    const y = cos > 1 ? 0 : cos - 1; // quaternions that are longer than 1 are not turned, but mixed
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

/** The cosine of the widest angle that the series is used for: 18 degrees, a turn by 36. */
const SERIES_FROM = 0.95;

/** sin(tA)/sin(A) by its series in y = cos(A) - 1: t (1 + y c1 (1 + y c2 (1 + ...))) with ci = (t² - i²) / (i (2i + 1)). */
function sineRatio(t: number, y: number): number {
  const square = t * t;
  let sum = 1 + ((square - 25) / 55) * y;
  sum = 1 + ((square - 16) / 36) * y * sum;
  sum = 1 + ((square - 9) / 21) * y * sum;
  sum = 1 + ((square - 4) / 10) * y * sum;
  return t * (1 + ((square - 1) / 3) * y * sum);
}
