import { parseJsonPointer, templateOf } from "../util/index.js";
import { type ObjectModel, type ObjectModelProperty, PointerResolver, PROPERTIES, type ResolvedPointer } from "../objectModel/index.js";

const byPointer = new Map(PROPERTIES.map((property) => [property.pointer, property]));

/** The glTF object model of Babylon. Properties without a Babylon equivalent resolve, too, because such properties are not errors. */
export const BABYLON_MODEL: ObjectModel = { propertyAt: (pointer) => byPointer.get(pointer), isTolerant: true };

/** The property that a JSON pointer names; undefined if the property is not in the glTF object model. */
export function propertyOf(pointer: string): ObjectModelProperty | undefined {
  return byPointer.get(templateOf(parseJsonPointer(pointer) ?? []));
}

/** Resolves a JSON pointer to a property of an asset; null if the property cannot be animated. */
export function tryResolve(resolver: PointerResolver, pointer: string): ResolvedPointer | null {
  try {
    return resolver.resolve("", pointer);
  } catch {
    return null;
  }
}

/**
 * Joins the JSON pointers of a property's components to the pointer of the property.
 * @returns null unless the pointers name all components of a property, in order
 */
export function wholePointer(asset: unknown, pointers: readonly string[]): string | null {
  const parent = /^(.*)\/0$/.exec(pointers[0]!)?.[1];
  if (parent === undefined || pointers.length < 2 || pointers.some((pointer, i) => pointer !== `${parent}/${i}`)) {
    return null;
  }
  return tryResolve(new PointerResolver(asset, BABYLON_MODEL), parent)?.initial.length === pointers.length ? parent : null;
}
