/** The angle between the rotations of two quaternions of any length, in radians, 0..π; NaN if one is 0. */
export function angleBetween(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const [lengthA, lengthB] = [lengthOf(a), lengthOf(b)];
  let [difference, sum] = [0, 0];
  for (let i = 0; i < 4; i++) {
    difference += (a[i]! / lengthA - b[i]! / lengthB) ** 2;
    sum += (a[i]! / lengthA + b[i]! / lengthB) ** 2;
  }
  // by both chords: the arc cosine of a number near 1 loses half of the digits
  return 4 * Math.atan2(Math.sqrt(Math.min(difference, sum)), Math.sqrt(Math.max(difference, sum)));
}

const lengthOf = (q: ArrayLike<number>): number => Math.hypot(q[0]!, q[1]!, q[2]!, q[3]!);

/** The quaternion of unit length; zeros stay. */
export function normalized(value: ArrayLike<number>): readonly number[] {
  const length = lengthOf(value) || 1;
  return Array.from(value, (component) => component / length);
}

/**
 * How far a normalized line between two quaternions is from the arc at most, as the largest distance of a component.
 * @param angle between the rotations, in radians
 */
export function errorOfLine(angle: number): number {
  const half = angle / 2;
  let largest = 0;
  for (let t = 1 / 16; t < 0.5; t += 1 / 16) {
    const shown = Math.atan2(t * Math.sin(half), 1 - t + t * Math.cos(half));
    largest = Math.max(largest, Math.abs(shown - t * half));
  }
  return largest;
}
