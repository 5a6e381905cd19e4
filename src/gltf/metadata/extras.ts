import { type Json, membersOf, show } from "../util/index.js";
import { type ClipSettings, type ClipSettingsProblem, findClipSettingsProblem, SETTINGS } from "../timing/index.js";
import { type ImportContext, type Importer, statedSettings } from "./importer.js";

/**
 * Imports clips from the `extras` of animations, such as the custom properties of Blender's actions: clip settings by name, and `loop`. If
 * `repetitions` is missing, a true `loop` repeats endlessly and a false `loop` plays once. 1 and 0 count as true and false, since not all
 * exporters have booleans.
 */
export const importExtras: Importer = (context) => {
  context.animations.forEach((animation, index) => {
    const extras = membersOf(membersOf(animation)["extras"]);
    const isStated = ["loop", ...SETTINGS].some((member) => Object.hasOwn(extras, member));
    const lastKey = isStated ? context.endOf(index) : null;
    if (lastKey !== null) {
      const pointer = `/animations/${index}/extras`;
      const settings = readSettings(context, pointer, extras);
      context.add(pointer, [index], { end: Math.max(settings.start ?? 0, lastKey), ...settings });
    }
  });
};

/** Reads the settings of a clip. Invalid members are left out, with a finding. */
function readSettings(context: ImportContext, pointer: string, extras: Json): ClipSettings {
  const { loop, reverse } = { loop: toBoolean(extras["loop"]), reverse: toBoolean(extras["reverse"]) };
  if (loop !== undefined && typeof loop !== "boolean") {
    context.note(`${pointer}/loop`, `must be true or false (got ${show(loop)})`);
  }
  const repetitions = loop === false ? { repetitions: 1 } : {};
  const settings: { -readonly [Member in keyof ClipSettings]: ClipSettings[Member] } = statedSettings({
    ...repetitions,
    ...extras,
    reverse,
  });
  for (let problem; (problem = findProblem(settings)); delete settings[problem.member]) {
    context.note(`${pointer}/${problem.member}`, problem.message);
  }
  return settings;
}

/** Finds a problem of clip settings. In a file, the start must not be below 0, either. */
function findProblem(settings: ClipSettings): ClipSettingsProblem | null {
  const { start = 0 } = settings;
  return findClipSettingsProblem(settings) ?? (start < 0 ? { member: "start", message: `must be >= 0 (got ${start})` } : null);
}

function toBoolean(value: unknown): unknown {
  return value === 1 ? true : value === 0 ? false : value;
}
