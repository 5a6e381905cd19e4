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
