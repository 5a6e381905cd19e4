import { show } from "../util/index.js";
import { type Importer, membersOf } from "./importer.js";

/**
 * Imports clips of Bless, a level editor in Blender: `BLESS_animation_looping` of the animations that repeat, and the name of the first
 * animation to play in `BLESS_animation_default` of the asset. In a file with one of them, all other animations play once.
 */
export const importBless: Importer = (context) => {
  const first = membersOf(membersOf(context.json.extensions)["BLESS_animation_default"])["defaultAnimation"];
  const looping = new Map(Array.from(context.extensions("BLESS_animation_looping"), (found) => [found.animation, found]));
  const firstPlace = "/extensions/BLESS_animation_default/defaultAnimation";
  if (typeof first === "string") {
    context.find(firstPlace, first);
  } else if (first !== undefined) {
    context.warn(firstPlace, `must be a string (got ${show(first)})`);
  }
  if (first === undefined && looping.size === 0) {
    return;
  }
  for (const animation of context.animations.keys()) {
    const end = context.endOf(animation);
    if (end !== null) {
      const { place = `/animations/${animation}`, json = {} } = looping.get(animation) ?? {};
      const isLoop = context.boolean(place, json, "loop", looping.has(animation));
      const stated = typeof first === "string" ? { isDefault: context.nameOf(animation) === first } : {};
      context.add(place, [animation], { end, repetitions: isLoop ? -1 : 1 }, stated);
    }
  }
};
