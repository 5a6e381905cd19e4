/** Rotations about x, y and z in degrees, applied in this order (intrinsic z, y, x), which reads naturally beside a quaternion. */
export type Euler = readonly [x: number, y: number, z: number];

const DEGREES = 180 / Math.PI;

/**
 * The Euler angles of a quaternion of any length.
 * @param near angles in which the same rotation should be stated as closely as possible, so that curves do not jump
 */
export function eulerOf(x: number, y: number, z: number, w: number, near: Euler = [0, 0, 0]): Euler {
  const norm = x * x + y * y + z * z + w * w || 1;
  const sine = Math.min(Math.max((2 * (w * y - z * x)) / norm, -1), 1);
  const first: Euler = [
    Math.atan2(2 * (w * x + y * z), norm - 2 * (x * x + y * y)) * DEGREES,
    Math.asin(sine) * DEGREES,
    Math.atan2(2 * (w * z + x * y), norm - 2 * (y * y + z * z)) * DEGREES,
  ];
  if (Math.abs(sine) > 1 - 1e-9) {
    // x and z turn about one axis here: all of it goes to x, next to the z before
    const turn = 2 * Math.atan2(x, w) * DEGREES;
    return [nearest(turn + Math.sign(sine) * near[2], near[0]), nearest(first[1], near[1]), near[2]];
  }
  const second: Euler = [first[0] + 180, 180 - first[1], first[2] + 180];
  const [a, b] = [unwind(first, near), unwind(second, near)];
  return distance(a, near) <= distance(b, near) ? a : b;
}

/** Adds full turns to come close to other angles. */
function unwind(angles: Euler, near: Euler): Euler {
  return [nearest(angles[0], near[0]), nearest(angles[1], near[1]), nearest(angles[2], near[2])];
}

function nearest(angle: number, near: number): number {
  return angle + 360 * Math.round((near - angle) / 360);
}

function distance(a: Euler, b: Euler): number {
  return Math.abs(a[0] - b[0]) + Math.abs(a[1] - b[1]) + Math.abs(a[2] - b[2]);
}
