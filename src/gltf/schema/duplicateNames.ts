import { createFinding, excerpt, type Finding } from "../util/index.js";
import type { ClipDefinition } from "./clipDefinition.js";

/** Finds clips with the name of an earlier clip (`CLIP_NAME_DUPLICATE`). Such clips are valid, but cannot be found by name. */
export function findDuplicateNames(clips: readonly ClipDefinition[]): readonly Finding[] {
  const first = new Map<string, string>();
  return clips.flatMap(({ name, pointer }) => {
    if (name === undefined) {
      return [];
    }
    const other = first.get(name);
    if (other === undefined) {
      first.set(name, pointer);
      return [];
    }
    const message = `is also the name of ${other}; searching by name finds only that one (got ${excerpt(name)})`;
    return [createFinding("CLIP_NAME_DUPLICATE", `${pointer}/name`, message)];
  });
}
