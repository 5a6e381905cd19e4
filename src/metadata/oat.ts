import { itemsOf, show } from "../util/index.js";
import { type Importer, membersOf } from "./importer.js";

/**
 * Imports the clip of OpenAssetTools, whose files have one animation: `OAT_xanim` in the extras of the asset states whether it repeats, its
 * length in frames, and notifies at shares of the length, which are events.
 */
export const importOat: Importer = (context) => {
  const stated = membersOf(context.json.extras)["OAT_xanim"];
  const place = "/extras/OAT_xanim";
  if (stated === undefined || context.animations.length === 0) {
    return;
  }
  const json = membersOf(stated);
  const end = context.endOf(0);
  if (end === null) {
    return;
  }
  const isLoop = context.boolean(place, json, "looped", false);
  itemsOf(json["notifies"]).forEach((notify, i) => {
    const { name, time } = membersOf(notify);
    if (typeof name === "string" && typeof time === "number" && time >= 0 && time <= 1) {
      context.addEvent(0, { time: time * end, name });
    } else {
      context.warn(`${place}/notifies/${i}`, `must have a name, and a time within 0..1 (got ${show(time)})`);
    }
  });
  context.add(place, [0], { end, repetitions: isLoop ? -1 : 1 });
};
