import type { PointerBounds } from "./bounds.js";

/** The data types of the glTF Asset Object Model whose values can be animated. */
export type PointerType = "float" | "float2" | "float3" | "float4" | "float4x4" | "quat" | "float[]" | "bool";

/** How many components a value has; 0 for as many as the asset states. */
export const COMPONENTS: { readonly [Type in PointerType]: number } = {
  float: 1,
  float2: 2,
  float3: 3,
  float4: 4,
  float4x4: 16,
  quat: 4,
  "float[]": 0,
  bool: 1,
};

/** A property of the glTF Asset Object Model that an animation can change. */
export interface PointerProperty extends PointerBounds {
  /** The JSON pointer, with `{}` for each array index. Below `/extensions`, it may have none. */
  readonly template: string;
  readonly type: PointerType;
  /** The value where an asset does not state the property. */
  readonly default?: number | boolean | readonly number[];
  /** Babylon's value where an asset does not state the property and its default in glTF is not a number, such as infinity. */
  readonly unstated?: number;
  /** A number that, where the asset states it, no animation may change: such animations are ignored, with a warning. */
  readonly fixedAt?: number;
}
