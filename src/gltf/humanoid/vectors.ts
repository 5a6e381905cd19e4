/** Vectors, unit quaternions and matrices as short arrays. Matrices are those of glTF: columns one after the other, the translation in 12 to 14. */
import { composeAt, determinantAt, invertAt, multiplyAt, slerp } from "../sampling/index.js";

/** `[x, y, z]` */
export type Vector = readonly [x: number, y: number, z: number];
/** A unit quaternion, `[x, y, z, w]`. */
export type Turn = readonly [x: number, y: number, z: number, w: number];
/** 16 numbers. */
export type Matrix = Float64Array;

export const X: Vector = [1, 0, 0];
export const Y: Vector = [0, 1, 0];
export const Z: Vector = [0, 0, 1];
export const ORIGIN: Vector = [0, 0, 0];
export const STILL: Turn = [0, 0, 0, 1];
const DEGREES = 180 / Math.PI;

export const add = (a: Vector, b: Vector): Vector => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const subtract = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scale = (a: Vector, by: number): Vector => [a[0] * by, a[1] * by, a[2] * by];
export const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const lengthOf = (a: Vector): number => Math.hypot(a[0], a[1], a[2]);
export const sum = (all: readonly Vector[]): Vector => all.reduce(add, ORIGIN);
export const cross = (a: Vector, b: Vector): Vector => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
/** A vector of length 1; a zero vector stays. */
export const unit = (a: Vector): Vector => scale(a, 1 / (lengthOf(a) || 1));
/** The part of a vector at a right angle to a unit vector. */
export const across = (a: Vector, axis: Vector): Vector => subtract(a, scale(axis, dot(a, axis)));
export const distance = (a: Vector, b: Vector): number => lengthOf(subtract(a, b));

/** The angle between two directions, 0..180 degrees. */
export const degreesBetween = (a: Vector, b: Vector): number => Math.acos(Math.min(Math.max(dot(unit(a), unit(b)), -1), 1)) * DEGREES;
/** The angle of the rotation from one orientation to another, 0..180 degrees. */
export function degreesApart(a: Turn, b: Turn): number {
  const [x, y, z, w] = times(inverse(a), b);
  return 2 * Math.atan2(Math.hypot(x, y, z), Math.abs(w)) * DEGREES;
}

export const inverse = (a: Turn): Turn => [-a[0], -a[1], -a[2], a[3]];
export function normalized(a: ArrayLike<number>): Turn {
  const length = Math.hypot(a[0]!, a[1]!, a[2]!, a[3]!);
  return length > 0 ? [a[0]! / length, a[1]! / length, a[2]! / length, a[3]! / length] : STILL;
}
/** The product of quaternions: the last one turns first. Quaternions of any length. */
export function times(a: Turn, b: Turn, ...others: readonly Turn[]): Turn {
  const product: Turn = [
    a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
    a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
    a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
    a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
  ];
  return others.length > 0 ? times(product, others[0]!, ...others.slice(1)) : product;
}
export function rotate(turn: Turn, vector: Vector): Vector {
  const [x, y, z] = times(times(turn, [...vector, 0]), inverse(turn));
  return [x, y, z];
}
/** The rotation about an axis, by degrees. */
export function about(axis: Vector, degrees: number): Turn {
  const half = degrees / DEGREES / 2;
  return [...scale(unit(axis), Math.sin(half)), Math.cos(half)];
}
/**
 * The least rotation from one direction to another.
 * @param axis of half a turn, which has none of its own
 */
export function arc(from: Vector, to: Vector, axis: Vector = Y): Turn {
  const [a, b] = [unit(from), unit(to)];
  const w = 1 + dot(a, b);
  return w < 1e-6 ? [...unit(across(axis, a)), 0] : normalized([...cross(a, b), w]);
}
/** Between two rotations, along the shortest arc. */
export function between(a: Turn, b: Turn, amount: number): Turn {
  const out = new Float64Array(4);
  slerp(Float64Array.from(a), 0, Float64Array.from(b), 0, amount, out, 0);
  return normalized(out);
}
/** The rotation whose first axis is `x`; its second one is as near to `y` as it can be. */
export function frame(x: Vector, y: Vector): Turn {
  const first = unit(x);
  const second = unit(across(y, first));
  const third = cross(first, second);
  return turnOf(Float64Array.of(...first, 0, ...second, 0, ...third, 0, 0, 0, 0, 1));
}

export const IDENTITY: Matrix = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);
/** The product of two matrices: the second one is nearer to the vector, as a child's is. */
export function multiply(parent: Matrix, child: Matrix): Matrix {
  const out = new Float64Array(16);
  multiplyAt(child, 0, parent, 0, out, 0);
  return out;
}
export function compose(place: Vector, turn: Turn, size: Vector): Matrix {
  const out = new Float64Array(16);
  composeAt(Float64Array.of(...turn, ...place, ...size), 0, 4, 7, out, 0);
  return out;
}
/** The inverse of a matrix; of one without, the identity. */
export function invert(matrix: Matrix): Matrix {
  if (!(Math.abs(determinantAt(matrix, 0)) > 0)) {
    return IDENTITY;
  }
  const out = new Float64Array(16);
  invertAt(matrix, 0, out, 0);
  return out;
}
export const placeOf = (matrix: Matrix): Vector => [matrix[12]!, matrix[13]!, matrix[14]!];
export const isMirrored = (matrix: Matrix): boolean => determinantAt(matrix, 0) < 0;
/** By how much a matrix makes things larger. */
export const sizeOf = (matrix: Matrix): number => Math.abs(determinantAt(matrix, 0)) ** (1 / 3);
/** The lengths of a matrix's axes; the first one is negative in a mirroring matrix. */
export function scaleOf(matrix: Matrix): Vector {
  const [x, y, z] = [0, 4, 8].map((i) => Math.hypot(matrix[i]!, matrix[i + 1]!, matrix[i + 2]!)) as [number, number, number];
  return [isMirrored(matrix) ? -x : x, y, z];
}
/** The rotation of a matrix; of a mirroring one, that with its first axis turned about. */
export function turnOf(matrix: Matrix): Turn {
  const [sx, sy, sz] = scaleOf(matrix).map((each) => each || 1) as [number, number, number];
  const [a, b, c] = [matrix[0]! / sx, matrix[1]! / sx, matrix[2]! / sx];
  const [d, e, f] = [matrix[4]! / sy, matrix[5]! / sy, matrix[6]! / sy];
  const [g, h, i] = [matrix[8]! / sz, matrix[9]! / sz, matrix[10]! / sz];
  if (a + e + i > 0) {
    return normalized([f - h, g - c, b - d, a + e + i + 1]);
  }
  if (a > e && a > i) {
    return normalized([1 + a - e - i, b + d, c + g, f - h]);
  }
  return e > i ? normalized([b + d, 1 + e - a - i, f + h, g - c]) : normalized([c + g, f + h, 1 + i - a - e, b - d]);
}

/** The middle one of some numbers, the upper of two; NaN of none. */
export const median = (numbers: readonly number[]): number => [...numbers].sort((a, b) => a - b)[numbers.length >> 1] ?? NaN;
