import { type GltfSource, type Source, sourceOf } from "../asset.js";
import { checkClips } from "./clipRules.js";
import { checkEvents } from "./eventRules.js";
import { checkExtensions } from "./extensionRules.js";
import { checkMetadata } from "./metadataRules.js";
import type { ValidationIssue } from "./issue.js";
import { checkPointers } from "./pointerRules.js";

type Rules = (source: Source) => readonly ValidationIssue[];

const RULES: readonly Rules[] = [checkClips, checkEvents, checkMetadata, checkPointers, checkExtensions];

/**
 * Checks the parts of an asset that Khronos' glTF validator does not know: clips, controllers, events, and channels by JSON pointer. Reports
 * errors, and valid settings that the author probably did not intend.
 *
 * | code | severity | the issue |
 * |---|---|---|
 * | `CLIP_INVALID` | 0 | a clip breaks a rule of its draft; players skip it |
 * | `CLIP_DOUBTFUL` | 1 | an offset is outside of the clip, or a clip plays backwards from its start |
 * | `CLIP_MEMBER_UNKNOWN` | 2 | a clip has a member that the draft does not define |
 * | `CLIP_WITHOUT_END` | 1 | a clip has repetitions or `reverse`, but no end |
 * | `CLIP_BEYOND_KEYS` | 1, 2 | the start (1) or only the end (2) is after the last key |
 * | `CLIP_NAME_DUPLICATE` | 2 | two clips have the same name |
 * | `CLIP_CUTS_SPLINE` | 3 | a bound is between two keys of a spline; found in files only |
 * | `METADATA_DOUBTFUL` | 2 | playback metadata of another tool is invalid, or clips do not support it |
 * | `EVENT_INVALID` | 0 | an event breaks a rule of its draft; players skip it |
 * | `EVENT_BEYOND_KEYS` | 1 | an event is before 0 or after the last key of its animation |
 * | `EVENT_MEMBER_UNKNOWN` | 2 | an event has a member that the draft does not define |
 * | `POINTER_INVALID` | 0 | a pointer names no animatable property, a sampler does not fit, or two channels share a property |
 * | `POINTER_BEYOND_BOUNDS` | 1 | a channel has values that its property cannot have; players clamp them |
 * | `POINTER_DOUBTFUL` | 1 | a channel has members that contradict its pointer, or is ignored |
 * | `POINTER_WITHOUT_EFFECT` | 2 | Babylon.js does not show the animated property |
 * | `UNDECLARED_EXTENSION` | 0 | an extension is used but not listed |
 * | `UNUSED_EXTENSION` | 2 | an extension is listed but not used |
 * @param asset the JSON of an asset, or a file, whose key times are read, too; not changed
 * @returns the issues; empty for an asset without issues. Never throws because of the asset
 * @example
 * const errors = ValidateAnimations(GltfFile.parse(bytes)).filter(({ severity }) => severity === 0);
 * @experimental follows draft specifications
 */
export function ValidateAnimations(asset: GltfSource): readonly ValidationIssue[] {
  const source = sourceOf(asset);
  return RULES.flatMap((check) => check(source));
}
