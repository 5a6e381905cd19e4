import { parseJsonPointer, templateOf } from "../../util/index.js";
import { type ObjectModel, type ObjectModelProperty, PointerResolver, PROPERTIES, type ResolvedPointer } from "../../objectModel/index.js";

const byPointer = new Map(PROPERTIES.map((property) => [property.pointer, property]));

/** The object model as Babylon shows it. Properties without a Babylon equivalent resolve, too, because they are not errors in a file. */
export const BABYLON_MODEL: ObjectModel = { propertyAt: (pointer) => byPointer.get(pointer), isTolerant: true };

/** The property that a JSON pointer names; undefined if the table does not have it. */
export function propertyOf(pointer: string): ObjectModelProperty | undefined {
  return byPointer.get(templateOf(parseJsonPointer(pointer) ?? []));
}

/** The property of an asset that a JSON pointer names; null if it cannot be animated. */
export function tryResolve(resolver: PointerResolver, pointer: string): ResolvedPointer | null {
  try {
    return resolver.resolve("", pointer);
  } catch {
    return null;
  }
}

/**
 * The pointer to a property whose components are named one by one: all of them, in order.
 * @returns null if the pointers name anything else
 */
export function wholePointer(asset: unknown, pointers: readonly string[]): string | null {
  const parent = /^(.*)\/0$/.exec(pointers[0]!)?.[1];
  if (parent === undefined || pointers.length < 2 || pointers.some((pointer, i) => pointer !== `${parent}/${i}`)) {
    return null;
  }
  return tryResolve(new PointerResolver(asset, BABYLON_MODEL), parent)?.initial.length === pointers.length ? parent : null;
}
