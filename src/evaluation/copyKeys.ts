import type { IAnimationKey } from "@babylonjs/core/Animations/animationKey.js";
import type { KeyData } from "../keys/keyData.js";
import type { Numbers } from "../sampling/index.js";
import { putValue } from "./valueKind.js";

/** The animation that keys belong to. */
interface KeyOwner {
  /** The number of components. */
  readonly size: number;
  readonly framePerSecond: number;
}

/** Copies the values of keys; see the track's values for the order. */
export function copyValues(keys: readonly IAnimationKey[], _owner: KeyOwner, values: Numbers, at: number, stride: number): void {
  for (let i = 0; i < keys.length; i++) {
    putValue(keys[i]!.value, values, at + i * stride);
  }
}

/** Copies the values and tangents of keys. Those at the ends are not used, and may be anything. */
export function copySpline(keys: readonly IAnimationKey[], owner: KeyOwner, values: Numbers, at: number, stride: number): void {
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i]!;
    const to = at + 3 * i * stride;
    putTangent(i > 0 ? key.inTangent : undefined, owner, values, to);
    putValue(key.value, values, to + stride);
    putTangent(i + 1 < keys.length ? key.outTangent : undefined, owner, values, to + 2 * stride);
  }
}

/** Babylon's tangents are per frame, those of tracks per second. */
function putTangent(tangent: unknown, { size, framePerSecond }: KeyOwner, values: Numbers, at: number): void {
  if (tangent !== undefined) {
    putValue(tangent, values, at);
    for (let i = at; i < at + size; i++) {
      values[i] = values[i]! * framePerSecond;
    }
  }
}

export function timesOf({ sampler: { times } }: KeyData): Float32Array {
  return times.array.subarray(times.at, times.at + times.length);
}

/** Copies the values of keys that are not made yet, and their tangents but those at the ends. */
export function copyData({ sampler, offset, width }: KeyData, values: Numbers, at: number, stride: number): void {
  const { times, values: from, interpolation } = sampler;
  const isCubic = interpolation === "CUBICSPLINE";
  const count = isCubic ? 3 * times.length : times.length;
  const [first, last] = isCubic ? [1, count - 1] : [0, count];
  for (let i = first; i < last; i++) {
    const source = from.at + i * sampler.stride + offset;
    for (let k = 0; k < width; k++) {
      values[at + i * stride + k] = from.array[source + k]!;
    }
  }
}
