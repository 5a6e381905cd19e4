/** The prototypes of the language, and functions that indices such as "toString" find, as they were when this module was loaded. */

/** Those of this realm, and those of Node's own, which cloned objects have: Jest runs tests in a realm of its own. */
const PROTOTYPES = [
  ...new Set([
    ...[Object, Array, Function, String, Number, Map, Error].map(({ prototype }) => prototype as object),
    ...[{}, []].map((cloned) => Object.getPrototypeOf(structuredClone(cloned)) as object),
    ...[Object, Array].flatMap(({ prototype }) => ["constructor", "toString"].map((name) => Reflect.get(prototype, name) as object)),
  ]),
];

const UNTOUCHED: readonly PropertyDescriptorMap[] = PROTOTYPES.map((prototype) => Object.getOwnPropertyDescriptors(prototype));

/** The names of the members that were added, changed or removed since. They are restored, so that whatever runs the test can say so. */
export function restorePrototypes(): string[] {
  return PROTOTYPES.flatMap((prototype, i) => {
    const before = UNTOUCHED[i]!;
    const after: PropertyDescriptorMap = Object.getOwnPropertyDescriptors(prototype);
    const isTouched = (key: PropertyKey): boolean =>
      (["value", "get", "set"] as const).some((part) => after[key]?.[part] !== before[key]?.[part]) ||
      Object.hasOwn(after, key) !== Object.hasOwn(before, key);
    const touched = [...new Set([...Reflect.ownKeys(prototype), ...Reflect.ownKeys(before)])].filter(isTouched);
    for (const key of touched) {
      if (Object.hasOwn(before, key)) {
        Object.defineProperty(prototype, key, before[key]!);
      } else {
        Reflect.deleteProperty(prototype, key);
      }
    }
    return touched.map(String);
  });
}
