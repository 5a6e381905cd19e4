import { excerpt } from "../../util/index.js";
import { type ClipInput, ReadClips } from "../../schema/index.js";
import { putClips } from "../../tools/index.js";
import { parseNumber } from "../command.js";
import { editCommand } from "../edit.js";
import { UsageError } from "../model.js";
import { findAnimations } from "../names.js";
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
  edit: ({ file: { json } }, [ranges], { animation, fps = 1 }) => {
    if (!(fps > 0 && fps < Infinity)) {
      throw new UsageError(`--fps: must be finite and > 0 (got ${fps})`);
    }
    const animations = findAnimations(json, animation === undefined ? undefined : [animation]);
    const clips = ranges.map((range) => ({ ...parseRange(range, fps), animations }));
    const names = clips.map(({ name }) => name);
    const twice = names.find((name, i) => names.indexOf(name) < i);
    if (twice !== undefined) {
      throw new UsageError(`range ${excerpt(twice)}: must not have the name of another range`);
    }
    putClips(json, clips);
    return { done: plural(ranges.length, "clip"), warnings: ReadClips(json).warnings };
  },
});

function parseRange(text: string, fps: number): Pick<ClipInput, "name" | "settings"> {
  const [, name, start, end] = /^(.+)=(\d+\.?\d*|\.\d+)-(\d+\.?\d*|\.\d+)$/s.exec(text) ?? [];
  if (name === undefined) {
    throw new UsageError(`range ${excerpt(text)}: must be name=start-end, as in walk=2.5-3.5`);
  }
  return { name, settings: { start: Number(start) / fps, end: Number(end) / fps } };
}
