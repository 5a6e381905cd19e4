import { ReadClips, ReadControllers } from "../../schema/index.js";
import { BakeClips } from "../../tools/index.js";
import { collect, keysOf, parseNumber } from "../command.js";
import { editCommand } from "../edit.js";
import { findClip, noClipError } from "../names.js";
import { plural } from "../text.js";

interface Options {
  readonly clips?: readonly string[];
  readonly keep?: boolean;
  readonly passes?: number;
  readonly tolerance?: number;
}

/** `bake <in>` */
export const bake = editCommand<[], Options>({
  usage: "bake <in>",
  description: "Turn clips into ordinary animations, for viewers without the extension",
  example: "bake robot.glb --clips walk,run --keep -o robot-baked.glb",
  define: (command) =>
    command
      .option("--clips <names>", "names or indices, separated by commas; default: all", collect)
      .option("--keep", "keep the clips and their animations")
      .option("--passes <count>", "number of passes of an endless clip; default: 1, or 2 with ping-pong", parseNumber)
      .option("--tolerance <number>", "largest error of a rotation if a spline is cut; default: 2.5e-7", parseNumber),
  edit: ({ file }, _, { clips, ...options }) => {
    const definitions = [ReadClips(file.json), ReadControllers(file.json)].flatMap((reading) => reading.definitions);
    const keys =
      clips &&
      keysOf(
        clips,
        definitions.map(({ name }) => name),
      );
    const unknown = keys?.find((key) => !findClip(definitions, String(key)));
    if (unknown !== undefined) {
      throw noClipError(definitions, String(unknown));
    }
    const { animations, warnings } = BakeClips(file, { ...options, clips: keys });
    return { done: animations.length > 0 ? plural(animations.length, "animation") : null, warnings };
  },
});
