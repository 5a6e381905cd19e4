import type { ExtrasValue } from "./extrasValue.js";

/** The values that a property may have. A bound holds for all components. */
export interface PointerBounds {
  readonly min?: number;
  readonly max?: number;
  readonly exclusiveMin?: number;
  readonly exclusiveMax?: number;
}

/** How far inside an exclusive bound clamped values are. */
const MARGIN = 1e-6;

/** Limits a value to its bounds. */
export function clampTo({ min, max, exclusiveMin, exclusiveMax }: PointerBounds, value: number): number {
  const low = Math.max(min ?? -Infinity, exclusiveMin === undefined ? -Infinity : exclusiveMin + MARGIN);
  const high = Math.min(max ?? Infinity, exclusiveMax === undefined ? Infinity : exclusiveMax - MARGIN);
  return Math.min(Math.max(value, low), high);
}

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

/** A property of glTF that an animation can change. */
export interface PointerProperty extends PointerBounds {
  /** The JSON pointer of the property, with `{}` for each array index. Below `/extensions`, it may have none. */
  readonly pointer: string;
  readonly type: PointerType;
  /** The value where an asset does not state the property. */
  readonly default?: number | boolean | readonly number[];
}

/**
 * The kind of Babylon objects that a property is written to: all objects that the loader made for the glTF object. For an environment, it
 * is the light in the asset, which holds Babylon's texture. `none` is for glTF objects without a Babylon object.
 */
export type PointerTargetKind = "camera" | "light" | "material" | "node" | "mesh" | "environment" | "none";

/** One property of a Babylon object, and how its value comes from a glTF value. */
export interface BabylonPart {
  /** The path from the Babylon object: `subSurface.tintColor`. */
  readonly path: string;
  /** The component that the property takes. Without it, the property is a color, vector or quaternion and takes all of them. */
  readonly component?: number;
  /** The Babylon value for a glTF value of 1. Default 1. */
  readonly factor?: number;
  /** The property is a boolean: whether the value is positive. */
  readonly isSwitch?: true;
}

/** The properties of KHR_texture_transform. */
export type TextureProperty = "offset" | "rotation" | "scale";

/** Where a glTF property is in Babylon. */
export interface BabylonTarget {
  readonly target: PointerTargetKind;
  /** The Babylon properties, for people to read. */
  readonly property: string;
  /** The Babylon properties that hold the value; empty where none does by itself. An export reads them. */
  readonly parts: readonly BabylonPart[];
  /** The name of the code that writes the value, where a plain assignment to the parts is wrong or slow. */
  readonly setter?: string;
  /** The name of the code that writes the value, if it is imported with the first channel that needs it. */
  readonly lazy?: string;
  /** The name of a coupled property of a material. */
  readonly coupled?: string;
  /** A texture that is transformed. */
  readonly transform?: TextureTransform;
  /** Leaves out unlit materials, or those whose pbrMetallicRoughness is replaced. */
  readonly only?: "lit" | "metallic";
  /** A value in `extras`. */
  readonly extras?: ExtrasValue;
  /** The code that an application has registered. */
  readonly write?: (object: object, value: ArrayLike<number> & Iterable<number>, index: number) => void;
  readonly copy?: (object: object, copyOf: (original: object) => object) => void;
}

/** A texture of a material, and one of its properties in KHR_texture_transform. */
export interface TextureTransform {
  /** The paths of the texture in the material; the first alternative that is in use counts. */
  readonly paths: readonly string[];
  readonly property: TextureProperty;
  /** The name of the texture among those that are on the material only while a layer is in use. */
  readonly hidden?: string;
}

/** A property of the glTF Asset Object Model. */
export interface ObjectModelProperty extends PointerProperty {
  /** Where the property is in Babylon, or why Babylon has no equivalent. */
  readonly babylon: BabylonTarget | string;
  /** Babylon's value where an asset does not state the property and its default in glTF is not a number, such as infinity. */
  readonly fallback?: number;
  /** A number that, where the asset states it, no animation may change: such animations are ignored, with a warning. */
  readonly fixedAt?: number;
}

/** The Babylon properties of a glTF property in words: `material: alphaCutOff`. */
export function describeTarget({ target, property, extras }: BabylonTarget): string {
  return extras ? property : `${target}: ${property}`;
}
