import { followTokens, templateOf } from "../util/index.js";
import type { PointerProperty, PointerType } from "./property.js";
import { type PropertyPath, toPropertyPath } from "./propertyPath.js";

/** A value in the `extras` of an object: numbers that an animation can change. No table can have it. */
export interface ExtrasValue {
  readonly pointer: string;
  readonly property: PointerProperty;
  /** Of the `extras`. */
  readonly path: PropertyPath;
  /** The reference tokens behind `extras`. */
  readonly names: readonly string[];
  /** The `extras` in the asset. */
  readonly extras: unknown;
  /** Whether the value is an array. */
  readonly isArray: boolean;
}

const TYPES: readonly PointerType[] = ["float", "float2", "float3", "float4"];

/**
 * Finds the value that a pointer leads to.
 * @param tokens the reference tokens of the pointer
 * @returns null where it leads to no `extras`, or to no numbers in it
 */
export function findExtrasValue(asset: unknown, pointer: string, tokens: readonly string[]): ExtrasValue | null {
  const at = tokens.indexOf("extras");
  const value = at < 0 || at === tokens.length - 1 ? undefined : followTokens(asset, tokens);
  const isArray = Array.isArray(value);
  const numbers: readonly unknown[] = isArray ? value : [value];
  if (numbers.length === 0 || !numbers.every((number) => typeof number === "number")) {
    return null;
  }
  return {
    pointer,
    property: { template: templateOf(tokens), type: TYPES[numbers.length - 1] ?? "float[]" },
    path: toPropertyPath(tokens.slice(0, at + 1)),
    names: tokens.slice(at + 1),
    extras: followTokens(asset, tokens.slice(0, at + 1)),
    isArray,
  };
}
