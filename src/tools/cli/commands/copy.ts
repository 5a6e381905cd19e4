import { excerpt } from "../../../gltf/util/index.js";
import { CopyAnimations } from "../../index.js";
import { collect, keysOf } from "../command.js";
import { editCommand } from "../edit.js";
import { PIPE, readModel, UsageError } from "../model.js";
import { animationNames, warnOfSharedNames } from "../names.js";
import { forEachFile, plural, sentenceOf } from "../text.js";

interface Options {
  readonly animations?: readonly string[];
  readonly rename?: readonly string[];
  readonly strip?: string;
  readonly verbose?: boolean;
}

/** `copy <in> <others...>` */
export const copy = editCommand<[readonly string[]], Options>({
  usage: "copy <in> <others...>",
  description: "Copy animations and clips of other files with the same skeleton; nodes are matched by name",
  example: "copy character.glb walk.glb run.glb --strip mixamorig: -o character-moves.glb",
  define: (command) =>
    command
      .option("--animations <names>", "names or indices, separated by commas; default: all", collect)
      .option("--rename <old=new>", "name of a node in the other files, and its name in <in>; can be repeated", collect)
      .option("--strip <prefix>", "prefix that the names in the other files have, and those in <in> lack")
      .option("--verbose", "list each channel that is left out because <in> does not have its node"),
  inputs: ([others]) => others,
  edit: async ({ path, file }, [others], { animations, rename = [], strip = "", verbose = false }, io) => {
    if ([path, ...others].filter((each) => each === PIPE).length > 1) {
      throw new UsageError("-: must not be used for several files");
    }
    const renamed = new Map(rename.map(parseRename));
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
        rename: (name) => {
          const rest = strip !== "" && name.startsWith(strip) ? name.slice(strip.length) : name;
          return renamed.get(name) ?? renamed.get(rest) ?? rest;
        },
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

function parseRename(text: string): readonly [string, string] {
  const at = text.indexOf("=");
  if (at < 1) {
    throw new UsageError(`--rename ${excerpt(text)}: must be old=new`);
  }
  return [text.slice(0, at), text.slice(at + 1)];
}
