import type { EvaluationMode } from "../evaluation/index.js";
import type { OvertimePolicy } from "../timing/index.js";
import type { KeysOption } from "./keysOnDemand.js";
import type { ReportOptions } from "./loadReport.js";

/** Options of the extensions that make clips, for `extensionOptions` of Babylon's glTF loader, beside its own `enabled`. */
export type ClipExtensionOptions = ReportOptions &
  KeysOption & {
    /**
     * What a missing `end` means. `"infinity"` (default): the clip never loops and holds its last pose (KHR_animation_clip, Example 2).
     * `"lastKeyframe"`: the clip ends at the last key of its animations, so that it loops.
     */
    openEnd?: "infinity" | "lastKeyframe";
    /** What happens to time left over when a loop wraps: `"carry"` (default) or `"discard"`. */
    overtime?: OvertimePolicy;
    /** Which evaluators the clips may use: `"auto"` (default), `"compiled"` or `"babylon"`. */
    evaluationMode?: EvaluationMode;
    /** How many clips of a file are read, >= 0; one warning reports the rest. Default 10,000. */
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
