import { slerp } from "./slerp.js";
import type { Numbers, Track } from "./track.js";

/** Where among the keys of a track a time is. An object, because numbers that are arguments may be allocated. */
export interface Place {
  /** The last key at or before the time. */
  key: number;
  /** How far it is to the next key, 0..1; 0 where there is none. */
  amount: number;
}

/**
 * Gives the value of a track.
 * @param out receives the components from `at` on
 */
export type Kernel = (track: Track, place: Readonly<Place>, out: Numbers, at: number) => void;

/** The kernel for the values of a kind of track between two keys. */
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

/** The value of a key, for tracks of all kinds. */
export function atKey({ values, size, interpolation }: Track, { key }: Readonly<Place>, out: Numbers, at: number): void {
  const from = interpolation === "CUBICSPLINE" ? (3 * key + 1) * size : key * size;
  for (let i = 0; i < size; i++) {
    out[at + i] = values[from + i]!;
  }
}

function linear({ values, size }: Track, { key, amount }: Readonly<Place>, out: Numbers, at: number): void {
  const from = key * size;
  const to = from + size;
  for (let i = 0; i < size; i++) {
    const a = values[from + i]!;
    out[at + i] = a + amount * (values[to + i]! - a);
  }
}

function linearRotation({ values, size }: Track, place: Readonly<Place>, out: Numbers, at: number): void {
  const from = place.key * size;
  for (let i = 0; i < size; i += 4) {
    slerp(values, from + i, values, from + size + i, place, out, at + i);
  }
}

/** Appendix C.4: in-tangent, value and out-tangent of each key, one behind the other. */
function cubic({ times, values, size }: Track, { key, amount }: Readonly<Place>, out: Numbers, at: number): void {
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

function cubicRotation(track: Track, place: Readonly<Place>, out: Numbers, at: number): void {
  cubic(track, place, out, at);
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
