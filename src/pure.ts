/** The public API. Importing it registers nothing. */
export { TimestampAt, ClipClock } from "./timing/index.js";
export type {
  ClipClockOptions,
  ClipSettings,
  ClipStep,
  ClipTime,
  OvertimePolicy,
  ResolvedClipSettings,
  TimestampOptions,
} from "./timing/index.js";
export { AssetError, ReadClips, ReadControllers } from "./schema/index.js";
export type { ClipAsset, ClipDefinition, ClipReading, ReadClipsOptions } from "./schema/index.js";
export {
  ApplyPose,
  ApplyRestPose,
  ClipAnimationGroup,
  ClipCrossFade,
  ClipPose,
  CreateClip,
  CrossFade,
  GetClip,
  GetClips,
  GetRestPose,
  ParseClip,
} from "./playback/index.js";
export type {
  AnimationGroupOwner,
  ClipAnimationGroupOptions,
  ClipEvent,
  ClipOptions,
  ClipSource,
  CreateClipOptions,
  CrossFadeEvent,
  CrossFadeOptions,
  EvaluationDescription,
  EvaluationMode,
  SerializedClip,
  SerializedTarget,
} from "./playback/index.js";
export { RegisterKHR_animation_clip, UnregisterKHR_animation_clip } from "./extensions/KHR_animation_clip.js";
export { RegisterKHR_animation_controller, UnregisterKHR_animation_controller } from "./extensions/KHR_animation_controller.js";
export type { ClipExtensionOptions } from "./extensions/clipExtensionOptions.js";
export { RegisterKeysOnDemand, UnregisterKeysOnDemand } from "./extensions/registerKeysOnDemand.js";
export type { KeysOption } from "./extensions/keysOnDemand.js";
export type { ReportOptions } from "./extensions/loadReport.js";
export { RegisterKHR_animation2, UnregisterKHR_animation2 } from "./extensions/KHR_animation2.js";
export { RegisterKHR_animation_pointer, UnregisterKHR_animation_pointer } from "./extensions/KHR_animation_pointer.js";
export { DescribeTarget } from "./host/describeTarget.js";
export type { TargetDescription } from "./host/targets.js";
export { OnExtrasAnimatedObservable } from "./pointer/extrasEvent.js";
export type { ExtrasEvent } from "./pointer/extrasEvent.js";
export { RegisterPointer, UnregisterPointer } from "./pointer/pointerRegistry.js";
export type { Bounds as PointerBounds } from "./objectModel/bounds.js";
export type {
  Components as PointerComponents,
  Owner as PointerOwner,
  PointerLandingOf,
  PointerObjects,
  PointerRegistration,
} from "./pointer/pointerRow.js";
export type { ObjectModelProperty as PointerProperty, PointerType } from "./objectModel/property.js";
