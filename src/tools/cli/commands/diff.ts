import { excerpt, rounded } from "../../../gltf/util/index.js";
import {
  type AnimationMotion,
  type ChannelMotion,
  CompareMotion,
  findChanges,
  findKeyCompression,
  type MeshoptDecoder,
  type MotionReport,
  type OnlyIn,
} from "../../index.js";
import { describeChanges } from "../changes.js";
import { type CliCommand, collect, type ExitCode, parseNumber } from "../command.js";
import { findDataChanges } from "../dataChanges.js";
import type { Io } from "../io.js";
import { type Model, PIPE, readModel, UsageError } from "../model.js";
import { parseRenames } from "../names.js";
import { nameOf, type Paint, painter, sentenceOf, table, writeLines } from "../text.js";

interface Options {
  readonly json?: boolean;
  readonly motion?: boolean;
  readonly times?: number;
  readonly tolerance?: number;
  readonly rename?: readonly string[];
}

/** The largest difference that is not shown, in degrees, units and seconds. */
const TOLERANCE = 0.001;

/** `diff <a> <b>` */
export const diff: CliCommand<[string, string], Options> = {
  usage: "diff <a> <b>",
  description: "Compare the JSON and the data of two files, or what their animations show; exit with 1 if they differ",
  example: "diff robot.glb robot-packed.glb --motion",
  define: (command) =>
    command
      .option("--json", "print JSON")
      .option("--motion", "compare what the animations show, by the names of animations, nodes and materials")
      .option("--times <n>", "with --motion, at how many times, besides those of the keys; default: 200", parseNumber)
      .option("--tolerance <x>", `with --motion, what is no difference, in degrees, units and seconds; default: ${TOLERANCE}`, parseNumber)
      .option("--rename <old=new>", "with --motion, a name in <a>, and its name in <b>; can be repeated", collect),
  run: async (io, [a, b], options) => {
    if (a === PIPE && b === PIPE) {
      throw new UsageError("-: must not be used for both files");
    }
    const lost = (["times", "tolerance", "rename"] as const).find((name) => options[name] !== undefined);
    if (!options.motion && lost) {
      throw new UsageError(`--${lost}: has no meaning without --motion`);
    }
    const [before, after] = [await readModel(io, a), await readModel(io, b)];
    return options.motion ? diffMotion(io, before, after, options) : diffFiles(io, before, after, options);
  },
};

function diffFiles(io: Io, before: Model, after: Model, { json }: Options): ExitCode {
  const changes = findChanges(before.file.json, after.file.json);
  const data = findDataChanges(before.file, after.file);
  if (json) {
    io.stdout.write(`${JSON.stringify({ changes, data }, null, 2)}\n`);
  } else {
    const paint = painter(io, io.stdout);
    const lines = data.map((pointer) => paint("yellow", `~ ${pointer}: has other data`));
    writeLines(io.stdout, [...describeChanges(changes, paint), ...lines]);
  }
  return changes.length + data.length > 0 ? 1 : 0;
}

async function diffMotion(io: Io, before: Model, after: Model, options: Options): Promise<ExitCode> {
  const { json, times, tolerance = TOLERANCE, rename = [] } = options;
  if (!(tolerance >= 0)) {
    throw new UsageError(`--tolerance: must be >= 0 (got ${tolerance})`);
  }
  const renames = parseRenames("--rename", rename);
  const meshopt = await decoderFor(io, [before, after]);
  const report = CompareMotion(before.file, after.file, { times, meshopt, rename: (name) => renames.get(name) ?? name });
  const changed = report.animations.filter((animation) => isChanged(animation, tolerance));
  if (json) {
    io.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
  } else {
    const paint = painter(io, io.stdout);
    const lines = [
      ...changed.flatMap((animation) => describeAnimation(animation, tolerance, paint)),
      ...describeOnly("clip", report.clips, paint),
      ...report.findings.map((finding) => paint("yellow", sentenceOf(finding))),
      summaryOf(report, tolerance),
    ];
    writeLines(io.stdout, lines);
  }
  const { clips, findings } = report;
  return changed.length + clips.before.length + clips.after.length + findings.length > 0 ? 1 : 0;
}

