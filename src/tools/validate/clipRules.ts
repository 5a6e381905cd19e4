import type { GltfAnimation, GltfJson, GltfSampler } from "../../file/index.js";
import { followTokens, omit, parseJsonPointer } from "../../util/index.js";
import { type ClipDefinition, findDuplicateNames, READ_MEMBERS, ReadClips, ReadControllers } from "../../schema/index.js";
import { rangeOf, readTimes, type Source } from "../asset.js";
import { issueOfError, issueOfWarning, issuesOfUnknown, type ValidationIssue } from "./issue.js";

/**
 * Checks the rules of KHR_animation_clip and KHR_animation_controller, and looks for valid settings that the author probably did not
 * intend.
 */
export function checkClips(source: Source): readonly ValidationIssue[] {
  const readings = [ReadClips(source.json), ReadControllers(source.json)];
  const clips = readings.flatMap(({ definitions }) => definitions);
  return [
    ...readings.flatMap(({ errors }) => errors.map((error) => issueOfError("CLIP_INVALID", error))),
    ...readings.flatMap(({ warnings }) => warnings.map((warning) => issueOfWarning("CLIP_DOUBTFUL", warning))),
    ...clips.flatMap(({ place, other }) =>
      issuesOfUnknown("CLIP_MEMBER_UNKNOWN", [place, "a clip"], Object.keys(omit(other, "extras", "extensions")), CLIP_MEMBERS),
    ),
    ...clips.flatMap((clip) => [...checkEnd(clip), ...checkRange(clip, source), ...checkCuts(clip, source)]),
    ...findDuplicateNames(clips).map((found) => ({ ...found, code: "CLIP_NAME_DUPLICATE", severity: 2 as const })),
  ];
}

const CLIP_MEMBERS = [...READ_MEMBERS];

/** Tolerance in seconds, because times in a file may be rounded. */
const TOLERANCE = 1e-4;

function checkEnd({ place, settings: { end, speed, repetitions, reverse } }: ClipDefinition): readonly ValidationIssue[] {
  const message = "has no end, so it never repeats or turns; the time of its last key was probably intended";
  const isIncomplete = end === Infinity && speed > 0 && (repetitions > 0 || reverse);
  return isIncomplete ? [{ code: "CLIP_WITHOUT_END", message, severity: 1, pointer: place }] : [];
}

function checkRange(clip: ClipDefinition, source: Source): readonly ValidationIssue[] {
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
  const message = `is after the last key of the clip's animations, at ${range[1]}, where the pose holds (got ${clip.settings[beyond]})`;
  return [{ code: "CLIP_BEYOND_KEYS", message, severity: beyond === "start" ? 1 : 2, pointer: placeOf(source.json, clip, beyond) }];
}

/** Finds clip bounds between two keys of a spline. Such bounds are valid, but baking has to resample rotations at the bounds. */
function checkCuts(clip: ClipDefinition, source: Source): readonly ValidationIssue[] {
  const { json } = source;
  const samplers = clip.animations.flatMap(
    (animation) => (Object(json.animations![animation]) as GltfAnimation).samplers as readonly unknown[],
  );
  const splines = samplers.map((sampler) => Object(sampler) as GltfSampler).filter(({ interpolation }) => interpolation === "CUBICSPLINE");
  const inputs = [...new Set(splines.map(({ input }) => input))];
  return (["start", "end"] as const).flatMap((member): readonly ValidationIssue[] => {
    const bound = clip.settings[member];
    if (!inputs.some((input) => isBetweenKeys(readTimes(source, input), bound))) {
      return [];
    }
    const message = `is between two keys of a spline; a bound at a key can be baked exactly (got ${bound})`;
    return [{ code: "CLIP_CUTS_SPLINE", message, severity: 3, pointer: placeOf(json, clip, member) }];
  });
}

function isBetweenKeys(times: Float32Array | null, bound: number): boolean {
  return (
    times !== null && bound > times[0]! && bound < times[times.length - 1]! && times.every((time) => Math.abs(time - bound) > TOLERANCE)
  );
}

/** JSON pointer of a clip's bound. Controllers may have the lower bound in `end` and the upper bound in `start`. */
function placeOf(json: GltfJson, { place, settings }: ClipDefinition, bound: "start" | "end"): string {
  const stated = Object(followTokens(json, parseJsonPointer(place)!)) as Readonly<Record<string, unknown>>;
  const other = bound === "start" ? "end" : "start";
  const isSwapped = stated[bound] !== settings[bound] && stated[other] === settings[bound];
  return `${place}/${isSwapped ? other : bound}`;
}
