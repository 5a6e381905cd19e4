import { DescribeFinding, ImportClips, type ClipFormat, type ClipImport } from "../../../src/tools.js";
import type { Json } from "../../../scripts/glb.mjs";
import type { Sidecar } from "../files/sidecar.js";
import type { ClipDocument } from "./clipDocument.js";

/** The formats of settings within a model, in the order in which the loader tries them. */
const WITHIN: readonly ClipFormat[] = ["unreal", "verge3d", "hubs", "vrmxt", "extras"];

/** The frame rate of settings in frames, where they do not state it. */
const FPS = 30;

/** What a document got from settings of another tool. */
export interface ImportReport {
  readonly clips: number;
  /** What could not be read, in complete sentences or as findings. */
  readonly problems: readonly string[];
}

/**
 * Reads the settings of other tools as the loader does: in a file beside the model, or else in the model. A model with clips has its own.
 * @param json of the model
 * @param sidecar null if there is none
 */
export function importSettings(document: ClipDocument, json: Json, sidecar: Sidecar | null): ImportReport {
  if (document.clips.length > 0 || Object.hasOwn(Object(json["extensions"]) as object, "KHR_animation_controller")) {
    return { clips: 0, problems: sidecar ? [`${sidecar.name} is not read, because the model has clips of its own.`] : [] };
  }
  const report = sidecar ? importSidecar(document, json, sidecar) : { clips: 0, problems: [] };
  for (const format of report.clips > 0 ? [] : WITHIN) {
    const read = ImportClips(json, format);
    if (read.clips.length > 0) {
      document.importClips("the model", read.clips, read.events);
      return { clips: read.clips.length, problems: [...report.problems, ...read.findings.map(DescribeFinding)] };
    }
  }
  return report;
}

/** Adds the clips of a file with settings to those of the document. */
export function importSidecar(document: ClipDocument, json: Json, { name, format, text }: Sidecar): ImportReport {
  const { clips, events, findings }: ClipImport = ImportClips(json, format, { sidecar: text, ...(format === "unity" && { fps: FPS }) });
  const problems = findings.map((finding) => `${name}: ${DescribeFinding(finding)}`);
  if (clips.length === 0 && events.size === 0) {
    return { clips: 0, problems: [`${name} has no settings for the animations of the model.`, ...problems] };
  }
  document.importClips(name, clips, events);
  return { clips: clips.length, problems: format === "unity" ? [`${name} is read at ${FPS} frames per second.`, ...problems] : problems };
}
