import type { GltfJson } from "../file/index.js";
import { listExtension, removeExtension, WriteClips, type ClipInput, type ExtensibleAsset } from "../schema/index.js";

/**
 * Adds clips behind those that an asset has, which stay as they are, also where they are broken.
 * @throws AssetError where a clip could not be read again
 */
export function appendClips(json: GltfJson, clips: readonly ClipInput[]): void {
  if (clips.length === 0) {
    return;
  }
  const written: Pick<GltfJson, "animations"> & ExtensibleAsset = json.animations ? { animations: json.animations } : {};
  WriteClips(written, clips);
  const before = listOf(json, "KHR_animation_clip", "clips");
  const extension = Object(json.extensions?.["KHR_animation_clip"]) as object;
  const all = [...before, ...listOf(written, "KHR_animation_clip", "clips")];
  json.extensions = { ...json.extensions, KHR_animation_clip: { ...extension, clips: all } };
  listExtension(json, "KHR_animation_clip");
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
