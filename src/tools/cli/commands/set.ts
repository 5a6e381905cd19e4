import { type ClipDefinition, ReadClips } from "../../../gltf/schema/index.js";
import { type ClipSettings, describeExcess, SETTINGS } from "../../../gltf/timing/index.js";
import { putClips, rangeOf, replaceClip, sourceOf } from "../../index.js";
import { AssetError, doubtsAmong, excerpt } from "../../../gltf/util/index.js";
import { collect, parseNumber } from "../command.js";
import { editCommand } from "../edit.js";
import { UsageError } from "../model.js";
import { findAnimations, findClip, knownAnimations, noClipError } from "../names.js";
import { expectOrder } from "../range.js";
import { nameOf, sentenceOf } from "../text.js";

interface Options extends ClipSettings {
  readonly animations?: readonly string[];
  readonly rename?: string;
}

/** `set <in> <clip>` */
export const set = editCommand<[string], Options>({
  usage: "set <in> <clip>",
  description: "Change a clip, given by name or index; with --animations, add it if there is none with that name",
  example: "set robot.glb walk --animations Walk --start 0.5 --end 1.75 --speed 1.5 -o robot-walk.glb",
  synonyms: {
    "--ping-pong": "--reverse",
    "--pingpong": "--reverse",
    "--bounce": "--reverse",
    "--no-ping-pong": "--no-reverse",
    "--loop": "--repetitions -1",
    "--no-loop": "--repetitions 1",
    "--count": "--repetitions",
  },
  define: (command) =>
    command
      .option("--animations <names>", "names or indices, separated by commas; required to add a clip", collect)
      .option("--start <seconds>", "lower bound", parseNumber)
      .option("--end <seconds>", "upper bound; Infinity for none", parseNumber)
      .option("--offset <seconds>", "where the clip begins, relative to start", parseNumber)
      .option("--speed <factor>", "playback speed; negative plays backwards", parseNumber)
      .option("--repetitions <count>", "number of bounds to cross before it finishes; -1 is endless", parseNumber)
      .option("--reverse", "turn at each bound (ping-pong)")
      .option("--no-reverse", "continue from the other bound")
      .option("--rename <name>", "new name"),
  edit: ({ file }, [key], { animations, rename, ...options }) => {
    const { json } = file;
    const { definitions } = ReadClips(json);
    const shared: string[] = [];
    const clip: ClipDefinition | undefined = findClip(definitions, key, shared);
    const changed = Object.fromEntries(SETTINGS.flatMap((member) => (options[member] === undefined ? [] : [[member, options[member]]])));
    if (!clip && !animations) {
      throw noClipError(definitions, key, `To add the clip ${excerpt(key)}, state its --animations: ${knownAnimations(json)}.`);
    }
    const chosen = clip && !animations ? clip.animations : findAnimations(json, animations, shared);
    const edited = {
      name: rename ?? (clip ? clip.name : key),
      animations: chosen,
      settings: { ...clip?.settings, ...changed },
      other: clip?.other,
    };
    const label = nameOf(clip ? clip.name : key);
    const range = { start: 0, end: Infinity, ...edited.settings };
    expectOrder(label, range.start, range.end);
    try {
      if (clip) {
        replaceClip(json, Number(clip.pointer.split("/").at(-1)), edited);
      } else {
        putClips(json, [edited]);
      }
    } catch (error) {
      throw error instanceof AssetError ? new UsageError(`${label}: --${error.pointer.split("/").at(-1)} ${error.rule}`) : error;
    }
    const after = ReadClips(json);
    const last = rangeOf(sourceOf(file), chosen)?.[1] ?? Infinity;
    const warnings = [
      ...shared,
      ...doubtsAmong(after.findings).map((finding) => sentenceOf(finding, after.definitions)),
      ...[("start" in changed || "end" in changed) && describeExcess(label, range, last)].flatMap((excess) => excess || []),
      ...(rename !== undefined && definitions.some((other) => other !== clip && other.name === rename)
        ? [`${excerpt(rename)}: is also the name of another clip; searching by name finds only the first one`]
        : []),
    ];
    return { done: clip ? "1 clip changed" : "1 clip added", warnings };
  },
});
