/** How the values between two keys come about (glTF 2.0, Appendix C). */
export type Interpolation = "STEP" | "LINEAR" | "CUBICSPLINE";

/** Numbers in a row. */
export type Numbers = Float32Array | Float64Array;

/** Values over time: a scalar, a vector, one or many quaternions, the weights of morph targets, or several of these side by side. */
export interface Track {
  /**
   * The times of the keys.
   *
   * Repr: `[t0, t1, ...]`, ascending, finite; in whatever unit the track is asked in, seconds as a rule.
   */
  readonly times: Numbers;
  /**
   * The values of the keys, `size` components each; for CUBICSPLINE three times as many: in-tangent, value, out-tangent, the tangents
   * per unit of time.
   *
   * Repr: `[x0, y0, ..., x1, y1, ...]`
   */
  readonly values: Numbers;
  /** How many components a value has. */
  readonly size: number;
  readonly interpolation: Interpolation;
  /**
   * Whether the components are quaternions, `x, y, z, w` each, of length 1. LINEAR turns them by the shortest arc; CUBICSPLINE makes what
   * is between keys one of length 1.
   */
  readonly isRotation: boolean;
}

/**
 * Checks a track, but for the values themselves.
 * @param place what messages begin with
 * @returns the track itself
 * @throws RangeError where its members do not fit together
 */
export function checkTrack(track: Track, place = ""): Track {
  const { times, values, size, interpolation, isRotation } = track;
  checkSize(size, isRotation, place);
  const length = times.length * componentsPerKey(size, interpolation);
  if (values.length !== length) {
    throw new RangeError(`${place}values: must have ${length} components (got ${values.length})`);
  }
  const wrong = times.findIndex((time, i) => !Number.isFinite(time) || (i > 0 && time < times[i - 1]!));
  if (wrong >= 0) {
    throw new RangeError(`${place}times/${wrong}: must be finite and not below the one before (got ${times[wrong]})`);
  }
  return track;
}

/** @throws RangeError for what is not a number of components, or, of rotations, not whole quaternions */
export function checkSize(size: number, isRotation: boolean, place: string): void {
  if (!(Number.isInteger(size) && size > 0 && (!isRotation || size % 4 === 0))) {
    throw new RangeError(`${place}size: must be ${isRotation ? "a multiple of 4" : "an integer > 0"} (got ${size})`);
  }
}

/** How many numbers a key has among the values of a track. */
export function componentsPerKey(size: number, interpolation: Interpolation): number {
  return interpolation === "CUBICSPLINE" ? 3 * size : size;
}
