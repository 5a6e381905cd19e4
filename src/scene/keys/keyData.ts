import type { Animation } from "@babylonjs/core/Animations/animation.js";
import type { IAnimationKey } from "@babylonjs/core/Animations/animationKey.js";
import type { Interpolation } from "../../gltf/sampling/index.js";

/** Makes a value out of components. */
export type FromComponents = (components: ArrayLike<number>, offset: number) => unknown;

/** Numbers of an accessor, within an array that many accessors share. */
export interface Floats {
  readonly array: Float32Array;
  readonly at: number;
  readonly length: number;
}

/** The accessors of a sampler. */
export interface SamplerKeys {
  /** The times in seconds: at least one, finite, in order. */
  readonly times: Floats;
  /** The values; with CUBICSPLINE the in-tangents, the values and the out-tangents of each time. Tangents are per second. */
  readonly values: Floats;
  readonly interpolation: Interpolation;
  /** The number of components for each time, and for each kind of tangent. */
  readonly stride: number;
  /** Whether the file states the values as normalized integers. */
  readonly isQuantized: boolean;
}

/** The part of a sampler for one animation. */
export interface KeyData {
  readonly sampler: SamplerKeys;
  /** The index of the first component. */
  readonly offset: number;
  /** The number of components. */
  readonly width: number;
  /** Whether the components are a quaternion. */
  readonly isRotation: boolean;
  readonly fromComponents: FromComponents;
  /** Whether the first in-tangent and the last out-tangent, which glTF does not use, become part of the keys. */
  readonly hasEndTangents: boolean;
}

/** The data of an animation whose keys have not been read or set yet; null for other animations. */
export function keyDataOf(animation: Animation): KeyData | null {
  return (animation as { readonly keyData?: KeyData | null }).keyData ?? null;
}

/** The number of times that the keys of an animation with keys on demand were replaced. */
export const keyChanges = { count: 0 };

/** Whether the keys of an animation with keys on demand have been replaced. */
export function wereKeysSet(animation: Animation): boolean {
  return (animation as { readonly wereKeysSet?: boolean }).wereKeysSet === true;
}

/**
 * The factor for a key and its tangents. Quaternions in integers have unit length up to rounding only (bytes: 0.8 %), and nothing later
 * makes them unit quaternions: they get unit length here. All other keys stay as they are, to the last bit.
 */
export function scaleOf({ sampler, offset, isRotation }: KeyData, key: number): number {
  const { values, interpolation, stride, isQuantized } = sampler;
  if (!isRotation || !isQuantized) {
    return 1;
  }
  const at = values.at + (interpolation === "CUBICSPLINE" ? 3 * key + 1 : key) * stride + offset;
  return 1 / (Math.hypot(...values.array.subarray(at, at + 4)) || 1);
}

/** `AnimationKeyInterpolation.STEP` */
const STEP = 1;

const parts = new Float64Array(4);

/** Makes the keys of an animation, equal to the keys that Babylon's loader makes from the same accessors, except for {@link scaleOf}. */
export function keysOf(data: KeyData, fps: number): IAnimationKey[] {
  const { sampler, offset, width, fromComponents, hasEndTangents } = data;
  const { times, values, interpolation, stride } = sampler;
  const perFrame = 1 / fps;
  const valueAt = (at: number, scale: number, factor = 1): unknown => {
    for (let i = 0; i < width; i++) {
      parts[i] = (scale === 1 ? values.array[at + i]! : Math.fround(values.array[at + i]! * scale)) * factor;
    }
    return fromComponents(parts, 0);
  };
  const keyAt = (i: number): IAnimationKey => {
    const frame = times.array[times.at + i]! * fps;
    const scale = scaleOf(data, i);
    if (interpolation !== "CUBICSPLINE") {
      const value = valueAt(values.at + i * stride + offset, scale);
      return interpolation === "STEP" ? { frame, value, interpolation: STEP } : { frame, value };
    }
    const at = values.at + 3 * i * stride + offset;
    return {
      frame,
      inTangent: hasEndTangents || i > 0 ? valueAt(at, scale, perFrame) : undefined,
      value: valueAt(at + stride, scale),
      outTangent: hasEndTangents || i + 1 < times.length ? valueAt(at + 2 * stride, scale, perFrame) : undefined,
    };
  };
  const keys = new Array<IAnimationKey>(times.length);
  for (let i = 0; i < keys.length; i++) {
    keys[i] = keyAt(i);
  }
  return keys;
}
