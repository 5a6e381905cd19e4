import type { GltfJson } from "../../../gltf/file/index.js";
import { controllerIn, ReadVRMXTController, topmostMoved, WriteController } from "../../../gltf/controller/index.js";
import { checkController, CLIP_FORMATS, type ClipFormat, ImportClips, putClips } from "../../index.js";
import { Option } from "commander";
import { parseNumber } from "../command.js";
import { ReadEvents, WriteEvents } from "../../../gltf/schema/index.js";
import { excerpt } from "../../../gltf/util/index.js";
import { editCommand } from "../edit.js";
import type { Io } from "../io.js";
import { PIPE, readFile, UsageError } from "../model.js";
import { plural, sentenceOf } from "../text.js";

interface Options {
  readonly from: ClipFormat;
  readonly sidecar?: string;
  readonly fps?: number;
}

/** The suffix that a sidecar adds to the model's name, by format; null if the sidecar is optional. */
const SIDECARS: Partial<Record<ClipFormat, string | null>> = { godot: ".import", unity: ".meta", names: null };

/** `import <in>` */
export const importClips = editCommand<[], Options>({
  usage: "import <in>",
  description: "Make clips from the playback settings of another format; clips with the same names are replaced",
  example: "import player.glb --from godot -o player-clips.glb",
  define: (command) =>
    command
      .addOption(new Option("--from <format>", "format of the settings").choices(CLIP_FORMATS).makeOptionMandatory())
      .option("--sidecar <file>", "import settings of Godot or Unity (default: <in>.import or <in>.meta), or rules for names, in JSON")
      .option("--fps <rate>", "frames per second of the sidecar; required for Unity", parseNumber),
  inputs: (_, { sidecar }) => (sidecar === undefined ? [] : [sidecar]),
  edit: ({ path, file }, _, { from, sidecar, fps }, io) => {
    const suffix = SIDECARS[from];
    if (suffix && sidecar === undefined && path === PIPE) {
      throw new UsageError("state the --sidecar, since the input is stdin");
    }
    if (suffix === undefined && sidecar !== undefined) {
      throw new UsageError(`--sidecar: ${from} has none`);
    }
    const text = sidecar !== undefined ? readText(io, sidecar) : suffix ? readBeside(io, `${path}${suffix}`, from) : undefined;
    const { clips, events, findings } = ImportClips(file, from, { sidecar: text, fps });
    putClips(file.json, clips);
    const stated = new Set(ReadEvents(file.json).definitions.map(({ animation }) => animation));
    const repeated = repeatedNames(clips.map(({ name }) => name));
    const messages = findings.map((finding) => sentenceOf(finding));
    if (repeated.length > 0) {
      messages.push(`clips of the same name replace each other, so that the last one stays: ${excerpt([...new Set(repeated)].join(", "))}`);
    }
    let eventCount = 0;
    events.forEach((added, animation) => {
      if (stated.has(animation)) {
        messages.push(`/animations/${animation}: has events already, which are kept; those of ${from} are left out`);
      } else {
        WriteEvents(file.json, animation, added);
        eventCount += added.length;
      }
    });
    const count = clips.length - repeated.length;
    const done = [
      ...(count > 0 ? [plural(count, "clip")] : []),
      ...(eventCount > 0 ? [plural(eventCount, "event")] : []),
      ...(from === "vrmxt" ? importController(file.json, messages) : []),
    ];
    return { done: done.join(", ") || null, reason: `there are no clips or events of ${from}`, warnings: messages };
  },
});

function readText(io: Io, path: string): string {
  return new TextDecoder().decode(readFile(io.files, path));
}

/** Reads the settings that belong to a model. @throws UsageError with the next step, if the file is not there */
function readBeside(io: Io, path: string, from: ClipFormat): string {
  try {
    return readText(io, path);
  } catch (error) {
    throw error instanceof UsageError ? new UsageError(`${error.message}; state the settings of ${from} with --sidecar`) : error;
  }
}

/** Gives the character the controller of VRMXT, unless it has one. @returns what was done */
function importController(json: GltfJson, messages: string[]): readonly string[] {
  const imported = ReadVRMXTController(json);
  if (!imported) {
    return [];
  }
  const [node] = topmostMoved(json);
  const findings = [...imported.findings, ...checkController(json, imported.definition)];
  messages.push(...findings.map((finding) => sentenceOf(finding)));
  if (node === undefined || findings.some(({ severity }) => severity === 0)) {
    messages.push(`the controller is left out${node === undefined ? ": no node is moved by animations" : ""}`);
    return [];
  }
  if (controllerIn(json.nodes![node]!.extras) !== undefined) {
    messages.push(`/nodes/${node}: has a controller already, which is kept`);
    return [];
  }
  WriteController(json, imported.definition, node);
  return ["a controller"];
}

/** The names that earlier clips have, too: a clip replaces the clip of its name. */
function repeatedNames(names: readonly (string | undefined)[]): readonly string[] {
  const known = new Set<string>();
  return names.filter((name): name is string => name !== undefined && known.size === known.add(name).size);
}
