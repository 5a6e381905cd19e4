import { Animation } from "@babylonjs/core/Animations/animation.js";
import { Color3, Color4 } from "@babylonjs/core/Maths/math.color.js";
import { Quaternion, Vector2, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { FloatArray } from "@babylonjs/core/types.js";
import type { Numbers, PoseSlot } from "../../../gltf/sampling/index.js";

/** A Babylon value of several components. */
export interface Parts {
  toArray(array: FloatArray, offset: number): unknown;
  fromArray(array: FloatArray, offset: number): unknown;
}

/** A type of values that Babylon animates and that consists of numbers. */
export interface ValueKind extends PoseSlot {
  /** Creates a value of the kind; absent for numbers. */
  readonly create?: () => Parts;
  /** The methods of `Animation` that interpolate values of the kind. */
  readonly interpolations: readonly (keyof Animation)[];
}

function kind(word: "float" | "vector2" | "vector3" | "color3" | "color4" | "quaternion", size: number, create?: () => Parts): ValueKind {
  const interpolations = [`${word}InterpolateFunction`, `${word}InterpolateFunctionWithTangents`] as const;
  return { size, isRotation: word === "quaternion", interpolations, ...(create && { create }) };
}

/** The kinds by data type. */
export const KINDS: { readonly [dataType: number]: ValueKind } = {
  [Animation.ANIMATIONTYPE_FLOAT]: kind("float", 1),
  [Animation.ANIMATIONTYPE_VECTOR2]: kind("vector2", 2, () => new Vector2()),
  [Animation.ANIMATIONTYPE_VECTOR3]: kind("vector3", 3, () => new Vector3()),
  [Animation.ANIMATIONTYPE_COLOR3]: kind("color3", 3, () => new Color3()),
  [Animation.ANIMATIONTYPE_COLOR4]: kind("color4", 4, () => new Color4()),
  [Animation.ANIMATIONTYPE_QUATERNION]: kind("quaternion", 4, () => new Quaternion()),
};

/** The kind of an animation's values; undefined for matrices and sizes. */
export function kindOf({ dataType }: Animation): ValueKind | undefined {
  return KINDS[dataType];
}

/** Copies the components of a value into an array. */
export function putValue(value: unknown, values: Numbers, at: number): void {
  if (typeof value === "object" && value !== null) {
    (value as Parts).toArray(values as Float32Array, at);
  } else {
    values[at] = Number(value ?? 0);
  }
}
