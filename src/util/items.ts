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
