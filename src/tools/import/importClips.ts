import { show } from "../../messages/show.js";
import type { ClipInput } from "../../schema/index.js";
import { sourceOf, type AssetOrFile } from "../asset.js";
import { importGodot } from "./godot.js";
import { importHubs } from "./hubs.js";
import { ImportContext, type Importer, type ImportOptions } from "./importer.js";
import { importInteractivity } from "./interactivity.js";
import { importNames } from "./names.js";
import { importUnity } from "./unity.js";
import { importUnreal } from "./unreal.js";
import { importVerge3d } from "./verge3d.js";
import { importVrmxt } from "./vrmxt.js";

/** A format with playback settings of animations. */
export type ClipFormat = "verge3d" | "unreal" | "hubs" | "vrmxt" | "godot" | "unity" | "interactivity" | "names";

const IMPORTERS: Readonly<Record<ClipFormat, Importer>> = {
  verge3d: importVerge3d,
  unreal: importUnreal,
  hubs: importHubs,
  vrmxt: importVrmxt,
  godot: importGodot,
  unity: importUnity,
  interactivity: importInteractivity,
  names: importNames,
};

/** The names of all formats. */
export const CLIP_FORMATS = Object.keys(IMPORTERS) as readonly ClipFormat[];

/** The clips that another format has. */
export interface ClipImport {
  /** To be written with `WriteClips`. */
  readonly clips: readonly ClipInput[];
  /** Settings that are wrong, or that a clip cannot express, each with its place. */
  readonly warnings: readonly string[];
}

/**
 * Reads from another format how the animations of an asset play: from extensions of Verge3D, Unreal, Mozilla Hubs and Spoke, VRMXT, from
 * KHR_interactivity, from the import settings of Godot and Unity, or from the names of animations.
 * @param asset JSON whose accessors state their bounds, or a file; not changed
 * @throws RangeError for a format that is none of these, or without the sidecar or frames per second that it takes
 * @example
 * const { clips, warnings } = ImportClips(file, "godot", { sidecar: text });
 * WriteClips(file.json, clips);
 * @experimental follows a draft specification
 */
export function ImportClips(asset: AssetOrFile, from: ClipFormat, options: ImportOptions = {}): ClipImport {
  if (!Object.hasOwn(IMPORTERS, from)) {
    throw new RangeError(`from: must be one of ${CLIP_FORMATS.join(", ")} (got ${show(from)})`);
  }
  const context = new ImportContext(sourceOf(asset), options);
  IMPORTERS[from](context);
  return { clips: context.clips, warnings: context.warnings };
}
