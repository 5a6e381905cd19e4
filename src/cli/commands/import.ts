import { putClips } from "../../tools/clipLists.js";
import { CLIP_FORMATS, ImportClips, type ClipFormat } from "../../tools/import/importClips.js";
import { Option } from "commander";
import { parseNumber } from "../command.js";
import { editCommand } from "../edit.js";
import { PIPE, readFile, UsageError } from "../model.js";
import { plural } from "../text.js";

interface Options {
  readonly from: ClipFormat;
  readonly sidecar?: string;
  readonly fps?: number;
}

/** The suffixes that sidecars add to the model's name. */
const SIDECARS: Partial<Record<ClipFormat, string>> = { godot: ".import", unity: ".meta" };

/** `import <in>` */
export const importClips = editCommand<[], Options>({
  usage: "import <in>",
  description: "Make clips from the playback settings of another format; clips with the same names are replaced",
  example: "import player.glb --from godot -o player-clips.glb",
  define: (command) =>
    command
      .addOption(new Option("--from <format>", "format of the settings").choices(CLIP_FORMATS).makeOptionMandatory())
      .option("--sidecar <file>", "import settings of Godot or Unity; default: <in>.import or <in>.meta")
      .option("--fps <rate>", "frames per second of the sidecar; required for Unity", parseNumber),
  inputs: (_, { sidecar }) => (sidecar === undefined ? [] : [sidecar]),
  edit: ({ path, file }, _, { from, sidecar, fps }, io) => {
    const suffix = SIDECARS[from];
    if (suffix !== undefined && sidecar === undefined && path === PIPE) {
      throw new UsageError("state the --sidecar, since the input is stdin");
    }
    const text = suffix === undefined ? undefined : new TextDecoder().decode(readFile(io.files, sidecar ?? `${path}${suffix}`));
    const { clips, warnings } = ImportClips(file, from, { sidecar: text, fps });
    putClips(file.json, clips);
    return { done: clips.length > 0 ? plural(clips.length, "clip") : null, warnings };
  },
});
