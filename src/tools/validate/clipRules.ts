import type { GltfAnimation, GltfSampler } from "../../file/index.js";
import { excerpt } from "../../messages/show.js";
import { ReadClips, ReadControllers, type ClipDefinition } from "../../schema/index.js";
import { rangeOf, type Source } from "../asset.js";
import { issueOfError, issueOfWarning, type Issue } from "./issue.js";

/** The rules of KHR_animation_clip and KHR_animation_controller, and clips that are right, but hardly as they were meant. */
export function checkClips(source: Source): readonly Issue[] {
  const readings = [ReadClips(source.json), ReadControllers(source.json)];
  const clips = readings.flatMap(({ definitions }) => definitions);
  return [
    ...readings.flatMap(({ errors }) => errors.map((error) => issueOfError("CLIP_INVALID", error))),
    ...readings.flatMap(({ warnings }) => warnings.map((warning) => issueOfWarning("CLIP_DOUBTFUL", warning))),
    ...clips.flatMap((clip) => [...checkEnd(clip), ...checkRange(clip, source), ...checkCuts(clip, source)]),
    ...checkNames(clips),
  ];
}

/** Seconds by which times of a file may be rounded. */
const TOLERANCE = 1e-4;

function checkEnd({ place, settings: { end, speed, repetitions, reverse } }: ClipDefinition): readonly Issue[] {
  return end === Infinity && speed > 0 && (repetitions > 0 || reverse)
    ? [
        {
          code: "CLIP_WITHOUT_END",
          message: "has no end, so that it never repeats or turns; the time of its last key is probably meant",
          severity: 1,
          pointer: place,
        },
      ]
    : [];
}

function checkRange(clip: ClipDefinition, source: Source): readonly Issue[] {
  const range = rangeOf(source, clip.animations);
  const { start, end } = clip.settings;
  if (!range || (end === Infinity && start <= range[1])) {
    return [];
  }
  const beyond = start > range[1] + TOLERANCE ? "start" : end > range[1] + TOLERANCE ? "end" : null;
  const message = `lies beyond the last key of its animations, at ${range[1]}, where the pose holds (got ${clip.settings[beyond ?? "end"]})`;
  return beyond ? [{ code: "CLIP_BEYOND_KEYS", message, severity: beyond === "start" ? 1 : 2, pointer: `${clip.place}/${beyond}` }] : [];
}

/** Bounds within a stretch of a spline: right, but tools that bake them have to make up keys there. */
function checkCuts(clip: ClipDefinition, { json, file }: Source): readonly Issue[] {
  if (!file) {
    return [];
  }
  const samplers = clip.animations.flatMap(
    (animation) => (Object(json.animations![animation]) as GltfAnimation).samplers as readonly unknown[],
  );
  const splines = samplers.map((sampler) => Object(sampler) as GltfSampler).filter(({ interpolation }) => interpolation === "CUBICSPLINE");
  const times = new Set(splines.map(({ input }) => input));
  return (["start", "end"] as const).flatMap((member) => {
    const bound = clip.settings[member];
    const cuts = [...times].some((input) => cutsBetween(readTimes(file, input), bound));
    return cuts
      ? [
          {
            code: "CLIP_CUTS_SPLINE",
            message: `lies between two keys of a spline; at a key, the clip can be baked without new ones (got ${bound})`,
            severity: 3,
            pointer: `${clip.place}/${member}`,
          } as const,
        ]
      : [];
  });
}

function readTimes(file: NonNullable<Source["file"]>, accessor: number): Float32Array {
  try {
    return file.readAccessor(accessor);
  } catch {
    return new Float32Array(); // the validator of glTF itself tells of accessors
  }
}

function cutsBetween(times: Float32Array, bound: number): boolean {
  return bound > times[0]! && bound < times.at(-1)! && times.every((time) => Math.abs(time - bound) > TOLERANCE);
}

function checkNames(clips: readonly ClipDefinition[]): readonly Issue[] {
  const first = new Map<string, string>();
  return clips.flatMap(({ name, place }) => {
    const other = name === undefined ? undefined : first.get(name);
    if (name !== undefined && other === undefined) {
      first.set(name, place);
    }
    const message = `is the name of ${other} as well, which alone is found by it (got ${excerpt(name ?? "")})`;
    return other === undefined ? [] : [{ code: "CLIP_NAME_DUPLICATE", message, severity: 2 as const, pointer: `${place}/name` }];
  });
}
