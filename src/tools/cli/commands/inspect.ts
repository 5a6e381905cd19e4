import { DescribeFinding, excerpt, type Finding } from "../../../gltf/util/index.js";
import type { ClipDefinition } from "../../../gltf/schema/index.js";
import type { SkeletonDescription } from "../../../gltf/humanoid/index.js";
import {
  DescribeSkeleton,
  InspectAnimations,
  type InspectedAnimation,
  type InspectedChannel,
  type InspectedMetadata,
  type Inspection,
  rangeOf,
  sourceOf,
  ValidateAnimations,
} from "../../index.js";
import type { CliCommand } from "../command.js";
import { typesOf } from "../clipTypes.js";
import { type Model, readModel, PIPE, UsageError, writeText } from "../model.js";
import { describeIssue, nameOf, type Paint, painter, plural, seconds, table, withStatusOf, writeLines } from "../text.js";
import { timeline } from "../timeline.js";

interface Options {
  readonly json?: boolean;
  readonly types?: boolean;
  readonly skeleton?: boolean;
  readonly output?: string;
}

/** `inspect <file>` */
export const inspect: CliCommand<[string], Options> = {
  usage: "inspect <file>",
  description: "List animations, clips, events, pointers and warnings",
  example: "inspect robot.glb",
  define: (command) =>
    command
      .option("--json", "print JSON")
      .option("--types", "print the names of the clips as a TypeScript type; those of animations, if there are no clips")
      .option("--skeleton", "list the bones of a humanoid instead: which node each one is, how sure that is, and why; with --json as JSON")
      .option("-o, --output <file>", "with --types, where to write the type; default: stdout"),
  run: async (io, [path], { json, types, skeleton, output }) => {
    if (skeleton && types) {
      throw new UsageError("--types: has no meaning with --skeleton");
    }
    if (json && types) {
      throw new UsageError("--types: has no meaning with --json");
    }
    if (output !== undefined && !types) {
      throw new UsageError("--output: has no meaning without --types");
    }
    const model = await readModel(io, path);
    if (skeleton) {
      const description = await withStatusOf(io, "inspecting", model, () => DescribeSkeleton(model.file));
      const text = json
        ? [JSON.stringify({ file: path, ...description }, null, 2)]
        : describeSkeleton(path, description, painter(io, io.stdout));
      writeLines(io.stdout, text);
      return 0;
    }
    const [inspection, issues] = await withStatusOf(
      io,
      "inspecting",
      model,
      () => [InspectAnimations(model.file), ValidateAnimations(model.file)] as const,
    );
    if (types) {
      const { animations, clips } = inspection;
      const names = (clips.length > 0 ? clips : animations).map(({ name }) => name);
      writeText(io, output ?? PIPE, typesOf(path, names), path);
      const left = names.filter((name, i) => name === undefined || names.indexOf(name) < i).length;
      writeLines(
        io.stderr,
        left > 0 ? [`${plural(left, "clip")} without a name of ${left === 1 ? "its" : "their"} own: not in the type`] : [],
      );
      return 0;
    }
    if (json) {
      io.stdout.write(`${JSON.stringify({ file: path, ...inspection, issues }, null, 2)}\n`);
      return 0;
    }
    const paint = painter(io, io.stdout);
    const { animations, clips } = inspection;
    const lines = [
      `${paint("bold", excerpt(path))}: ${plural(animations.length, "animation")}, ${plural(clips.length, "clip")}`,
      ...section("Animations", table(HEADER, animations.map(describeAnimation)), paint),
      ...section("Clips", describeClips(model, inspection), paint),
      ...section("Playback metadata", inspection.metadata.map(describeMetadata), paint),
      ...section("Events", describeEvents(animations), paint),
      ...section("Pointers", describePointers(animations), paint),
      ...section(
        "Issues",
        [...issues, ...unreadIssues(inspection, issues)].map((issue) => describeIssue(issue, paint)),
        paint,
      ),
    ];
    writeLines(io.stdout, lines);
    return 0;
  },
};

