import { slerp } from "./slerp.js";
import type { Numbers, Track } from "./track.js";

/** A time between two keys of a track. An object, because V8 would allocate 16 bytes for each number that it passes, for each track in each frame. */
export interface KeyPosition {
  /** The normalized time between a key and the next, or what an easing makes of it; 0 if there is no next key. */
  amount: number;
  /** Between the two keys, in the unit of the times. */
  duration: number;
}

/** The kinds of interpolation between two keys; see {@link interpolate}. */
const STEP = 0;
const LINEAR = 1;
const LINEAR_ROTATION = 2;
const CUBIC = 3;
const CUBIC_ROTATION = 4;

export function kernelOf({ interpolation, isRotation }: Pick<Track, "interpolation" | "isRotation">): number {
  switch (interpolation) {
    case "STEP":
      return STEP;
    case "LINEAR":
      return isRotation ? LINEAR_ROTATION : LINEAR;
    case "CUBICSPLINE":
      return isRotation ? CUBIC_ROTATION : CUBIC;
  }
}

export function isStep(kernel: number): boolean {
  return kernel === STEP;
}

/** Whether a kernel takes each component by itself from two keys: has no tangents, and no rotations. */
export function isPlain(kernel: number): boolean {
  return kernel <= LINEAR;
}

/**
 * Interpolates a track between two keys (glTF 2.0, Appendix C, Animation Sampler Interpolation Modes).
 * @param kernel from {@link kernelOf}
 * @param first the index of the track's first number
 * @param key the key before
 * @param out receives `size` components, from index `at` on
 */
export function interpolate(
  kernel: number,
  values: Numbers,
  first: number,
  size: number,
  key: number,
  position: Readonly<KeyPosition>,
  out: Numbers,
  at: number,
): void {
  const isCubic = kernel >= CUBIC;
  const from = first + (isCubic ? 3 * key + 1 : key) * size;
  if (position.amount === 0 || kernel === STEP) {
    for (let i = 0; i < size; i++) {
      out[at + i] = values[from + i]!; // Appendix C, Step Interpolation; and exactly at a key
    }
  } else if (kernel === LINEAR) {
    linear(values, from, size, position, out, at);
  } else if (kernel === LINEAR_ROTATION) {
    linearRotation(values, from, size, position, out, at);
  } else {
    cubic(values, from, size, position, out, at);
    if (kernel === CUBIC_ROTATION) {
      for (let i = at; i < at + size; i += 4) {
        normalize(out, i); // Appendix C, Cubic Spline Interpolation: interpolated quaternions are normalized
      }
    }
  }
}

/** Appendix C, Linear Interpolation. */
function linear(values: Numbers, from: number, size: number, { amount }: Readonly<KeyPosition>, out: Numbers, at: number): void {
  const to = from + size;
  for (let i = 0; i < size; i++) {
    const a = values[from + i]!;
    out[at + i] = a + amount * (values[to + i]! - a);
  }
}

/** Appendix C, Spherical Linear Interpolation. */
function linearRotation(values: Numbers, from: number, size: number, { amount }: Readonly<KeyPosition>, out: Numbers, at: number): void {
  for (let i = 0; i < size; i += 4) {
    slerp(values, from + i, values, from + size + i, amount, out, at + i);
  }
}

/** Appendix C, Cubic Spline Interpolation. Each key has an in-tangent, a value and an out-tangent. */
function cubic(values: Numbers, from: number, size: number, position: Readonly<KeyPosition>, out: Numbers, at: number): void {
  const { amount, duration } = position;
  const tangent = from + size;
  const nextTangent = tangent + size;
  const nextPoint = nextTangent + size;
  const squared = amount * amount;
  const cubed = squared * amount;
  const ofNextPoint = 3 * squared - 2 * cubed;
  const ofPoint = 1 - ofNextPoint;
  const ofTangent = duration * (cubed - 2 * squared + amount);
  const ofNextTangent = duration * (cubed - squared);
  for (let i = 0; i < size; i++) {
    out[at + i] =
      ofPoint * values[from + i]! +
      ofTangent * values[tangent + i]! +
      ofNextPoint * values[nextPoint + i]! +
      ofNextTangent * values[nextTangent + i]!;
  }
}

function normalize(q: Numbers, at: number): void {
  const length = Math.sqrt(q[at]! ** 2 + q[at + 1]! ** 2 + q[at + 2]! ** 2 + q[at + 3]! ** 2);
  if (length > 0) {
    for (let i = at; i < at + 4; i++) {
      q[i] = q[i]! / length;
    }
  }
}
