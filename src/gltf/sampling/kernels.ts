import { slerp } from "./slerp.js";
import type { Numbers, Track } from "./track.js";

/** A time between two keys of a track. An object, because V8 would allocate 16 bytes for `amount`, for each track in each frame. */
export interface KeyPosition {
  /** Index of the last key at or before the time. */
  key: number;
  /** The normalized time between this key and the next, 0..1, or what an easing makes of it; 0 if there is no next key. */
  amount: number;
}

/**
 * Interpolates a track between two keys (glTF 2.0, Appendix C, Animation Sampler Interpolation Modes).
 * @param out receives `size` components, from index `at` on
 */
export type Kernel = (track: Track, position: Readonly<KeyPosition>, out: Numbers, at: number) => void;

export function kernelFor({ interpolation, isRotation }: Pick<Track, "interpolation" | "isRotation">): Kernel {
  switch (interpolation) {
    case "STEP":
      return atKey;
    case "LINEAR":
      return isRotation ? linearRotation : linear;
    case "CUBICSPLINE":
      return isRotation ? cubicRotation : cubic;
  }
}

/** Copies the value of a key, for every interpolation (Appendix C, Step Interpolation). */
export function atKey({ values, size, interpolation }: Track, { key }: Readonly<KeyPosition>, out: Numbers, at: number): void {
  const from = interpolation === "CUBICSPLINE" ? (3 * key + 1) * size : key * size;
  for (let i = 0; i < size; i++) {
    out[at + i] = values[from + i]!;
  }
}

/** Appendix C, Linear Interpolation. */
function linear({ values, size }: Track, { key, amount }: Readonly<KeyPosition>, out: Numbers, at: number): void {
  const from = key * size;
  const to = from + size;
  for (let i = 0; i < size; i++) {
    const a = values[from + i]!;
    out[at + i] = a + amount * (values[to + i]! - a);
  }
}

/** Appendix C, Spherical Linear Interpolation. */
function linearRotation({ values, size }: Track, position: Readonly<KeyPosition>, out: Numbers, at: number): void {
  const from = position.key * size;
  for (let i = 0; i < size; i += 4) {
    slerp(values, from + i, values, from + size + i, position.amount, out, at + i);
  }
}

/** Appendix C, Cubic Spline Interpolation. Each key has an in-tangent, a value and an out-tangent. */
function cubic({ times, values, size }: Track, { key, amount }: Readonly<KeyPosition>, out: Numbers, at: number): void {
  const point = (3 * key + 1) * size;
  const tangent = point + size;
  const nextTangent = tangent + size;
  const nextPoint = nextTangent + size;
  const duration = times[key + 1]! - times[key]!;
  const squared = amount * amount;
  const cubed = squared * amount;
  const ofNextPoint = 3 * squared - 2 * cubed;
  const ofPoint = 1 - ofNextPoint;
  const ofTangent = duration * (cubed - 2 * squared + amount);
  const ofNextTangent = duration * (cubed - squared);
  for (let i = 0; i < size; i++) {
    out[at + i] =
      ofPoint * values[point + i]! +
      ofTangent * values[tangent + i]! +
      ofNextPoint * values[nextPoint + i]! +
      ofNextTangent * values[nextTangent + i]!;
  }
}

/** Appendix C, Cubic Spline Interpolation: interpolated quaternions are normalized. */
function cubicRotation(track: Track, position: Readonly<KeyPosition>, out: Numbers, at: number): void {
  cubic(track, position, out, at);
  for (let i = at; i < at + track.size; i += 4) {
    normalize(out, i);
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
