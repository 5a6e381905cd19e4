import type { Animation } from "@babylonjs/core/Animations/animation.js";
import type { IAnimationKey } from "@babylonjs/core/Animations/animationKey.js";
import type { Interpolation } from "../sampling/index.js";

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
}

/** The part of a sampler for one animation. */
export interface KeyData {
  readonly sampler: SamplerKeys;
  /** The index of the first component. */
  readonly offset: number;
  /** The number of components. */
  readonly width: number;
  readonly fromComponents: FromComponents;
  /** Whether the first in-tangent and the last out-tangent, which glTF does not use, become part of the keys. */
  readonly hasEndTangents: boolean;
}

/** The data of an animation whose keys nobody has read or set yet; null for other animations. */
export function keyDataOf(animation: Animation): KeyData | null {
  return (animation as { readonly keyData?: KeyData | null }).keyData ?? null;
}

/** The number of times that the keys of an animation with keys on demand were replaced. */
export const keyChanges = { count: 0 };

/** Whether somebody has replaced the keys of an animation with keys on demand. */
export function wereKeysSet(animation: Animation): boolean {
  return (animation as { readonly wereKeysSet?: boolean }).wereKeysSet === true;
}

/** `AnimationKeyInterpolation.STEP` */
const STEP = 1;

const parts = new Float64Array(4);

/** Makes the keys of an animation, equal to the keys that Babylon's loader makes from the same accessors. */
export function keysOf({ sampler, offset, width, fromComponents, hasEndTangents }: KeyData, fps: number): IAnimationKey[] {
  const { times, values, interpolation, stride } = sampler;
  const perFrame = 1 / fps;
  const tangentAt = (at: number): unknown => {
    for (let i = 0; i < width; i++) {
      parts[i] = values.array[at + i]! * perFrame;
    }
    return fromComponents(parts, 0);
  };
  const keyAt = (i: number): IAnimationKey => {
    const frame = times.array[times.at + i]! * fps;
    if (interpolation !== "CUBICSPLINE") {
      const value = fromComponents(values.array, values.at + i * stride + offset);
      return interpolation === "STEP" ? { frame, value, interpolation: STEP } : { frame, value };
    }
    const at = values.at + 3 * i * stride + offset;
    return {
      frame,
      inTangent: hasEndTangents || i > 0 ? tangentAt(at) : undefined,
      value: fromComponents(values.array, at + stride),
      outTangent: hasEndTangents || i + 1 < times.length ? tangentAt(at + 2 * stride) : undefined,
    };
  };
  const keys = new Array<IAnimationKey>(times.length);
  for (let i = 0; i < keys.length; i++) {
    keys[i] = keyAt(i);
  }
  return keys;
}
