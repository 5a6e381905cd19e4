import type { GltfFile } from "../../../gltf/file/index.js";
import { excerpt } from "../../../gltf/util/index.js";
import { CopyAnimations, CopyClips } from "../../index.js";
import { collect, keysOf } from "../command.js";
import { editCommand, type EditReport } from "../edit.js";
import type { Io } from "../io.js";
import { PIPE, readModel, UsageError } from "../model.js";
import { animationNames, parseRenames, warnOfSharedNames } from "../names.js";
import { forEachFile, plural, sentenceOf } from "../text.js";

interface Options {
  readonly clips?: boolean;
  readonly animations?: readonly string[];
  readonly rename?: readonly string[];
  readonly renameTarget?: readonly string[];
  readonly strip?: string;
  readonly verbose?: boolean;
}

/** `copy <in> <others...>` */
export const copy = editCommand<[readonly string[]], Options>({
  usage: "copy <in> <others...>",
  description: "Copy animations and clips of other files with the same skeleton; nodes and morph targets are matched by name",
  example: "copy character.glb walk.glb run.glb --strip mixamorig: -o character-moves.glb",
  define: (command) =>
    command
      .option("--clips", "copy clips, controllers and events only, for animations that <in> has under the same names")
      .option("--animations <names>", "names or indices, separated by commas; default: all", collect)
      .option(
        "--rename <old=new>",
        "name of a node, or with --clips of an animation, in the other files, and its name in <in>; can be repeated",
        collect,
      )
      .option("--rename-target <old=new>", "the same for the name of a morph target; can be repeated", collect)
      .option("--strip <prefix>", "prefix that the names in the other files have, and those in <in> lack")
      .option("--verbose", "list each channel that is left out because <in> does not have its node"),
  inputs: ([others]) => others,
  edit: async ({ path, file }, [others], options, io) => {
    const { clips = false, animations, rename = [], renameTarget = [], strip = "", verbose = false } = options;
    if ([path, ...others].filter((each) => each === PIPE).length > 1) {
      throw new UsageError("-: must not be used for several files");
    }
    const withoutMeaning = animations ? "animations" : renameTarget.length > 0 ? "rename-target" : verbose ? "verbose" : null;
    if (clips && withoutMeaning !== null) {
      throw new UsageError(`--${withoutMeaning}: has no meaning with --clips`);
    }
    const renamed = parseRenames("--rename", rename);
    const renameTargets = Object.fromEntries(parseRenames("--rename-target", renameTarget));
    const renameOf = (name: string): string => {
      const rest = strip !== "" && name.startsWith(strip) ? name.slice(strip.length) : name;
      return renamed.get(name) ?? renamed.get(rest) ?? rest;
    };
    if (clips) {
      return copyClips(file, others, renameOf, io);
    }
    const warnings: string[] = [];
    let copied = 0;
    await forEachFile(io, others, async (other) => {
      const source = (await readModel(io, other)).file;
      const names = animationNames(source.json);
      const keys = animations && keysOf(animations, names);
      const shared: string[] = [];
      warnOfSharedNames(names, keys ?? [], shared);
      warnings.push(...shared.map((warning) => `${excerpt(other)}: ${warning}`));
      const report = CopyAnimations(file, source, {
        animations: keys,
        rename: renameOf,
        renameTargets,
      });
      copied += report.animations.length;
      warnings.push(
        ...[...(verbose ? report.details : []), ...report.findings].map((finding) => `${excerpt(other)}: ${sentenceOf(finding)}`),
      );
    });
    const reason = warnings.length > 0 ? undefined : `${excerpt(others.join(", "))} ${others.length === 1 ? "has" : "have"} no animations`;
    return { done: copied > 0 ? plural(copied, "animation") : null, ...(reason !== undefined && { reason }), warnings };
  },
});

async function copyClips(file: GltfFile, others: readonly string[], rename: (name: string) => string, io: Io): Promise<EditReport> {
  const warnings: string[] = [];
  let [clips, events] = [0, 0];
  await forEachFile(io, others, async (other) => {
    const report = CopyClips(file, (await readModel(io, other)).file, { rename });
    clips += report.clips;
    events += report.events;
    warnings.push(...report.findings.map((finding) => `${excerpt(other)}: ${sentenceOf(finding)}`));
  });
  const done = [...(clips > 0 ? [plural(clips, "clip")] : []), ...(events > 0 ? [plural(events, "event")] : [])].join(", ");
  return { done: done || null, reason: `all clips and events of ${excerpt(others.join(", "))} are there, or have no animation`, warnings };
}
