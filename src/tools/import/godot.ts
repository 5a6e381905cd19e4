import { show } from "../../messages/show.js";
import type { ClipSettings } from "../../timing/index.js";
import { membersOf, type ImportContext, type Importer, type Json } from "./importer.js";

const LOOP_MODES: ReadonlyMap<unknown, ClipSettings> = new Map([
  [0, { repetitions: 1 }],
  [1, { repetitions: -1 }],
  [2, { repetitions: -1, reverse: true }],
]);

/**
 * Godot: the sidecar `model.glb.import` has a loop mode for each animation (0 plays once, 1 repeats, 2 is ping-pong), or slices in frames, which
 * replace the animation. Animations that are not in the sidecar repeat if their name begins or ends with loop or cycle.
 */
export const importGodot: Importer = (context) => {
  const sidecar = context.expectSidecar();
  const fps = context.expectFps(Number(/^animation\/fps=([\d.]+)\s*$/m.exec(sidecar)?.[1] ?? 30));
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
      addMode(context, animation, `/animations/${animation}/name`, 1, {});
    }
  });
};

function importAnimation(context: ImportContext, animation: number, place: string, json: Json, fps: number): void {
  const amount = context.number(place, json, "slices/amount", 0, { min: 0 });
  for (let i = 1; i <= Math.min(amount, 256); i++) {
    const slice = `slice_${i}`;
    const name = json[`${slice}/name`];
    const [first, last] = ["start_frame", "end_frame"].map((member) => context.number(place, json, `${slice}/${member}`, 0) / fps);
    const own = { start: first!, end: last!, name: typeof name === "string" && name !== "" ? name : undefined };
    addMode(context, animation, `${place}/${slice}/loop_mode`, json[`${slice}/loop_mode`] ?? 0, own);
  }
  if (amount < 1) {
    addMode(context, animation, `${place}/settings/loop_mode`, json["settings/loop_mode"] ?? 0, {});
  }
}

interface Slice {
  readonly start?: number;
  readonly end?: number;
  readonly name?: string | undefined;
}

function addMode(context: ImportContext, animation: number, place: string, mode: unknown, { start = 0, end, name }: Slice): void {
  const settings = LOOP_MODES.get(mode);
  const last = end ?? context.endOf(animation);
  if (!settings) {
    context.warn(place, `must be 0, 1 or 2 (got ${show(mode)})`);
  } else if (end !== undefined && end <= start) {
    context.warn(place, `must belong to a slice that ends after its start (got ${start}..${end} s)`);
  } else if (last !== null) {
    context.add([animation], { start, end: last, ...settings }, name === undefined ? {} : { name });
  }
}

/** The sidecar's settings for parts of the model. Godot writes plain values as JSON. */
function readSubresources(context: ImportContext, sidecar: string): Json {
  const text = /^_subresources=(\{[\s\S]*?\})[ \t]*(?:\r?\n\s*(?=[a-z_[;])|\s*(?![\s\S]))/im.exec(sidecar)?.[1];
  try {
    return membersOf(JSON.parse(text ?? "{}"));
  } catch (error) {
    context.warn("_subresources", `must have plain values only (got ${show((error as Error).message)})`);
    return {};
  }
}
