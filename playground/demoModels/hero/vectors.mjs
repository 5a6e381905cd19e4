/** Vectors and quaternions in three dimensions. */

/**
 * @typedef {readonly [x: number, y: number, z: number]} Vector
 * @typedef {readonly [x: number, y: number, z: number, w: number]} Quaternion
 */

export const add = (/** @type {Vector} */ a, /** @type {Vector} */ b) => /** @type {Vector} */ ([a[0] + b[0], a[1] + b[1], a[2] + b[2]]);
export const subtract = (/** @type {Vector} */ a, /** @type {Vector} */ b) =>
  /** @type {Vector} */ ([a[0] - b[0], a[1] - b[1], a[2] - b[2]]);
export const scale = (/** @type {Vector} */ a, /** @type {number} */ by) => /** @type {Vector} */ ([a[0] * by, a[1] * by, a[2] * by]);
export const dot = (/** @type {Vector} */ a, /** @type {Vector} */ b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const length = (/** @type {Vector} */ a) => Math.sqrt(dot(a, a));
export const normalize = (/** @type {Vector} */ a) => scale(a, 1 / (length(a) || 1));
export const cross = (/** @type {Vector} */ a, /** @type {Vector} */ b) =>
  /** @type {Vector} */ ([a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]);
export const mix = (/** @type {Vector} */ a, /** @type {Vector} */ b, /** @type {number} */ t) => add(scale(a, 1 - t), scale(b, t));
export const clamp = (/** @type {number} */ value, min = 0, max = 1) => Math.min(Math.max(value, min), max);

/** @type {Quaternion} */
export const IDENTITY = [0, 0, 0, 1];

/** The rotation about x, then about z, then about y, in degrees: how a joint bends, leans and turns. @returns {Quaternion} */
export function rotation(x = 0, y = 0, z = 0) {
  return multiply(multiply(about([0, 1, 0], y), about([0, 0, 1], z)), about([1, 0, 0], x));
}

/** @param {Vector} axis of length 1 @param {number} degrees @returns {Quaternion} */
export function about(axis, degrees) {
  const half = (degrees * Math.PI) / 360;
  const sin = Math.sin(half);
  return [axis[0] * sin, axis[1] * sin, axis[2] * sin, Math.cos(half)];
}

/** The rotation by `b`, then by `a`. @param {Quaternion} a @param {Quaternion} b @returns {Quaternion} */
export function multiply([ax, ay, az, aw], [bx, by, bz, bw]) {
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}

/** @param {Quaternion} q @returns {Quaternion} */
export function inverse([x, y, z, w]) {
  return [-x, -y, -z, w];
}

/** @param {Quaternion} q @param {Vector} v @returns {Vector} */
export function rotate([x, y, z, w], v) {
  /** @type {Vector} */
  const axis = [x, y, z];
  const t = scale(cross(axis, v), 2);
  return add(add(v, scale(t, w)), cross(axis, t));
}

/** The rotation to three axes that are orthogonal and of length 1. @param {Vector} x @param {Vector} y @param {Vector} z @returns {Quaternion} */
export function rotationToAxes(x, y, z) {
  const trace = x[0] + y[1] + z[2];
  if (trace > 0) {
    const s = 2 * Math.sqrt(trace + 1);
    return [(y[2] - z[1]) / s, (z[0] - x[2]) / s, (x[1] - y[0]) / s, s / 4];
  }
  if (x[0] > y[1] && x[0] > z[2]) {
    const s = 2 * Math.sqrt(1 + x[0] - y[1] - z[2]);
    return [s / 4, (y[0] + x[1]) / s, (z[0] + x[2]) / s, (y[2] - z[1]) / s];
  }
  if (y[1] > z[2]) {
    const s = 2 * Math.sqrt(1 + y[1] - x[0] - z[2]);
    return [(y[0] + x[1]) / s, s / 4, (z[1] + y[2]) / s, (z[0] - x[2]) / s];
  }
  const s = 2 * Math.sqrt(1 + z[2] - x[0] - y[1]);
  return [(z[0] + x[2]) / s, (z[1] + y[2]) / s, s / 4, (x[1] - y[0]) / s];
}
