export { channelsOf } from "./channelList.js";
export type { ChannelList } from "./channelList.js";
export { ClipAnimationGroup, CreateClip } from "./clipAnimationGroup.js";
export type {
  ClipAnimationGroupOptions,
  ClipEvent,
  ClipSource,
  CreateClipOptions,
  SerializedClip,
  SerializedTarget,
} from "./clipAnimationGroup.js";
export type { ClipOptions } from "./clipPlayer.js";
export type { Evaluation, EvaluationMode } from "./evaluation.js";
export { ApplyPose, ApplyRestPose, ClipPose, GetRestPose } from "./clipPose.js";
export type { AnimationGroupOwner } from "./clipPose.js";
export { ClipCrossFade, CrossFade } from "./crossFade.js";
export type { CrossFadeEvent, CrossFadeOptions } from "./crossFade.js";
export { ParseClip } from "./parseClip.js";
export { GetClip, GetClips } from "./getClips.js";
export { recordKeyRange } from "./keyRange.js";
