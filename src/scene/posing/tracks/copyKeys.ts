import type { IAnimationKey } from "@babylonjs/core/Animations/animationKey.js";
import { type Floats, type KeyData, scaleOf } from "../../keys/index.js";
import type { Interpolation, Numbers } from "../../../gltf/sampling/index.js";
import { putValue } from "../properties/valueKind.js";

/** The properties of the animation that owns the keys. */
interface KeyOwner {
  /** The number of components. */
  readonly size: number;
  readonly framePerSecond: number;
  readonly interpolation: Interpolation;
}

/** `AnimationKeyInterpolation.STEP` */
const STEP = 1;

/** The interpolation that Babylon uses from one key to the next. */
export function interpolationBetween({ interpolation, outTangent }: IAnimationKey, { inTangent }: IAnimationKey): Interpolation {
  if ((interpolation as number | undefined) === STEP) {
    return "STEP";
  }
  return outTangent !== undefined && inTangent !== undefined ? "CUBICSPLINE" : "LINEAR";
}

/**
 * Copies the values of keys. With CUBICSPLINE, each value lies between its tangents, converted to units per second. The first in-tangent
 * and the last out-tangent are not used, and may have any value.
 * @param at the index of the first value, or of its in-tangent
 * @param stride the number of components from one value to the next, and from a value to its tangents
 */
export function copyKeys(keys: readonly IAnimationKey[], owner: KeyOwner, values: Numbers, at: number, stride: number): void {
  const isCubic = owner.interpolation === "CUBICSPLINE";
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i]!;
    if (isCubic) {
      const to = at + 3 * i * stride;
      putTangent(i > 0 ? key.inTangent : undefined, owner, values, to);
      putValue(key.value, values, to + stride);
      putTangent(i + 1 < keys.length ? key.outTangent : undefined, owner, values, to + 2 * stride);
    } else {
      putValue(key.value, values, at + i * stride);
    }
  }
}

/** Copies a tangent. Tangents are per frame in Babylon's keys, and per second in tracks. */
function putTangent(tangent: unknown, { size, framePerSecond }: KeyOwner, values: Numbers, at: number): void {
  if (tangent !== undefined) {
    putValue(tangent, values, at);
    for (let i = at; i < at + size; i++) {
      values[i] = values[i]! * framePerSecond;
    }
  }
}

/** The array of times of each accessor. All animations that share an accessor share the array. */
const views = new WeakMap<Floats, Float32Array>();

export function timesOf({ sampler: { times } }: KeyData): Float32Array {
  const view = views.get(times) ?? times.array.subarray(times.at, times.at + times.length);
  views.set(times, view);
  return view;
}

/** Copies the values and tangents of keys that are not made yet, except the first in-tangent and the last out-tangent. */
export function copyData(data: KeyData, values: Numbers, at: number, stride: number): void {
  const { sampler, offset, width } = data;
  const { times, values: from, interpolation } = sampler;
  const isCubic = interpolation === "CUBICSPLINE";
  const count = isCubic ? 3 * times.length : times.length;
  const [first, last] = isCubic ? [1, count - 1] : [0, count];
  for (let i = first; i < last; i++) {
    const source = from.at + i * sampler.stride + offset;
    const scale = scaleOf(data, isCubic ? Math.floor(i / 3) : i);
    for (let k = 0; k < width; k++) {
      values[at + i * stride + k] = scale * from.array[source + k]!;
    }
  }
}
