import { followTokens, show, templateOf } from "../util/index.js";
import type { ObjectModelProperty, PointerProperty, PointerTargetKind, PointerType } from "./property.js";
import { type PropertyPath, toPropertyPath } from "./propertyPath.js";

/** A value in the `extras` of a glTF object. Property tables cannot list extras. */
export interface ExtrasValue {
  readonly pointer: string;
  readonly property: PointerProperty;
  /** The path of the `extras`. */
  readonly path: PropertyPath;
  /** The reference tokens after `extras`. */
  readonly names: readonly string[];
  /** The `extras` in the asset. */
  readonly extras: unknown;
  /** Whether the value is an array. */
  readonly isArray: boolean;
  /** The reason why animations cannot change the value; null if they can. */
  readonly obstacle: string | null;
}

const TYPES: readonly PointerType[] = ["float", "float2", "float3", "float4"];

/**
 * Finds the value that a pointer leads to.
 * @param tokens the reference tokens of the pointer
 * @returns null if the pointer does not lead to a value in `extras`
 */
export function findExtrasValue(asset: unknown, pointer: string, tokens: readonly string[]): ExtrasValue | null {
  const at = tokens.indexOf("extras");
  const value = at < 0 || at === tokens.length - 1 ? undefined : followTokens(asset, tokens);
  if (value === undefined) {
    return null;
  }
  const type = typeOf(value);
  return {
    pointer,
    property: { pointer: templateOf(tokens), type: type ?? "float[]" },
    path: toPropertyPath(tokens.slice(0, at + 1)),
    names: tokens.slice(at + 1),
    extras: followTokens(asset, tokens.slice(0, at + 1)),
    isArray: Array.isArray(value),
    obstacle: type ? null : `it is ${show(value)}; in extras, numbers, arrays of numbers, and booleans can be animated`,
  };
}

/** The type of a value; null if its type has no keys in glTF. */
function typeOf(value: unknown): PointerType | null {
  if (typeof value === "boolean") {
    return "bool";
  }
  const numbers: readonly unknown[] = Array.isArray(value) ? value : [value];
  const areNumbers = numbers.length > 0 && numbers.every((number) => typeof number === "number");
  return areNumbers ? (TYPES[numbers.length - 1] ?? "float[]") : null;
}

/** The kinds of Babylon objects that have the extras of glTF objects, by collection. */
const TARGETS: ReadonlyMap<string, PointerTargetKind> = new Map(
  Object.entries({
    nodes: "node",
    meshes: "mesh",
    materials: "material",
    cameras: "camera",
    "extensions/KHR_lights_punctual/lights": "light",
  }),
);

/** The animatable property for a value in `extras`. */
export function propertyOfExtras(extras: ExtrasValue): ObjectModelProperty {
  const { path, property, obstacle } = extras;
  if (obstacle !== null) {
    return { ...property, babylon: obstacle };
  }
  const target = (path.extension === null && path.property === "extras" && TARGETS.get(path.collection)) || "none";
  return { ...property, babylon: { target, property: "metadata.gltf.extras", parts: [], extras } };
}
