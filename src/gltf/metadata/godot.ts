import { excerpt, type Json, membersOf, show } from "../util/index.js";
import type { ClipSettings } from "../timing/index.js";
import type { ImportContext, Importer } from "./importer.js";

/** Clip settings by loop mode. */
const LOOP_MODES: readonly ClipSettings[] = [{ repetitions: 1 }, { repetitions: -1 }, { repetitions: -1, reverse: true }];

/**
 * Imports clips of Godot. The sidecar `model.glb.import` has a loop mode for each animation (0 plays once, 1 repeats, 2 is ping-pong), or
 * slices in frames, which replace the animation. Animations that are not in the sidecar repeat if the name begins or ends with loop or
 * cycle.
 */
export const importGodot: Importer = (context) => {
  const sidecar = context.expectSidecar();
  const fps = context.options.fps === undefined ? readFps(context, sidecar) : context.expectFps();
  const settings = membersOf(readSubresources(context, sidecar)["animations"]);
  for (const name of Object.keys(settings)) {
    context.find(`_subresources/animations/${name}`, name);
  }
  context.animations.forEach((_, animation) => {
    const name = context.nameOf(animation);
    const stated = name !== undefined && Object.hasOwn(settings, name) ? membersOf(settings[name]) : null;
    const isLoop = name !== undefined && /^(loop|cycle)|(loop|cycle)$/i.test(name);
    if (stated) {
      importAnimation(context, animation, `_subresources/animations/${name}`, stated, fps);
    } else if (isLoop) {
      addWhole(context, animation, LOOP_MODES[1]!);
    }
  });
};

function importAnimation(context: ImportContext, animation: number, pointer: string, json: Json, fps: number): void {
  const modeOf = (owner: string): ClipSettings => LOOP_MODES[context.oneOf(pointer, json, `${owner}/loop_mode`, 0, [0, 1, 2])]!;
  const amount = context.number(pointer, json, "slices/amount", 0, { min: 0 });
  if (amount < 1) {
    addWhole(context, animation, modeOf("settings"));
  }
  for (let i = 1; i <= Math.min(amount, 256); i++) {
    const slice = `slice_${i}`;
    const name = json[`${slice}/name`];
    const frame = (member: string): number => context.number(pointer, json, `${slice}/${member}`, 0, { min: 0 });
    const [start, end] = [frame("start_frame") / fps, frame("end_frame") / fps];
    if (start < end) {
      context.add(
        `/animations/${animation}`,
        [animation],
        { start, end, ...modeOf(slice) },
        typeof name === "string" && name !== "" ? { name } : {},
      );
    } else {
      context.note(`${pointer}/${slice}/end_frame`, `must be > start_frame (got ${end} s, start ${start} s)`);
    }
  }
}

function addWhole(context: ImportContext, animation: number, mode: ClipSettings): void {
  const end = context.endOf(animation);
  if (end !== null) {
    context.add(`/animations/${animation}`, [animation], { end, ...mode });
  }
}

/** The frames per second of the sidecar; the default of Godot, 30, if the rate is missing or, with a warning, invalid. */
function readFps(context: ImportContext, sidecar: string): number {
  const stated = /^animation\/fps=(.*)$/m.exec(sidecar)?.[1]?.trim() ?? "30";
  const fps = Number(stated);
  if (fps > 0 && fps < Infinity) {
    return fps;
  }
  context.note("animation/fps", `must be > 0 and finite; 30 is used (got ${excerpt(stated)})`);
  return 30;
}

/** The sidecar's settings for parts of the model. Godot writes plain values as JSON. */
function readSubresources(context: ImportContext, sidecar: string): Json {
  const text = /^_subresources=(\{[\s\S]*?\})[ \t]*(?:\r?\n\s*(?=[a-z_[;])|\s*(?![\s\S]))/im.exec(sidecar)?.[1];
  try {
    return membersOf(JSON.parse(text ?? "{}"));
  } catch (error) {
    context.note("_subresources", `must have plain values only (got ${show((error as Error).message)})`);
    return {};
  }
}
