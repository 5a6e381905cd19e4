import type { EvaluationMode } from "../playback/index.js";
import type { OvertimePolicy } from "../timing/index.js";
import type { ReportOptions } from "./loadReport.js";

/** Options of the extensions that make clips, for `extensionOptions` of Babylon's glTF loader, beside its own `enabled`. */
export type ClipExtensionOptions = ReportOptions & {
  /**
   * What a missing `end` means: `"infinity"` (default) that the clip goes on for ever and holds its last pose, as in the drafts'
   * second table; `"lastKeyframe"` the last key of the clip's animations, so that it loops there.
   */
  openEnd?: "infinity" | "lastKeyframe";
  /** What becomes of the overtime at the bound of a loop: `"carry"` (default) or `"discard"`. */
  overtime?: OvertimePolicy;
  /** What may evaluate the clips: `"auto"` (default), `"compiled"` or `"babylon"`. */
  evaluationMode?: EvaluationMode;
  /** The most clips that are read from a file; those behind them are left out, with one warning. Default 10,000. */
  maxClips?: number;
};

declare module "@babylonjs/loaders/glTF/glTFFileLoader.js" {
  interface GLTFLoaderExtensionOptions {
    /** Options of the extension KHR_animation_clip. */
    KHR_animation_clip: ClipExtensionOptions;
    /** Options of the extension KHR_animation_controller. */
    KHR_animation_controller: ClipExtensionOptions;
  }
}
