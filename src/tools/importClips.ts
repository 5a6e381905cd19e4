import { CLIP_FORMATS, type ClipFormat, IMPORTERS, ImportContext, type ImportedClip, type ImportOptions } from "../gltf/metadata/index.js";
import type { TimedEvent } from "../gltf/timing/index.js";
import { argumentError, type Finding, findUnknownMembers, type MemberNames } from "../gltf/util/index.js";
import { type GltfSource, rangeOf, type Source, sourceOf } from "./asset.js";

export { CLIP_FORMATS } from "../gltf/metadata/index.js";
export type { ClipFormat } from "../gltf/metadata/index.js";

const OPTION_NAMES: MemberNames<ImportOptions> = { sidecar: true, rules: true, fps: true };

/** The clips read from another format. */
export interface ClipImport {
  /** The clips in the order of the source, to be written with `WriteClips`. */
  readonly clips: readonly ImportedClip[];
  /** The timed events of animations, by index of the animation, to be written with `WriteEvents`. */
  readonly events: ReadonlyMap<number, readonly TimedEvent[]>;
  /** `METADATA_DOUBTFUL` for settings that are invalid or that clips do not support; invalid values are replaced by defaults. */
  readonly findings: readonly Finding[];
}

/**
 * Reads clips from the playback settings of another format: extensions of Verge3D, Unreal, Mozilla Hubs and VRMXT, `KHR_interactivity`, the
 * import settings of Godot and Unity, or the names or extras of animations.
 * @param asset a file, or JSON whose accessors state the times of the first and last key; not changed
 * @throws TypeError or RangeError for an unknown format, or if a sidecar or frame rate that the format needs is missing
 * @example
 * const { clips, events, findings } = ImportClips(file, "unity", { sidecar: text, fps: 30 });
 * WriteClips(file.json, clips);
 * events.forEach((each, animation) => WriteEvents(file.json, animation, each));
 * @experimental follows a draft specification
 */
export function ImportClips(asset: GltfSource, from: ClipFormat, options: ImportOptions = {}): ClipImport {
  if (!Object.hasOwn(IMPORTERS, from)) {
    throw argumentError("from", `must be one of ${CLIP_FORMATS.join(", ")}`, from, "string");
  }
  const { clips, events, findings } = importFrom(sourceOf(asset), from, options);
  return { clips, events, findings: [...findUnknownMembers("options", options, OPTION_NAMES), ...findings] };
}

/** Reads clips from a known format. */
export function importFrom(source: Source, from: ClipFormat, options: ImportOptions = {}): ClipImport {
  const context = new ImportContext(source.json, (animation) => rangeOf(source, [animation])?.[1] ?? null, options);
  IMPORTERS[from](context);
  return { clips: context.clips, events: context.events, findings: context.findings };
}
