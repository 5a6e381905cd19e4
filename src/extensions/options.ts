import type { EvaluationMode } from "../evaluation/index.js";
import type { OvertimePolicy } from "../timing/index.js";

/** Options of every extension of this package, for `extensionOptions` of Babylon's glTF loader. */
export type ReportOptions = {
  /**
   * How many warnings a load logs, >= 0, counted over all extensions of this package; one more reports the number of the rest.
   * Default 100.
   */
  maxWarnings?: number;
};

/** Option of the extensions of this package, for `extensionOptions` of Babylon's glTF loader. */
export type KeysOption = {
  /**
   * When the keys of a file's animations are made. `"onDemand"` (default): when somebody first reads them. Clips do not, which saves most of
   * the time and memory that animations take. `"eager"`: when the file is loaded, by Babylon's loader. One `"eager"` decides for the file.
   */
  keys?: "onDemand" | "eager";
};

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
    /** Options of the extension KHR_animation2. */
    KHR_animation2: ReportOptions & KeysOption;
    /** Options of the extension EXT_property_animation. */
    EXT_property_animation: ReportOptions & KeysOption;
  }
}
