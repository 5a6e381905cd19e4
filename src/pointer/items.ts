/** The item of an array of the asset that an index of the asset means; undefined where one of them is wrong. */
export function itemAt(array: unknown, index: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof index === "number" && Array.isArray(array) ? (array[index] as Readonly<Record<string, unknown>> | undefined) : undefined;
}

/** The items of an array of the asset, which may be none. */
export function itemsOf<T>(array: readonly T[] | undefined): readonly T[] {
  return Array.isArray(array) ? (array as readonly T[]) : [];
}

/** What a map has at a key; made and kept where it has nothing. */
export function getOrMake<Key, Value>(
  map: { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown },
  key: Key,
  make: () => Value,
): Value {
  const value = map.get(key) ?? make();
  map.set(key, value);
  return value;
}
