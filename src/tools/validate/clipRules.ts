import type { GltfAnimation, GltfJson, GltfSampler } from "../../gltf/file/index.js";
import { createFinding, type Finding, followTokens, omit, parseJsonPointer, rounded } from "../../gltf/util/index.js";
import { type ClipDefinition, findDuplicateNames, READ_MEMBERS, readAllClips } from "../../gltf/schema/index.js";
import { rangeOf, readTimes, type Source } from "../asset.js";
import { noteUnknown } from "./unknownMembers.js";

/**
 * Checks the rules of KHR_animation_clip and KHR_animation_controller, and looks for valid settings that the author probably did not
 * intend.
 */
export function checkClips(source: Source): readonly Finding[] {
  const { definitions: clips, findings } = readAllClips(source.json);
  return [
    ...findings,
    ...clips.flatMap(({ pointer, other }) =>
      noteUnknown("CLIP_MEMBER_UNKNOWN", pointer, "a clip", Object.keys(omit(other, "extras", "extensions")), CLIP_MEMBERS),
    ),
    ...clips.flatMap((clip) => [...checkEnd(clip), ...checkRange(clip, source), ...checkCuts(clip, source)]),
    ...findDuplicateNames(clips),
  ];
}

const CLIP_MEMBERS = [...READ_MEMBERS];

/** Tolerance in seconds, because times in a file may be rounded. */
const TOLERANCE = 1e-4;

function checkEnd({ pointer, settings: { end, speed, repetitions, reverse } }: ClipDefinition): readonly Finding[] {
  const message = "has no end, so it never repeats or turns; the time of its last key was probably intended";
  const isIncomplete = end === Infinity && speed > 0 && (repetitions > 0 || reverse);
  return isIncomplete ? [createFinding("CLIP_WITHOUT_END", pointer, message)] : [];
}

function checkRange(clip: ClipDefinition, source: Source): readonly Finding[] {
  const range = rangeOf(source, clip.animations);
  const { start, end } = clip.settings;
  if (!range) {
    return [];
  }
  const isBeyond = (bound: number): boolean => bound < Infinity && bound > range[1] + TOLERANCE;
  const beyond = isBeyond(start) ? "start" : isBeyond(end) ? "end" : null;
  if (!beyond) {
    return [];
  }
  const message = `is after the last key of the clip's animations, at ${rounded(range[1])}, where the pose holds (got ${clip.settings[beyond]})`;
  const code = beyond === "start" ? "CLIP_BEYOND_KEYS" : "CLIP_END_BEYOND_KEYS";
  return [createFinding(code, pointerOf(source.json, clip, beyond), message)];
}

/** Finds clip bounds between two keys of a spline. Such bounds are valid, but baking has to resample rotations at the bounds. */
function checkCuts(clip: ClipDefinition, source: Source): readonly Finding[] {
  const { json } = source;
  const samplers = clip.animations.flatMap(
    (animation) => (Object(json.animations![animation]) as GltfAnimation).samplers as readonly unknown[],
  );
  const splines = samplers.map((sampler) => Object(sampler) as GltfSampler).filter(({ interpolation }) => interpolation === "CUBICSPLINE");
  const inputs = [...new Set(splines.map(({ input }) => input))];
  return (["start", "end"] as const).flatMap((member): readonly Finding[] => {
    const bound = clip.settings[member];
    if (!inputs.some((input) => isBetweenKeys(readTimes(source, input), bound))) {
      return [];
    }
    const message = `is between two keys of a spline; a bound at a key can be baked exactly (got ${bound})`;
    return [createFinding("CLIP_CUTS_SPLINE", pointerOf(json, clip, member), message)];
  });
}

function isBetweenKeys(times: Float32Array | null, bound: number): boolean {
  return (
    times !== null && bound > times[0]! && bound < times[times.length - 1]! && times.every((time) => Math.abs(time - bound) > TOLERANCE)
  );
}

/** JSON pointer of a clip's bound. Controllers may have the lower bound in `end` and the upper bound in `start`. */
function pointerOf(json: GltfJson, { pointer, settings }: ClipDefinition, bound: "start" | "end"): string {
  const stated = Object(followTokens(json, parseJsonPointer(pointer)!)) as Readonly<Record<string, unknown>>;
  const other = bound === "start" ? "end" : "start";
  const isSwapped = stated[bound] !== settings[bound] && stated[other] === settings[bound];
  return `${pointer}/${isSwapped ? other : bound}`;
}
