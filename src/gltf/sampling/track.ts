/** How values between two keys are interpolated (glTF 2.0, Appendix C, Animation Sampler Interpolation Modes). */
export type Interpolation = "STEP" | "LINEAR" | "CUBICSPLINE";

export type Numbers = Float32Array | Float64Array;

/** Values over time: a scalar, a vector, quaternions, the weights of morph targets, or several of these side by side. */
export interface Track {
  /**
   * The times of the keys.
   *
   * Layout: `[t0, t1, ...]`, ascending, finite; usually in seconds. The track is sampled in the same unit.
   */
  readonly times: Float32Array | Float64Array;
  /**
   * The values of the keys, `size` components each. CUBICSPLINE has three times as many: in-tangent, value and out-tangent of each key, the
   * tangents per unit of time.
   *
   * Layout: `[x0, y0, ..., x1, y1, ...]`
   */
  readonly values: Float32Array | Float64Array;
  /** Number of components of a value, an integer > 0; a multiple of 4 for rotations. */
  readonly size: number;
  readonly interpolation: Interpolation;
  /**
   * Whether the components are unit quaternions, `x, y, z, w` each. LINEAR interpolates them along the shortest arc, CUBICSPLINE normalizes
   * the interpolated ones.
   */
  readonly isRotation: boolean;
  /**
   * Eases between two keys: converts the normalized time after a key, 0..1, to the amount of interpolation, which may be outside 0..1. By
   * default the amount is the time.
   * @param key index of the key before
   */
  readonly ease?: ((amount: number, key: number) => number) | undefined;
}

/**
 * Checks everything about a track except the values themselves.
 * @param prefix of the message
 * @returns the same track
 * @throws RangeError if the members do not fit together
 */
export function checkTrack(track: Track, prefix = ""): Track {
  const { times, values, size, interpolation, isRotation } = track;
  checkSize(size, isRotation, prefix);
  const length = times.length * componentsPerKey(size, interpolation);
  if (values.length !== length) {
    throw new RangeError(`${prefix}values: must have ${length} components (got ${values.length})`);
  }
  const wrong = times.findIndex((time, i) => !Number.isFinite(time) || (i > 0 && time < times[i - 1]!));
  if (wrong >= 0) {
    throw new RangeError(`${prefix}times/${wrong}: must be finite and ascending (got ${times[wrong]})`);
  }
  return track;
}

/** @throws RangeError unless the size is an integer > 0 and, for rotations, a multiple of 4 */
export function checkSize(size: number, isRotation: boolean, prefix: string): void {
  if (!(Number.isInteger(size) && size > 0 && (!isRotation || size % 4 === 0))) {
    throw new RangeError(`${prefix}size: must be ${isRotation ? "a multiple of 4" : "an integer > 0"} (got ${size})`);
  }
}

/** The number of components that a key has among the values of a track, tangents included. */
export function componentsPerKey(size: number, interpolation: Interpolation): number {
  return interpolation === "CUBICSPLINE" ? 3 * size : size;
}
