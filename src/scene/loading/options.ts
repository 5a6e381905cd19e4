import type { EvaluationMode } from "../posing/index.js";
import type { MetadataOptions } from "../../gltf/metadata/loading.js";
import type { OvertimePolicy } from "../../gltf/timing/index.js";
import type { MemberNames } from "../../gltf/util/index.js";

/** Options of every extension of this package, for `extensionOptions` of Babylon's glTF loader. */
export type ReportOptions = {
  /**
   * The maximum number of warnings that a load logs, >= 0, counted over all extensions of this package; a final warning states the number
   * of omitted warnings. Default 100.
   */
  maxWarnings?: number | undefined;
};

/** Option of the extensions of this package, for `extensionOptions` of Babylon's glTF loader. */
export type KeysOption = {
  /**
   * When the keys of a file's animations are created. `"onDemand"` (default): when the keys are first accessed. Clips never access the
   * keys, which saves most of the time and memory of animations. `"eager"`: when the file is loaded, by Babylon's loader. If the options of
   * several extensions differ, `"eager"` applies to the file.
   */
  keys?: "onDemand" | "eager" | undefined;
};

/** The default of {@link ClipExtensionOptions.maxClips}. */
export const DEFAULT_MAX_CLIPS = 10_000;

/** Options of the clip extensions, for `extensionOptions` of Babylon's glTF loader, in addition to Babylon's option `enabled`. */
export type ClipExtensionOptions = ReportOptions &
  KeysOption & {
    /**
     * The meaning of a missing `end`. `"infinity"` (default): the clip never loops and holds the last pose (KHR_animation_clip, Example 2).
     * `"lastKeyframe"`: the clip ends at the last key of the clip's animations, so that the clip loops.
     */
    openEnd?: "infinity" | "lastKeyframe" | undefined;
    /** The treatment of time left over when a loop wraps: `"carry"` (default) or `"discard"`. */
    overtime?: OvertimePolicy | undefined;
    /** The evaluators that the clips may use: `"auto"` (default), `"compiled"` or `"babylon"`. */
    evaluationMode?: EvaluationMode | undefined;
    /** The maximum number of clips read from a file, >= 0; a single warning reports the omitted clips. Default 10,000. */
    maxClips?: number | undefined;
  };

/** The members of the options of KHR_animation_events. */
export const REPORT_OPTION_NAMES: MemberNames<ReportOptions & { enabled?: boolean }> = { enabled: true, maxWarnings: true };

/** The members of the options of pointer extensions. */
export const POINTER_OPTION_NAMES: MemberNames<ReportOptions & KeysOption & { enabled?: boolean }> = { ...REPORT_OPTION_NAMES, keys: true };

/** The members of the options of clip extensions. */
export const CLIP_EXTENSION_OPTION_NAMES: MemberNames<ClipExtensionOptions & MetadataOptions & { enabled?: boolean }> = {
  ...{ ...POINTER_OPTION_NAMES, openEnd: true, overtime: true, evaluationMode: true, maxClips: true },
  ...{ metadata: true, names: true, sidecar: true },
};

/** Options of compiled groups, for `extensionOptions.compiledGroups` of Babylon's glTF loader. */
export type CompiledGroupsOptions = {
  /** Whether `RegisterCompiledGroups` applies to the file. Default: true with `files: "all"`, false with `"chosen"`. */
  enabled?: boolean | undefined;
  /** Whether the animations of the file become compiled groups. Default: as registered. */
  groups?: boolean | undefined;
  /** Whether the skeletons of the file follow their nodes in typed arrays. Default: as registered. */
  skeletons?: boolean | undefined;
};

declare module "@babylonjs/loaders/glTF/glTFFileLoader.js" {
  interface GLTFLoaderExtensionOptions {
    /** Options of playback metadata: `enabled` only; the others are those of KHR_animation_clip. */
    playbackMetadata: { enabled?: boolean };
    /** Options of compiled groups. */
    compiledGroups: CompiledGroupsOptions;
    /** Options of the extension KHR_animation_clip. */
    KHR_animation_clip: ClipExtensionOptions & MetadataOptions;
    /** Options of the extension KHR_animation_controller. */
    KHR_animation_controller: ClipExtensionOptions;
    /** Options of the extension KHR_animation_events. */
    KHR_animation_events: ReportOptions;
    /** Options of the extension KHR_animation2. */
    KHR_animation2: ReportOptions & KeysOption;
    /** Options of the extension EXT_property_animation. */
    EXT_property_animation: ReportOptions & KeysOption;
  }
}
