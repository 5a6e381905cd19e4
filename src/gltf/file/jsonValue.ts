import { isObject } from "../util/index.js";

/** Whether two JSON values are equal; the order of members does not matter. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) {
    return true;
  }
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, i) => isEqual(item, b[i]));
  }
  if (!isObject(a) || !isObject(b)) {
    return false;
  }
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && isEqual(a[key], b[key]));
}

/** Counts the equal items at the beginning of two lists, and at the end of the remaining items. */
export function countEqualEnds(a: readonly unknown[], b: readonly unknown[]): { readonly first: number; readonly last: number } {
  const shorter = Math.min(a.length, b.length);
  let first = 0;
  while (first < shorter && isEqual(a[first], b[first])) {
    first++;
  }
  let last = 0;
  while (last < shorter - first && isEqual(a.at(-1 - last), b.at(-1 - last))) {
    last++;
  }
  return { first, last };
}
