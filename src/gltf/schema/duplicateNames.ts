import { createFinding, excerpt, type Finding, getOrMake } from "../util/index.js";
import type { ClipDefinition } from "./clipDefinition.js";

/** Finds clips with the name of an earlier clip (`CLIP_NAME_DUPLICATE`). Such clips are valid, but cannot be found by name. */
export function findDuplicateNames(clips: readonly ClipDefinition[]): readonly Finding[] {
  const first = new Map<string, string>();
  return clips.flatMap(({ name, pointer }) => {
    const other = name === undefined ? pointer : getOrMake(first, name, () => pointer);
    const message = `is also the name of ${other}; searching by name finds only that one (got ${excerpt(name ?? "")})`;
    return other === pointer ? [] : [createFinding("CLIP_NAME_DUPLICATE", `${pointer}/name`, message)];
  });
}
