import { isEqual } from "../file/index.js";

/** A value that differs between two JSON documents. */
export interface JsonChange {
  /** JSON pointer of the value. Items behind a change of length have their index of the document that they are in. */
  readonly pointer: string;
  /** Absent where the value was added. */
  readonly before?: unknown;
  /** Absent where the value was removed. */
  readonly after?: unknown;
}

/** The smallest values that two JSON documents differ in, in the order of the first. */
export function findChanges(before: unknown, after: unknown, pointer = ""): readonly JsonChange[] {
  if (isEqual(before, after)) {
    return [];
  }
  if (Array.isArray(before) && Array.isArray(after)) {
    return changedItems(before, after, pointer);
  }
  if (!isMembers(before) || !isMembers(after)) {
    return [{ pointer, before, after }];
  }
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].flatMap((key) => {
    const place = `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    if (!Object.hasOwn(before, key)) {
      return [{ pointer: place, after: after[key] }];
    }
    return Object.hasOwn(after, key) ? findChanges(before[key], after[key], place) : [{ pointer: place, before: before[key] }];
  });
}

/** Items at the beginning and the end that are the same are left out; those between them are compared in order. */
function changedItems(before: readonly unknown[], after: readonly unknown[], pointer: string): readonly JsonChange[] {
  const shorter = Math.min(before.length, after.length);
  let first = 0;
  while (first < shorter && isEqual(before[first], after[first])) {
    first++;
  }
  let last = 0;
  while (last < shorter - first && isEqual(before.at(-1 - last), after.at(-1 - last))) {
    last++;
  }
  const both = shorter - last;
  return [
    ...before.slice(first, both).flatMap((item, i) => findChanges(item, after[first + i], `${pointer}/${first + i}`)),
    ...before.slice(both, before.length - last).map((item, i) => ({ pointer: `${pointer}/${both + i}`, before: item })),
    ...after.slice(both, after.length - last).map((item, i) => ({ pointer: `${pointer}/${both + i}`, after: item })),
  ];
}

function isMembers(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
