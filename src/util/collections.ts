/** The value of a map at a key. Makes and keeps one where the map has none. */
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

/** The item of an array of the asset that an index means; undefined where the index or the array is wrong. */
export function itemAt(array: unknown, index: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof index === "number" && Array.isArray(array) ? (array[index] as Readonly<Record<string, unknown>> | undefined) : undefined;
}

/** The items of an array of the asset; empty if it is not an array. */
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

/** Copies a column into a longer array: the same items first, then zeros. */
export function grow<T extends GrowingColumn>(column: T | undefined, capacity: number, type: new (length: number) => T): T {
  const grown = new type(capacity);
  if (column) {
    grown.set(column as T & ArrayLike<number>);
  }
  return grown;
}
