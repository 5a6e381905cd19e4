import type { Source } from "./asset.js";
import { type ClipFormat, importFrom } from "./importClips.js";

/** The formats that a file announces by itself. A graph is one, but plays its animations itself. */
export const SETTINGS_FORMATS = [
  "unreal",
  "verge3d",
  "hubs",
  "vrmxt",
  "bless",
  "trial",
  "oat",
  "extras",
] as const satisfies readonly ClipFormat[];

/** Playback metadata of another tool in an asset. */
export interface InspectedMetadata {
  /** The format, for `ImportClips`. */
  readonly format: ClipFormat;
  /** The number of clips that `ImportClips` makes of it. */
  readonly clips: number;
}

/** Finds the playback metadata that an asset announces. */
export function inspectMetadata(source: Source): readonly InspectedMetadata[] {
  return [...SETTINGS_FORMATS, "interactivity" as const]
    .map((format) => ({ format, clips: importFrom(source, format).clips.length }))
    .filter(({ clips }) => clips > 0);
}
