import { DescribeFinding, doubtsAmong, excerpt } from "../../../gltf/util/index.js";
import { ReadClips } from "../../../gltf/schema/index.js";
import { describeExcess } from "../../../gltf/timing/index.js";
import { putClips, rangeOf, sourceOf } from "../../index.js";
import { parseNumber } from "../command.js";
import { editCommand } from "../edit.js";
import { UsageError } from "../model.js";
import { findAnimations } from "../names.js";
import { expectOrder, expectRate } from "../range.js";
import { plural } from "../text.js";

/** `split <in> <ranges...>` */
export const split = editCommand<[readonly string[]], { animation?: string; fps?: number }>({
  usage: "split <in> <ranges...>",
  description: "Make clips from ranges of an animation, each as name=start-end in seconds; clips with the same names are replaced",
  example: "split robot.glb --animation All idle=0-2 walk=2.5-3.5 -o robot-clips.glb",
  define: (command) =>
    command
      .option("--animation <name>", "name or index of the animation; default: the only one")
      .option("--fps <rate>", "ranges are in frames, at this rate per second", parseNumber),
  edit: ({ file }, [ranges], { animation, fps }) => {
    expectRate(fps);
    const { json } = file;
    const warnings: string[] = [];
    const animations = findAnimations(json, animation === undefined ? undefined : [animation], warnings);
    const clips = ranges.map((range) => ({ ...parseRange(range, fps ?? 1), animations }));
    const names = clips.map(({ name }) => name);
    const twice = names.find((name, i) => names.indexOf(name) < i);
    if (twice !== undefined) {
      throw new UsageError(`range ${excerpt(twice)}: must not have the name of another range`);
    }
    putClips(json, clips);
    const last = rangeOf(sourceOf(file), animations)?.[1] ?? Infinity;
    const beyond = clips.flatMap((clip) => describeExcess(clip.name, clip.settings, last, fps) ?? []);
    return {
      done: plural(ranges.length, "clip"),
      warnings: [...warnings, ...doubtsAmong(ReadClips(json).findings).map(DescribeFinding), ...beyond],
    };
  },
});

interface Range {
  readonly name: string;
  readonly settings: { readonly start: number; readonly end: number };
}

function parseRange(text: string, fps: number): Range {
  const [, name, start, end] = /^(.+)=(\d+\.?\d*|\.\d+)-(\d+\.?\d*|\.\d+)$/s.exec(text) ?? [];
  if (name === undefined) {
    throw new UsageError(`range ${excerpt(text)}: must be name=start-end, as in walk=2.5-3.5`);
  }
  expectOrder(name, start!, end!);
  return { name, settings: { start: Number(start) / fps, end: Number(end) / fps } };
}
