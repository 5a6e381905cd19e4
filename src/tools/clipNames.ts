import type { ClipDefinition } from "../schema/index.js";
import { excerpt } from "../util/index.js";

/** The JSON pointer of a clip or controller, and the slash before one of its members. */
const POINTER = /(\/extensions\/KHR_animation_(?:clip\/clips|controller\/controllers)\/\d+)(\/?)/g;

/**
 * Names clips in a message instead of their JSON pointers. A clip without a name keeps its pointer.
 * @example nameClips("/extensions/KHR_animation_clip/clips/0/speed: must be finite", clips) // "clip walk, speed: must be finite"
 */
export function nameClips(message: string, clips: readonly Pick<ClipDefinition, "name" | "place">[]): string {
  return message.replace(POINTER, (text: string, pointer: string, slash: string) => {
    const name = clips.find(({ place }) => place === pointer)?.name;
    return name === undefined ? text : `clip ${excerpt(name, 40)}${slash && ", "}`;
  });
}
