import { countEqualEnds, isEqual } from "../gltf/file/index.js";
import { isObject } from "../gltf/util/index.js";

/** A value that differs between two JSON documents. */
export interface JsonChange {
  /** JSON pointer of the value. An item after an insertion or removal is addressed by its index in the document that contains it. */
  readonly pointer: string;
  /** Absent if the value was added. */
  readonly before?: unknown;
  /** Absent if the value was removed. */
  readonly after?: unknown;
}

/** Lists the smallest values in which two JSON documents differ, in the order of the first document. */
export function findChanges(before: unknown, after: unknown, pointer = ""): readonly JsonChange[] {
  if (isEqual(before, after)) {
    return [];
  }
  if (Array.isArray(before) && Array.isArray(after)) {
    return changedItems(before, after, pointer);
  }
  if (!isObject(before) || !isObject(after)) {
    return [{ pointer, before, after }];
  }
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].flatMap((key) => {
    const member = `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    if (!Object.hasOwn(before, key)) {
      return [{ pointer: member, after: after[key] }];
    }
    return Object.hasOwn(after, key) ? findChanges(before[key], after[key], member) : [{ pointer: member, before: before[key] }];
  });
}

/** Skips equal items at the beginning and the end, and compares the items between them in order. */
function changedItems(before: readonly unknown[], after: readonly unknown[], pointer: string): readonly JsonChange[] {
  const { first, last } = countEqualEnds(before, after);
  const both = Math.min(before.length, after.length) - last;
  return [
    ...before.slice(first, both).flatMap((item, i) => findChanges(item, after[first + i], `${pointer}/${first + i}`)),
    ...before.slice(both, before.length - last).map((item, i) => ({ pointer: `${pointer}/${both + i}`, before: item })),
    ...after.slice(both, after.length - last).map((item, i) => ({ pointer: `${pointer}/${both + i}`, after: item })),
  ];
}
