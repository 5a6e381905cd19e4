import type { ExtrasValue } from "./extrasValue.js";

/** The bounds of a property's values. A bound applies to all components. */
export interface PointerBounds {
  readonly min?: number;
  readonly max?: number;
  readonly exclusiveMin?: number;
  readonly exclusiveMax?: number;
}

/** The distance of clamped values from an exclusive bound. */
const MARGIN = 1e-6;

/** Clamps a component to the bounds of a property. */
export function clampTo({ min, max, exclusiveMin, exclusiveMax }: PointerBounds, value: number): number {
  const low = Math.max(min ?? -Infinity, exclusiveMin === undefined ? -Infinity : exclusiveMin + MARGIN);
  const high = Math.min(max ?? Infinity, exclusiveMax === undefined ? Infinity : exclusiveMax - MARGIN);
  return Math.min(Math.max(value, low), high);
}

/** The data types of the glTF Asset Object Model whose values can be animated. */
export type PointerType = "float" | "float2" | "float3" | "float4" | "float4x4" | "quat" | "float[]" | "bool";

/** The number of components of a value; 0 if the asset determines the number. */
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
  /** The JSON pointer of the property, with `{}` for each array index. A pointer below `/extensions` may have no index. */
  readonly pointer: string;
  readonly type: PointerType;
  /** The default value, for assets that do not state the property. */
  readonly default?: number | boolean | readonly number[];
}

/**
 * The kind of Babylon objects that a property is written to: all objects that the loader made for the glTF object. `environment` is the
 * light in the JSON of the asset, which holds Babylon's texture. `none` is for glTF objects without a Babylon object.
 */
export type PointerTargetKind = "camera" | "light" | "material" | "node" | "mesh" | "environment" | "none";

/** A property of a Babylon object, and the conversion from the glTF value. */
export interface BabylonPart {
  /** The path from the Babylon object: `subSurface.tintColor`. */
  readonly path: string;
  /** The component of the glTF value. If omitted, the property is a color, vector or quaternion and takes all components. */
  readonly component?: number;
  /** The Babylon value for a glTF value of 1. Default 1. */
  readonly factor?: number;
  /** The Babylon property is a boolean: true for positive values. */
  readonly isSwitch?: true;
}

/** The properties of KHR_texture_transform. */
export type TextureProperty = "offset" | "rotation" | "scale";

/** The names of the setters in `pointer/setters`. */
export type SetterName =
  | "alphaCutOff"
  | "baseColor"
  | "emissiveColor"
  | "lightColor"
  | "lightIntensity"
  | "matrix"
  | "metallic"
  | "normalScale"
  | "occlusionStrength"
  | "roughness"
  | "scale"
  | "visible"
  | "weights";

/** The names of the setters that are imported with the first channel that needs one of them. */
export type LazySetterName = "aspectRatio" | "environmentIntensity" | "environmentRotation" | "hoverable" | "selectable";

/** The Babylon properties that a glTF property is written to. */
export interface BabylonTarget {
  readonly target: PointerTargetKind;
  /** The names of the Babylon properties, for display. */
  readonly property: string;
  /** The Babylon properties that hold the value, also for export; empty if no Babylon property holds the value alone. */
  readonly parts: readonly BabylonPart[];
  /** The name of the setter, if a plain assignment to the parts is wrong or slow. */
  readonly setter?: SetterName;
  readonly lazy?: LazySetterName;
  /** The name of a coupled property of a material. */
  readonly coupled?: string;
  /** Whether a coupled property is also written to its parts. */
  readonly writesParts?: true;
  /** The texture and the property of a texture transform. */
  readonly transform?: TextureTransform;
  /** Limits the property to materials that are not unlit (`lit`), or that use pbrMetallicRoughness (`metallic`). */
  readonly only?: "lit" | "metallic";
  /** The value in `extras`, for properties in `extras`. */
  readonly extras?: ExtrasValue;
  /** The setter as a function, for example from a registration of the application. */
  readonly write?: (object: object, value: ArrayLike<number> & Iterable<number>, index: number) => void;
  readonly copy?: (object: object, copyOf: (original: object) => object) => void;
}

/** A texture of a material, and a property of KHR_texture_transform. */
export interface TextureTransform {
  /** The possible paths of the texture in the material; the first path in use counts. */
  readonly paths: readonly string[];
  readonly property: TextureProperty;
  /** The name of the texture, for textures that the material has only while a layer is in use. */
  readonly hidden?: string;
}

/** A property of the glTF Asset Object Model. */
export interface ObjectModelProperty extends PointerProperty {
  /** The Babylon target, or the reason why Babylon has no equivalent. */
  readonly babylon: BabylonTarget | string;
  /** Babylon's value if an asset does not state the property and glTF's default is not a number, for example infinity. */
  readonly fallback?: number;
  /** A value that locks the property: if the asset states the value, animations of the property are ignored with a warning. */
  readonly fixedAt?: number;
}

/** The Babylon properties of a glTF property in words: `material: alphaCutOff`. */
export function describeTarget({ target, property, extras }: BabylonTarget): string {
  return extras ? property : `${target}: ${property}`;
}
