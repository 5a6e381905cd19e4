import { show } from "../../messages/show.js";
import { findClipSettingsProblem, type ClipSettings } from "../../timing/index.js";
import { membersOf, type ImportContext, type Importer, type Json } from "./importer.js";

const SETTINGS = ["start", "end", "offset", "speed", "repetitions", "reverse"] as const;

/**
 * `extras` of animations, such as the custom properties of Blender's actions: settings of clips by their names, and `loop`, which repeats
 * endlessly or plays once where `repetitions` is missing. 1 and 0 count as true and false, since not all exporters have booleans.
 */
export const importExtras: Importer = (context) => {
  context.animations.forEach((animation, index) => {
    const extras = membersOf(membersOf(animation)["extras"]);
    const isStated = ["loop", ...SETTINGS].some((member) => Object.hasOwn(extras, member));
    const lastKey = isStated ? context.endOf(index) : null;
    if (lastKey !== null) {
      const settings = readSettings(context, `/animations/${index}/extras`, extras);
      context.add([index], { end: Math.max(settings.start ?? 0, lastKey), ...settings });
    }
  });
};

/** Invalid members are left out, with a warning. */
function readSettings(context: ImportContext, place: string, extras: Json): ClipSettings {
  const { loop, reverse } = { loop: toBoolean(extras["loop"]), reverse: toBoolean(extras["reverse"]) };
  if (loop !== undefined && typeof loop !== "boolean") {
    context.warn(`${place}/loop`, `must be true or false (got ${show(loop)})`);
  }
  const stated: Json = { repetitions: typeof loop === "boolean" ? (loop ? -1 : 1) : undefined, ...extras, reverse };
  const settings = Object.fromEntries(SETTINGS.flatMap((member) => (stated[member] === undefined ? [] : [[member, stated[member]]])));
  for (let problem; (problem = findClipSettingsProblem(settings)); delete settings[problem.member]) {
    context.warn(`${place}/${problem.member}`, problem.message);
  }
  return settings;
}

function toBoolean(value: unknown): unknown {
  return value === 1 ? true : value === 0 ? false : value;
}
