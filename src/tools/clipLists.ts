import type { GltfJson } from "../gltf/file/index.js";
import { itemsOf } from "../gltf/util/index.js";
import { type ClipInput, clipToJson, type ExtensibleAsset, listExtension, removeExtension } from "../gltf/schema/index.js";

/**
 * Adds clips after the clips of an asset. Existing clips do not change, even if invalid.
 * @throws AssetError if a new clip is invalid
 */
export function appendClips(json: GltfJson, clips: readonly ClipInput[]): void {
  const list = [...listOf(json, "KHR_animation_clip", "clips")];
  clips.forEach((clip) => list.push(jsonOf(json, clip, list.length)));
  setList(json, list);
}

/**
 * Adds clips to an asset. A clip replaces the existing clip with the same name, or is added at the end.
 * @throws AssetError if a new clip is invalid
 */
export function putClips(json: GltfJson, clips: readonly ClipInput[]): void {
  const list = [...listOf(json, "KHR_animation_clip", "clips")];
  for (const clip of clips) {
    const found = list.findIndex((other) => clip.name !== undefined && (Object(other) as ClipInput).name === clip.name);
    const index = found < 0 ? list.length : found;
    list[index] = jsonOf(json, clip, index);
  }
  setList(json, list);
}

/**
 * Replaces the clip at an index of `KHR_animation_clip`.
 * @throws AssetError if the new clip is invalid
 */
export function replaceClip(json: GltfJson, index: number, clip: ClipInput): void {
  const list = [...listOf(json, "KHR_animation_clip", "clips")];
  list[index] = jsonOf(json, clip, index);
  setList(json, list);
}

/** @throws AssetError if the clip is invalid */
function jsonOf({ animations }: GltfJson, clip: ClipInput, index: number): unknown {
  return clipToJson(`/extensions/KHR_animation_clip/clips/${index}`, clip, animations);
}

function setList(json: GltfJson, clips: readonly unknown[]): void {
  if (clips.length > 0) {
    const extension = Object(json.extensions?.["KHR_animation_clip"]) as object;
    json.extensions = { ...json.extensions, KHR_animation_clip: { ...extension, clips } };
    listExtension(json, "KHR_animation_clip");
  }
}

/** The list of a root extension; empty if the list is missing. */
function listOf(json: ExtensibleAsset, extension: string, list: string): readonly unknown[] {
  return itemsOf((Object(json.extensions?.[extension]) as Record<string, unknown>)[list]);
}

/** Removes items from the list of a root extension, by JSON pointer. An extension without items is removed. */
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
