/**
 * Affine 4x4 matrices in flat arrays, as in Babylon: the translation is in components 12 to 14, and vectors are multiplied from the left.
 */
import type { Numbers } from "./track.js";

/** Writes the matrix of a quaternion, a position and a scaling, given by the indices of their first components. */
export function composeAt(values: Numbers, rotation: number, position: number, scaling: number, out: Numbers, at: number): void {
  const x = values[rotation]!;
  const y = values[rotation + 1]!;
  const z = values[rotation + 2]!;
  const w = values[rotation + 3]!;
  const sx = values[scaling]!;
  const sy = values[scaling + 1]!;
  const sz = values[scaling + 2]!;
  out[at] = (1 - 2 * (y * y + z * z)) * sx;
  out[at + 1] = 2 * (x * y + z * w) * sx;
  out[at + 2] = 2 * (x * z - y * w) * sx;
  out[at + 3] = 0;
  out[at + 4] = 2 * (x * y - z * w) * sy;
  out[at + 5] = (1 - 2 * (x * x + z * z)) * sy;
  out[at + 6] = 2 * (y * z + x * w) * sy;
  out[at + 7] = 0;
  out[at + 8] = 2 * (x * z + y * w) * sz;
  out[at + 9] = 2 * (y * z - x * w) * sz;
  out[at + 10] = (1 - 2 * (x * x + y * y)) * sz;
  out[at + 11] = 0;
  out[at + 12] = values[position]!;
  out[at + 13] = values[position + 1]!;
  out[at + 14] = values[position + 2]!;
  out[at + 15] = 1;
}

/** Multiplies two matrices. The result may replace the first one. */
export function multiplyAt(a: Numbers, atA: number, b: Numbers, atB: number, out: Numbers, at: number): void {
  const b0 = b[atB]!;
  const b1 = b[atB + 1]!;
  const b2 = b[atB + 2]!;
  const b4 = b[atB + 4]!;
  const b5 = b[atB + 5]!;
  const b6 = b[atB + 6]!;
  const b8 = b[atB + 8]!;
  const b9 = b[atB + 9]!;
  const b10 = b[atB + 10]!;
  for (let row = 0; row < 16; row += 4) {
    const x = a[atA + row]!;
    const y = a[atA + row + 1]!;
    const z = a[atA + row + 2]!;
    const isLast = row === 12;
    out[at + row] = x * b0 + y * b4 + z * b8 + (isLast ? b[atB + 12]! : 0);
    out[at + row + 1] = x * b1 + y * b5 + z * b9 + (isLast ? b[atB + 13]! : 0);
    out[at + row + 2] = x * b2 + y * b6 + z * b10 + (isLast ? b[atB + 14]! : 0);
    out[at + row + 3] = isLast ? 1 : 0;
  }
}

/** The determinant of the upper left 3x3 matrix: negative for a mirroring matrix. */
export function determinantAt(m: Numbers, at: number): number {
  const [a, b, c] = [m[at]!, m[at + 1]!, m[at + 2]!];
  const [d, e, f] = [m[at + 4]!, m[at + 5]!, m[at + 6]!];
  const [g, h, i] = [m[at + 8]!, m[at + 9]!, m[at + 10]!];
  return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
}

/** The largest factor by which a matrix scales one of the axes. */
export function largestScaleAt(m: Numbers, at: number): number {
  const x = m[at]! * m[at]! + m[at + 1]! * m[at + 1]! + m[at + 2]! * m[at + 2]!;
  const y = m[at + 4]! * m[at + 4]! + m[at + 5]! * m[at + 5]! + m[at + 6]! * m[at + 6]!;
  const z = m[at + 8]! * m[at + 8]! + m[at + 9]! * m[at + 9]! + m[at + 10]! * m[at + 10]!;
  return Math.sqrt(Math.max(x, y, z));
}

/** Writes the inverse of a matrix whose determinant is not 0. */
export function invertAt(m: Numbers, at: number, out: Numbers, to: number): void {
  const determinant = determinantAt(m, at);
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 3; column++) {
      const [r1, r2, c1, c2] = [(column + 1) % 3, (column + 2) % 3, (row + 1) % 3, (row + 2) % 3];
      const minor = m[at + 4 * r1 + c1]! * m[at + 4 * r2 + c2]! - m[at + 4 * r1 + c2]! * m[at + 4 * r2 + c1]!;
      out[to + 4 * row + column] = minor / determinant;
    }
    out[to + 4 * row + 3] = 0;
  }
  for (let column = 0; column < 3; column++) {
    out[to + 12 + column] = -(m[at + 12]! * out[to + column]! + m[at + 13]! * out[to + 4 + column]! + m[at + 14]! * out[to + 8 + column]!);
  }
  out[to + 15] = 1;
}
