import type { ClipDefinition } from "../gltf/schema/index.js";
import { excerpt } from "../gltf/util/index.js";

/**
 * Names a clip instead of its JSON pointer. A clip without a name keeps its pointer.
 * @param pointer JSON pointer of a clip, or of one of its members
 * @example nameClip("/extensions/KHR_animation_clip/clips/0/speed", clips) // "clip walk, speed"
 */
export function nameClip(pointer: string, clips: readonly Pick<ClipDefinition, "name" | "pointer">[]): string {
  const clip = clips.find((each) => pointer === each.pointer || pointer.startsWith(`${each.pointer}/`));
  return clip?.name === undefined ? pointer : `clip ${excerpt(clip.name, 40)}${pointer.slice(clip.pointer.length).replace("/", ", ")}`;
}
