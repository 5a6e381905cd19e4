import { ReadClips, type ClipDefinition } from "../../schema/index.js";
import type { ClipSettings } from "../../timing/index.js";
import { putClips, replaceClip } from "../../tools/clipLists.js";
import { collect, parseNumber } from "../command.js";
import { editCommand } from "../edit.js";
import { findAnimations, findClip } from "../names.js";

interface Options extends ClipSettings {
  readonly animations?: readonly string[];
  readonly rename?: string;
}

const MEMBERS = ["start", "end", "offset", "speed", "repetitions", "reverse"] as const;

/** `set <in> <clip>` */
export const set = editCommand<[string], Options>({
  usage: "set <in> <clip>",
  description: "Change a clip, by its name or index; or add one where none has the name",
  example: "set robot.glb walk --animations Walk --start 0.5 --end 1.75 --speed 1.5 -o robot-walk.glb",
  define: (command) =>
    command
      .option("--animations <names>", "its animations: names or indices, with commas; default the only one", collect)
      .option("--start <seconds>", "lower bound of its time", parseNumber)
      .option("--end <seconds>", "upper bound of its time; Infinity for none", parseNumber)
      .option("--offset <seconds>", "where it begins, counted from start", parseNumber)
      .option("--speed <factor>", "seconds per second; negative plays backwards", parseNumber)
      .option("--repetitions <count>", "how many bounds it crosses; -1 is endless", parseNumber)
      .option("--reverse", "turn at a bound")
      .option("--no-reverse", "go on from the other bound")
      .option("--rename <name>", "its new name"),
  edit: ({ file: { json } }, [key], { animations, rename, ...options }) => {
    const { definitions } = ReadClips(json);
    const clip: ClipDefinition | undefined = findClip(definitions, key);
    const changed = Object.fromEntries(MEMBERS.flatMap((member) => (options[member] === undefined ? [] : [[member, options[member]]])));
    const chosen = clip && !animations ? clip.animations : findAnimations(json, animations);
    const edited = {
      name: rename ?? (clip ? clip.name : key),
      animations: chosen,
      settings: { ...clip?.settings, ...changed },
      other: clip?.other,
    };
    if (clip) {
      replaceClip(json, Number(clip.place.split("/").at(-1)), edited);
    } else {
      putClips(json, [edited]);
    }
    return { done: clip ? "1 clip changed" : "1 clip added", warnings: ReadClips(json).warnings };
  },
});
