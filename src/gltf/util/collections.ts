import type { Json } from "./json.js";

/** Returns the value at a key of a map. Creates and stores a missing value. */
export function getOrMake<Key, Value>(
  map: { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown },
  key: Key,
  make: () => Value,
): Value {
  const known = map.get(key);
  if (known !== undefined) {
    return known;
  }
  const value = make();
  map.set(key, value);
  return value;
}

/** The item at an index of an array in the asset; undefined if the index or the array is invalid. */
export function itemAt(array: unknown, index: unknown): Json | undefined {
  return typeof index === "number" && Array.isArray(array) ? (array[index] as Json | undefined) : undefined;
}

/** The items of an array in the asset; empty if the value is not an array. */
export function itemsOf<T>(array: readonly T[] | undefined): readonly T[];
export function itemsOf(array: unknown): readonly unknown[];
export function itemsOf(array: unknown): readonly unknown[] {
  return Array.isArray(array) ? array : [];
}

/** A copy of an object without some of its members. */
export function omit<T extends object>(object: T, ...keys: readonly string[]): T {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key))) as T;
}

interface GrowingColumn {
  readonly length: number;
  set(values: ArrayLike<number>): void;
}

/** Copies a column into a longer array: first the items of the column, then zeros. */
export function grow<T extends GrowingColumn>(column: T | undefined, capacity: number, type: new (length: number) => T): T {
  const grown = new type(capacity);
  if (column) {
    grown.set(column as T & ArrayLike<number>);
  }
  return grown;
}

/** Replaces all columns of an object by longer ones, as {@link grow} does. */
export function growAll(columns: object, capacity: number): void {
  for (const [name, column] of Object.entries(columns)) {
    if (ArrayBuffer.isView(column)) {
      const array = column as Float64Array;
      Reflect.set(columns, name, grow(array, capacity, array.constructor as Float64ArrayConstructor));
    }
  }
}
