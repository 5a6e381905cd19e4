import { itemsOf } from "../util/index.js";
import { type ImportContext, type Importer, membersOf } from "./importer.js";

/**
 * Imports clips of the game engine Trial: `SHIRAKUMO_trial` of animations. An animation repeats unless `loop` is false or `next` names the
 * animation that follows. The begins of `effects` are events.
 */
export const importTrial: Importer = (context) => {
  for (const { animation, place, json } of context.extensions("SHIRAKUMO_trial")) {
    const end = context.endOf(animation);
    if (end !== null) {
      const { next, blendDuration } = json;
      const hasNext = typeof next === "string" && next !== "";
      const isLoop = context.boolean(place, json, "loop", true) && !hasNext;
      const kept = { ...(hasNext ? { next } : {}), ...(blendDuration === undefined ? {} : { blendDuration }) };
      const other = Object.keys(kept).length > 0 ? { extras: kept } : {};
      context.add(place, [animation], { end, repetitions: isLoop ? -1 : 1 }, { other });
      readEffects(context, animation, `${place}/effects`, json["effects"]);
    }
  }
};

function readEffects(context: ImportContext, animation: number, place: string, effects: unknown): void {
  itemsOf(effects).forEach((item, i) => {
    const { start, effect } = membersOf(item);
    if (typeof start === "number" && start >= 0 && start < Infinity && typeof effect === "string") {
      context.addEvent(animation, { time: start, name: effect });
    } else {
      context.warn(`${place}/${i}`, "must have a start >= 0 in seconds, and the name of an effect");
    }
  });
}
