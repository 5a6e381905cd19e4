import { excerpt } from "../util/index.js";
import type { ClipDefinition } from "./clipDefinition.js";

/** A clip with the name of an earlier clip. */
export interface DuplicateName {
  /** JSON pointer of the name. */
  readonly pointer: string;
  readonly message: string;
}

/** Finds clips with the name of an earlier clip. Such clips are valid, but cannot be found by name. */
export function findDuplicateNames(clips: readonly ClipDefinition[]): readonly DuplicateName[] {
  const first = new Map<string, string>();
  return clips.flatMap(({ name, place }) => {
    if (name === undefined) {
      return [];
    }
    const other = first.get(name);
    if (other === undefined) {
      first.set(name, place);
      return [];
    }
    const message = `is also the name of ${other}; searching by name finds only that one (got ${excerpt(name)})`;
    return [{ pointer: `${place}/name`, message }];
  });
}