function describeSkeleton(path: string, description: SkeletonDescription<number>, paint: Paint): readonly string[] {
  const { isHumanoid, confidence, bones, findings } = description;
  const rows = Object.entries(bones).map(([bone, { node, name, confidence: own, reason }]) => [
    bone,
    `/nodes/${node}`,
    nameOf(name),
    own.toFixed(2),
    excerpt(reason),
  ]);
  const verdict = isHumanoid ? "a humanoid" : rows.length > 0 ? "no humanoid that is sure" : "no humanoid";
  return [
    `${paint("bold", excerpt(path))}: ${verdict}, confidence ${confidence.toFixed(2)}, ${plural(rows.length, "bone")}`,
    ...section("Bones", rows.length > 0 ? table(["bone", "node", "name", "confidence", "reason"], rows) : [], paint),
    ...section(
      "Findings",
      findings.map((finding) => excerpt(finding, 300)),
      paint,
    ),
  ];
}

function section(title: string, lines: readonly string[], paint: Paint): readonly string[] {
  return lines.length > 0 ? ["", paint("bold", title), ...lines] : [];
}

/** The errors of parts that could not be listed, although the parts break none of our rules and have no issue yet. */
function unreadIssues({ errors }: Inspection, issues: readonly Finding[]): readonly Finding[] {
  const known = new Set(issues.map(DescribeFinding));
  return errors.filter((error) => !known.has(DescribeFinding(error)));
}

const HEADER = ["index", "name", "from", "to", "channels", "keys", "keys/s", "interpolation"];

function describeAnimation({ index, name, range, keysPerSecond, channels }: InspectedAnimation): readonly string[] {
  const keys = channels.reduce((sum, channel) => sum + channel.keys, 0);
  const interpolations = [...new Set(channels.map(({ interpolation }) => interpolation))].join(", ");
  const [from, to] = range ? range.map(seconds) : ["?", "?"];
  const rate = keysPerSecond === null ? "?" : String(Number(keysPerSecond.toFixed(1)));
  return [String(index), nameOf(name), from!, to!, String(channels.length), String(keys), rate, excerpt(interpolations)];
}

function describeClips({ file }: Model, { animations, clips }: Inspection): readonly string[] {
  const rows = clips.map((clip, i) => {
    const range = rangeOf(sourceOf(file), clip.animations);
    const names = clip.animations.map((index) => animations[index]!.name ?? `#${index}`).join(", ");
    return [String(i), nameOf(clip.name), timeline(clip.settings, range?.[1] ?? 0), describeSettings(clip), excerpt(names, 60)];
  });
  return table(["index", "name", "timeline", "settings", "animations"], rows);
}

function describeEvents(animations: readonly InspectedAnimation[]): readonly string[] {
  const rows = animations.flatMap(({ index, name, events }) =>
    events.map((event) => [
      String(index),
      nameOf(name),
      seconds(event.time),
      nameOf(event.name),
      event.payload === undefined ? "" : excerpt(JSON.stringify(event.payload), 60),
    ]),
  );
  return table(["index", "animation", "time", "event", "payload"], rows);
}

function describeSettings({ pointer, settings: { start, end, offset, speed, repetitions, reverse } }: ClipDefinition): string {
  const parts = [
    end === Infinity ? `from ${seconds(start)}, no end` : `${Number(start.toFixed(3))} to ${seconds(end)}`,
    ...(offset > 0 ? [`offset ${seconds(offset)}`] : []),
    ...(speed === 1 ? [] : [`speed ${Number(speed.toFixed(3))}`]),
    ...(repetitions === -1 ? (end === Infinity ? [] : ["endless"]) : [plural(repetitions, "repetition")]),
    ...(reverse ? ["ping-pong"] : []),
    ...(pointer.includes("KHR_animation_controller") ? ["controller"] : []),
  ];
  return parts.join(", ");
}

function describeMetadata({ format, clips }: InspectedMetadata): string {
  return `${format}: ${plural(clips, "clip")} (import --from ${format})`;
}

/** Formats a table of all animated pointers, with the channels and the Babylon.js equivalent of each pointer. */
function describePointers(animations: readonly InspectedAnimation[]): readonly string[] {
  const channels = new Map<string, InspectedChannel[]>();
  for (const channel of animations.flatMap((animation) => animation.channels).filter(({ usesPointer }) => usesPointer)) {
    const key = channel.pointers.join(" ");
    channels.set(key, [...(channels.get(key) ?? []), channel]);
  }
  const rows = [...channels].map(([pointer, [first, ...others]]) => [
    excerpt(pointer),
    first!.pointer + (others.length > 0 ? ` and ${others.length} more` : ""),
    excerpt([...new Set(first!.babylonProperty)].join(", ")),
  ]);
  return table(["pointer", "channel", "lands in Babylon.js"], rows);
}
