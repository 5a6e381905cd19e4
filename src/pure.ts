/**
 * The same as the first entry, but importing it registers nothing: call `RegisterKHR_animation_clip()` and the like.
 * @module
 */
export { ClipClock, TimestampAt } from "./gltf/timing/index.js";
export type {
  ClipClockOptions,
  ClipClockState,
  ClipSettings,
  ClipStep,
  ClipTime,
  OvertimePolicy,
  ResolvedClipSettings,
  TimedEvent,
  TimestampOptions,
} from "./gltf/timing/index.js";
export { AssetError, DescribeFinding } from "./gltf/util/index.js";
export type { Finding, FindingCode, Severity } from "./gltf/util/index.js";
export { ReadClips, ReadControllers, ReadEvents } from "./gltf/schema/index.js";
export type { ClipAsset, ClipDefinition, ClipReading, EventDefinition, EventReading, ReadClipsOptions } from "./gltf/schema/index.js";
export { ApplyPose, ApplyRestPose, ClipPose, DescribeTarget, GetRestPose, GetTrack } from "./scene/posing/index.js";
export type { EvaluationDescription, EvaluationMode } from "./scene/posing/index.js";
export {
  BlendByParameter,
  BlendByParameters,
  ClipAnimationGroup,
  ClipCrossFade,
  CompiledAnimationGroup,
  CompileGroups,
  CreateClip,
  CrossFade,
  EvaluatedAnimationGroup,
  GetClip,
  GetClips,
  MaskBelow,
  ParameterBlend,
  ParseClip,
  ReasonNotToCompile,
  RequireClip,
  RestoreClipState,
  SaveClipState,
  SetUpdateRate,
} from "./scene/playing/index.js";
export type {
  JointMask,
  BlendByParametersOptions,
  BlendPoint,
  BlendPoint2D,
  ClipAnimationGroupOptions,
  ClipEvent,
  ClipOptions,
  ClipSource,
  ClipState,
  CrossFadeEvent,
  CrossFadeOptions,
  FadeState,
  FadingClipState,
  SavedController,
  SavedValue,
  SceneClipState,
  PassedEvent,
  SerializedChannel,
  SerializedClip,
  UpdateInterval,
  UpdateRate,
} from "./scene/playing/index.js";
export {
  RegisterCompiledGroups,
  RegisterKeysOnDemand,
  RegisterKHR_animation2,
  RegisterKHR_animation_clip,
  RegisterKHR_animation_controller,
  RegisterKHR_animation_events,
  RegisterKHR_animation_pointer,
  RegisterPlaybackMetadata,
  RegisterVRM,
  UnregisterCompiledGroups,
  UnregisterKeysOnDemand,
  UnregisterKHR_animation2,
  UnregisterKHR_animation_clip,
  UnregisterKHR_animation_controller,
  UnregisterKHR_animation_events,
  UnregisterKHR_animation_pointer,
  UnregisterPlaybackMetadata,
  UnregisterVRM,
} from "./scene/loading/index.js";
export type {
  ClipExtensionOptions,
  ClipSidecar,
  CompiledGroupsOptions,
  KeysOption,
  MetadataDialect,
  MetadataOptions,
  NameRules,
  ReportOptions,
} from "./scene/loading/index.js";
export { FollowSkeletons, ReasonNotToFollow, UnfollowSkeletons } from "./scene/skeleton/index.js";
export type { SkeletonOwner } from "./scene/skeleton/index.js";
export { SetClock } from "./scene/host/index.js";
export type { AnimationClock, AnimationGroupOwner, TargetDescription } from "./scene/host/index.js";
export { DescribeSkeletonAsync, GetExpressions, LoadClipLibraryAsync } from "./characters/library/index.js";
export type {
  AddClipsOptions,
  ClipCharacter,
  ClipLibrary,
  ClipLibraryOptions,
  ClipLibraryReport,
  Expression,
  RetargetOptions,
} from "./characters/library/index.js";
export type { DescribedBone, HumanBone, SkeletonDescription } from "./gltf/humanoid/index.js";
export type { RenameNodes } from "./gltf/matching/index.js";
export { OnExtrasAnimatedObservable, RegisterPointer, UnregisterPointer } from "./scene/pointer/index.js";
export type { ExtrasEvent, PointerComponents, PointerObjects, PointerRegistration, PointerRegistrationOf } from "./scene/pointer/index.js";
export type { PointerBounds, PointerProperty, PointerTargetKind, PointerType } from "./gltf/objectModel/index.js";
