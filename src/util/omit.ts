/** A copy of an object without some of its members. */
export function omit<T extends object>(object: T, ...keys: readonly string[]): T {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key))) as T;
}
