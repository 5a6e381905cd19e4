import { ReadClips, ReadControllers } from "../../schema/index.js";
import { BakeClips } from "../../tools/bake/bakeClips.js";
import { collect, keysOf, parseNumber } from "../command.js";
import { editCommand } from "../edit.js";
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
  description: "Make ordinary animations of clips, for viewers without the extension",
  example: "bake robot.glb --clips walk,run --keep -o robot-baked.glb",
  define: (command) =>
    command
      .option("--clips <names>", "which clips: names or indices, with commas; default all", collect)
      .option("--keep", "leave the clips and their animations in the file")
      .option("--passes <count>", "how many lengths of a clip that does not finish", parseNumber)
      .option("--tolerance <number>", "the most that a rotation may be off where a spline is cut", parseNumber),
  edit: ({ file }, _, { clips, ...options }) => {
    const definitions = [ReadClips(file.json), ReadControllers(file.json)].flatMap((reading) => reading.definitions);
    const names = definitions.map(({ name }) => name);
    const { animations, warnings } = BakeClips(file, { ...options, clips: clips && keysOf(clips, names) });
    return { done: animations.length > 0 ? plural(animations.length, "animation") : null, warnings };
  },
});
