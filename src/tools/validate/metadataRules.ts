import { SETTINGS_DIALECTS } from "../../gltf/metadata/index.js";
import type { Finding } from "../../gltf/util/index.js";
import type { Source } from "../asset.js";
import { importFrom } from "../importClips.js";

/**
 * Looks for playback metadata of other tools that is invalid, or that clips do not support. Files with clips have no issues, because loading
 * them ignores the metadata.
 */
export function checkMetadata(source: Source): readonly Finding[] {
  const { extensions } = source.json;
  if ("KHR_animation_clip" in Object(extensions) || "KHR_animation_controller" in Object(extensions)) {
    return [];
  }
  return SETTINGS_DIALECTS.flatMap((format) => importFrom(source, format).findings);
}
