import { Animation } from "@babylonjs/core/Animations/animation.js";
import { Color4 } from "@babylonjs/core/Maths/math.color.js";
import { Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { ResolvedPointer } from "../../../gltf/objectModel/index.js";

/** A value as Babylon animates it. */
export type AnimatedValue = number | Vector3 | Color4 | Quaternion;

/** The Babylon type for animated values with a certain number of components. */
export interface ValueKind {
  readonly width: number;
  readonly dataType: number;
  readonly fromArray: (components: ArrayLike<number>, offset: number) => AnimatedValue;
}

export const SCALAR: ValueKind = { width: 1, dataType: Animation.ANIMATIONTYPE_FLOAT, fromArray: (from, at) => from[at]! };
const KINDS: { readonly [width: number]: ValueKind } = {
  // not a Vector2, which Babylon does not serialize
  2: { width: 2, dataType: Animation.ANIMATIONTYPE_VECTOR3, fromArray: (from, at) => new Vector3(from[at], from[at + 1]) },
  3: { width: 3, dataType: Animation.ANIMATIONTYPE_VECTOR3, fromArray: (from, at) => Vector3.FromArray(from, at) },
  4: { width: 4, dataType: Animation.ANIMATIONTYPE_COLOR4, fromArray: (from, at) => Color4.FromArray(from, at) },
};
export const ROTATION: ValueKind = {
  width: 4,
  dataType: Animation.ANIMATIONTYPE_QUATERNION,
  fromArray: (from, at) => Quaternion.FromArray(from, at),
};

/** The kind of value that one animation of a pointer has: one component, or all components if Babylon has a suitable type. */
export function kindOf({ property: row, initial }: ResolvedPointer, element: number): ValueKind {
  return element >= 0 ? SCALAR : row.type === "quat" ? ROTATION : (KINDS[initial.length] ?? SCALAR);
}
