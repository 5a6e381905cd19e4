import { sourceOf, type AssetOrFile, type Source } from "../asset.js";
import { checkClips } from "./clipRules.js";
import { checkExtensions } from "./extensionRules.js";
import type { Issue } from "./issue.js";
import { checkPointers } from "./pointerRules.js";

/** Rules of one kind. */
type Rules = (source: Source) => readonly Issue[];

const RULES: readonly Rules[] = [checkClips, checkPointers, checkExtensions];

/**
 * Checks the parts that Khronos' glTF validator does not know: clips, controllers, and channels by JSON pointer. It reports errors, and valid
 * settings that the author probably did not intend.
 *
 * | code | severity | |
 * |---|---|---|
 * | `CLIP_INVALID` | 0 | the clip breaks a rule of its draft, and is left out by players |
 * | `CLIP_DOUBTFUL` | 1 | an offset outside of the clip, or a clip that goes backwards from its start |
 * | `CLIP_WITHOUT_END` | 1 | repetitions or `reverse` without an end |
 * | `CLIP_BEYOND_KEYS` | 1, 2 | the start, or the end, lies behind the last key |
 * | `CLIP_NAME_DUPLICATE` | 2 | two clips have one name |
 * | `CLIP_CUTS_SPLINE` | 3 | a bound between two keys of a spline |
 * | `POINTER_INVALID` | 0 | a channel whose pointer leads to nothing that can be animated, whose sampler does not fit, or whose property another channel animates |
 * | `POINTER_DOUBTFUL` | 1 | a channel that states something else beside its pointer, or is ignored |
 * | `POINTER_WITHOUT_EFFECT` | 2 | a channel whose property Babylon.js does not show |
 * | `UNDECLARED_EXTENSION` | 0 | an extension that is used and not listed |
 * | `UNUSED_EXTENSION` | 2 | an extension that is listed and not used |
 * @param asset JSON, or a file, of which the keys are looked at as well; not changed
 * @example
 * const errors = ValidateAnimations(GltfFile.parse(bytes)).filter(({ severity }) => severity === 0);
 * @experimental follows draft specifications
 */
export function ValidateAnimations(asset: AssetOrFile): readonly Issue[] {
  const source = sourceOf(asset);
  return RULES.flatMap((check) => check(source));
}
