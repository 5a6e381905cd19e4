/** The public API. Importing it registers nothing. */
export { timestampAt, ClipClock } from "./timing/index.js";
export type {
  ClipClockOptions,
  ClipSettings,
  ClipStep,
  ClipTime,
  OvertimePolicy,
  ResolvedClipSettings,
  TimestampOptions,
} from "./timing/index.js";
export { AssetError, readClips, readControllers } from "./schema/index.js";
export type { ClipAsset, ClipDefinition, ClipReading } from "./schema/index.js";
export { ClipAnimationGroup, CreateClip, GetClips } from "./playback/index.js";
export type { ClipEvent, CreateClipOptions } from "./playback/index.js";
export { RegisterKHR_animation_clip } from "./extensions/KHR_animation_clip.js";
export { RegisterKHR_animation_controller } from "./extensions/KHR_animation_controller.js";
export type { ClipExtensionOptions } from "./extensions/clipLoaderExtension.js";
