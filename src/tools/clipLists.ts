import type { GltfJson } from "../file/index.js";
import { AssetError, listExtension, removeExtension, WriteClips, type ClipInput, type ExtensibleAsset } from "../schema/index.js";

/**
 * Adds clips behind those that an asset has, which stay as they are, also where they are broken.
 * @throws AssetError where a clip could not be read again
 */
export function appendClips(json: GltfJson, clips: readonly ClipInput[]): void {
  const list = [...listOf(json, "KHR_animation_clip", "clips")];
  clips.forEach((clip) => list.push(clipToJson(json, clip, list.length)));
  setList(json, list);
}

/**
 * Puts clips in the place of those that have the same names, and the others behind all that the asset has, which stay as they are.
 * @throws AssetError where a clip could not be read again
 */
export function putClips(json: GltfJson, clips: readonly ClipInput[]): void {
  const list = [...listOf(json, "KHR_animation_clip", "clips")];
  for (const clip of clips) {
    const found = list.findIndex((other) => clip.name !== undefined && (Object(other) as ClipInput).name === clip.name);
    const index = found < 0 ? list.length : found;
    list[index] = clipToJson(json, clip, index);
  }
  setList(json, list);
}

/**
 * Changes the clip at an index of `KHR_animation_clip`.
 * @throws AssetError where it could not be read again
 */
export function replaceClip(json: GltfJson, index: number, clip: ClipInput): void {
  const list = [...listOf(json, "KHR_animation_clip", "clips")];
  list[index] = clipToJson(json, clip, index);
  setList(json, list);
}

/**
 * A clip as a file states it.
 * @param index that it has in the list
 * @throws AssetError where it could not be read again
 */
function clipToJson({ animations }: GltfJson, clip: ClipInput, index: number): unknown {
  const written: Pick<GltfJson, "animations"> & ExtensibleAsset = animations ? { animations } : {};
  try {
    WriteClips(written, [clip]);
  } catch (error) {
    if (error instanceof AssetError) {
      throw new AssetError(error.place.replace("/clips/0", `/clips/${index}`), error.rule);
    }
    throw error;
  }
  return listOf(written, "KHR_animation_clip", "clips")[0];
}

function setList(json: GltfJson, clips: readonly unknown[]): void {
  if (clips.length > 0) {
    const extension = Object(json.extensions?.["KHR_animation_clip"]) as object;
    json.extensions = { ...json.extensions, KHR_animation_clip: { ...extension, clips } };
    listExtension(json, "KHR_animation_clip");
  }
}

/** The list of a root extension; empty where there is none. */
function listOf(json: ExtensibleAsset, extension: string, list: string): readonly unknown[] {
  const items = (Object(json.extensions?.[extension]) as Record<string, unknown>)[list];
  return Array.isArray(items) ? items : [];
}

/** Takes items out of the list of a root extension, and the extension out of the asset where none are left. */
export function removeFromList(json: GltfJson, extension: string, list: string, places: ReadonlySet<string>): void {
  const before = listOf(json, extension, list);
  const rest = before.filter((_, i) => !places.has(`/extensions/${extension}/${list}/${i}`));
  if (rest.length === before.length) {
    return;
  }
  if (rest.length > 0) {
    (json.extensions![extension] as Record<string, unknown>)[list] = rest;
  } else {
    removeExtension(json, extension);
  }
}
