/** The public API. Importing it registers nothing. */
export { ClipClock, TimestampAt } from "./timing/index.js";
export type {
  ClipClockOptions,
  ClipSettings,
  ClipStep,
  ClipTime,
  OvertimePolicy,
  ResolvedClipSettings,
  TimedEvent,
  TimestampOptions,
} from "./timing/index.js";
export { AssetError } from "./util/index.js";
export { ReadClips, ReadControllers, ReadEvents } from "./schema/index.js";
export type { ClipAsset, ClipDefinition, ClipReading, EventDefinition, EventReading, ReadClipsOptions } from "./schema/index.js";
export { ApplyPose, ApplyRestPose, ClipPose, DescribeTarget, GetRestPose, GetTrack } from "./evaluation/index.js";
export type { AnimationGroupOwner, EvaluationDescription, EvaluationMode } from "./evaluation/index.js";
export {
  ClipAnimationGroup,
  ClipCrossFade,
  CompiledAnimationGroup,
  CreateClip,
  CrossFade,
  EvaluatedAnimationGroup,
  GetClip,
  GetClips,
  ParseClip,
  RequireClip,
} from "./playback/index.js";
export type {
  ClipAnimationGroupOptions,
  ClipEvent,
  ClipOptions,
  ClipSource,
  CrossFadeEvent,
  CrossFadeOptions,
  PassedEvent,
  SerializedChannel,
  SerializedClip,
} from "./playback/index.js";
export {
  RegisterCompiledGroups,
  RegisterKeysOnDemand,
  RegisterKHR_animation2,
  RegisterKHR_animation_clip,
  RegisterKHR_animation_controller,
  RegisterKHR_animation_events,
  RegisterKHR_animation_pointer,
  UnregisterCompiledGroups,
  UnregisterKeysOnDemand,
  UnregisterKHR_animation2,
  UnregisterKHR_animation_clip,
  UnregisterKHR_animation_controller,
  UnregisterKHR_animation_events,
  UnregisterKHR_animation_pointer,
} from "./extensions/index.js";
export type { ClipExtensionOptions, CompiledGroupsOptions, KeysOption, ReportOptions } from "./extensions/index.js";
export type { TargetDescription } from "./host/index.js";
export { OnExtrasAnimatedObservable, RegisterPointer, UnregisterPointer } from "./pointer/index.js";
export type { ExtrasEvent, PointerComponents, PointerObjects, PointerRegistration, PointerRegistrationOf } from "./pointer/index.js";
export type { PointerBounds, PointerProperty, PointerTargetKind, PointerType } from "./objectModel/index.js";
