import { KNOWN_DIALECTS } from "../gltf/metadata/index.js";
import type { Source } from "./asset.js";
import { type ClipFormat, importFrom } from "./importClips.js";

/** Playback metadata of another tool in an asset. */
export interface InspectedMetadata {
  /** The format, for `ImportClips`. */
  readonly format: ClipFormat;
  /** The number of clips that `ImportClips` makes of it. */
  readonly clips: number;
}

/** Finds the playback metadata that an asset announces. */
export function inspectMetadata(source: Source): readonly InspectedMetadata[] {
  return KNOWN_DIALECTS.map((format) => ({ format, clips: importFrom(source, format).clips.length })).filter(({ clips }) => clips > 0);
}