/**
 * The decoder for two models, if one of them needs it.
 * @throws UsageError if it is needed but not installed
 */
async function decoderFor(io: Io, models: readonly Model[]): Promise<MeshoptDecoder | undefined> {
  const packed = models.find(({ file }) => findKeyCompression(file.json) !== undefined);
  const decoder = packed && (await io.loadMeshopt());
  if (decoder === null) {
    const extension = findKeyCompression(packed!.file.json)!;
    throw new UsageError(`${excerpt(packed!.path)}: is compressed (${excerpt(extension, 40)}); to compare it: npm install meshoptimizer`);
  }
  return decoder;
}

const isLarge = ({ difference }: ChannelMotion, tolerance: number): boolean => difference === null || difference > tolerance;

/** Whether the times of the first or the last key differ. */
function isMoved({ before, after }: AnimationMotion, tolerance: number): boolean {
  const [from, to] = [before?.range, after?.range];
  return from && to ? from.some((time, i) => Math.abs(time - to[i]!) > tolerance) : from !== to;
}

function isChanged(animation: AnimationMotion, tolerance: number): boolean {
  const { before, after, channels, events } = animation;
  const hasOtherEvents = events.before.length + events.after.length > 0;
  return !before || !after || hasOtherEvents || isMoved(animation, tolerance) || channels.some((channel) => isLarge(channel, tolerance));
}

const secondsOf = (place: AnimationMotion["before"]): string => (place?.range ? `${place.range.map(rounded).join(" to ")} s` : "no keys");

function describeAnimation(animation: AnimationMotion, tolerance: number, paint: Paint): readonly string[] {
  const { name, before, after, channels, events } = animation;
  if (!before || !after) {
    return describeOnly("animation", { before: before ? [nameOf(name)] : [], after: after ? [nameOf(name)] : [] }, paint);
  }
  const range = isMoved(animation, tolerance) ? `${secondsOf(before)} -> ${secondsOf(after)}` : secondsOf(before);
  const rows = channels.filter((channel) => isLarge(channel, tolerance)).sort((a, b) => sizeOf(b) - sizeOf(a));
  return [
    paint("bold", `${nameOf(name)}: ${range}`),
    ...table(["property", "difference", "at", "channel"], rows.map(describeChannel)),
    ...describeOnly("event", events, paint).map((line) => `  ${line}`),
  ];
}

const sizeOf = ({ difference }: ChannelMotion): number => difference ?? Infinity;

function describeChannel({ property, before, after, unit, difference, time }: ChannelMotion): readonly string[] {
  const only = after === null ? "in the first file only" : before === null ? "in the second file only" : "in both files";
  const size = difference === null ? "unknown" : difference === Infinity ? "not a number" : `${Number(difference.toPrecision(4))} ${unit}`;
  return [excerpt(property, 80), size, time === null ? "" : `${rounded(time)} s`, only];
}

function describeOnly(noun: string, { before, after }: OnlyIn, paint: Paint): readonly string[] {
  return [
    ...before.map((name) => paint("red", `- ${noun} ${excerpt(name, 80)}`)),
    ...after.map((name) => paint("green", `+ ${noun} ${excerpt(name, 80)}`)),
  ];
}

function summaryOf({ animations }: MotionReport, tolerance: number): string {
  const channels = animations.flatMap((animation) => animation.channels);
  const small = channels.filter((channel) => !isLarge(channel, tolerance));
  const largest = small.reduce((max, { difference }) => Math.max(max, difference!), 0);
  const others = small.length > 0 ? `, the others by ${Number(largest.toPrecision(2))} at most` : "";
  return `${channels.length - small.length} of ${channels.length} channels differ by more than ${tolerance}${others}`;
}
