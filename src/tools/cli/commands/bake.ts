import type { GltfFile } from "../../../gltf/file/index.js";
import { type ClipDefinition, readAllClips } from "../../../gltf/schema/index.js";
import { show } from "../../../gltf/util/index.js";
import { BakeClips, ENGINE_NAMES, WriteInteractivity } from "../../index.js";
import { Option } from "commander";
import { collect, enginesOf, keysOf, parseNumber } from "../command.js";
import { editCommand, type EditReport } from "../edit.js";
import { UsageError } from "../model.js";
import { findClip, noClipError } from "../names.js";
import { plural, sentenceOf } from "../text.js";

interface Options {
  readonly as: "animations" | "interactivity";
  readonly clips?: readonly string[];
  readonly for?: readonly string[];
  readonly keep?: boolean;
  readonly passes?: number;
  readonly rootMotion?: "in-place" | "world";
  readonly rootNode?: string;
  readonly start?: readonly string[];
  readonly tolerance?: number;
}

/** `bake <in>` */
export const bake = editCommand<[], Options>({
  usage: "bake <in>",
  description: "Turn clips into ordinary animations that viewers or engines play right, or add a behavior graph",
  example: "bake robot.glb --for all -o robot-baked.glb",
  define: (command) =>
    command
      .addOption(
        new Option("--as <form>", "what to make: animations, or a graph").choices(["animations", "interactivity"]).default("animations"),
      )
      .option("--clips <names>", "names or indices, separated by commas; default: all", collect)
      .option(
        "--for <engines>",
        `write all animations so that engines play them right: all, or names separated by commas: ${ENGINE_NAMES.join(" ")}`,
        collect,
      )
      .option("--keep", "keep the clips and their animations, as a graph always does")
      .option("--passes <count>", "number of passes of an endless clip; default: 1, or 2 with ping-pong", parseNumber)
      .addOption(
        new Option("--root-motion <way>", "take out the horizontal travel of the root joint, or let each pass continue it").choices([
          "in-place",
          "world",
        ]),
      )
      .option("--root-node <name>", "with --root-motion, the node that travels; default: the topmost animated joint")
      .option("--start <names>", "with a graph, the clips that play when the model is loaded; default: the first", collect)
      .option(
        "--tolerance <number>",
        "largest error of a rotation if a spline is cut, default: 2.5e-7; with --for, of each curve, default: 1e-4",
        parseNumber,
      ),
  edit: ({ file }, _, { as, clips, for: engines, start, keep, passes, tolerance, rootMotion, rootNode }) => {
    const options = { keep, passes, tolerance, rootMotion, rootNode, for: engines && enginesOf(engines) };
    const unfit = as === "animations" ? start && "--start" : findUnfit(options);
    if (unfit) {
      throw new UsageError(`${unfit}: has no meaning with --as ${as}`);
    }
    if (rootNode !== undefined && rootMotion === undefined) {
      throw new UsageError(`--root-node: must be stated with --root-motion (got ${show(rootNode)})`);
    }
    const { definitions } = readAllClips(file.json);
    const shared: string[] = [];
    const keys = clips && findKeys(definitions, clips, shared);
    const report =
      as === "animations"
        ? bakeAnimations(file, { ...options, clips: keys })
        : writeGraph(file, { tolerance, clips: keys, start: start && findKeys(definitions, start, shared) });
    return { ...report, warnings: [...shared, ...report.warnings] };
  },
});

/** The option of animations that a graph does not have. */
function findUnfit({
  passes,
  rootMotion,
  rootNode,
  for: engines,
}: Readonly<Partial<Record<"passes" | "rootMotion" | "rootNode" | "for", unknown>>>): string | undefined {
  const options = { "--passes": passes, "--root-motion": rootMotion, "--root-node": rootNode, "--for": engines };
  return Object.entries(options).find(([, value]) => value !== undefined)?.[0];
}

/** @throws UsageError if there is no such clip */
function findKeys(definitions: readonly ClipDefinition[], texts: readonly string[], warnings: string[]): readonly (string | number)[] {
  const names = definitions.map(({ name }) => name);
  const keys = keysOf(texts, names);
  const unknown = keys.find((key) => !findClip(definitions, String(key), warnings));
  if (unknown !== undefined) {
    throw noClipError(definitions, String(unknown));
  }
  return keys;
}

const NO_CLIPS = "the file has no clips";

function bakeAnimations(file: GltfFile, options: Parameters<typeof BakeClips>[1]): EditReport {
  const { definitions: before } = readAllClips(file.json); // baking removes them
  const json = JSON.stringify(file.json);
  const { animations, written = [], findings } = BakeClips(file, options);
  const changed = new Set([...animations.map(({ animation }) => animation), ...written]);
  return {
    done: changed.size > 0 || json !== JSON.stringify(file.json) ? plural(changed.size, "animation") : null,
    ...(before.length === 0 && { reason: options?.for === undefined ? NO_CLIPS : "there is nothing to write for these engines" }),
    warnings: findings.map((finding) => sentenceOf(finding, before)),
  };
}

function writeGraph(file: GltfFile, options: Parameters<typeof WriteInteractivity>[1]): EditReport {
  const { clips, findings } = WriteInteractivity(file, options);
  const { definitions: all } = readAllClips(file.json);
  return {
    done: clips.length > 0 ? `a graph of ${plural(clips.length, "clip")}` : null,
    ...(all.length === 0 && { reason: NO_CLIPS }),
    warnings: findings.map((finding) => sentenceOf(finding, all)),
  };
}
