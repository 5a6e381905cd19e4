import { SETTINGS_DIALECTS } from "../../metadata/index.js";
import type { Source } from "../asset.js";
import { importFrom } from "../importClips.js";
import { issueOfWarning, type ValidationIssue } from "./issue.js";

/**
 * Looks for playback metadata of other tools that is invalid, or that clips do not support. Files with clips have no issues, because loading
 * them ignores the metadata.
 */
export function checkMetadata(source: Source): readonly ValidationIssue[] {
  const { extensions } = source.json;
  if ("KHR_animation_clip" in Object(extensions) || "KHR_animation_controller" in Object(extensions)) {
    return [];
  }
  return SETTINGS_DIALECTS.flatMap((format) => importFrom(source, format).warnings).map((warning) => ({
    ...issueOfWarning("METADATA_DOUBTFUL", warning),
    severity: 2,
  }));
}
