export { BlendByParameter, ParameterBlend } from "./blending/blendByParameter.js";
export type { BlendPoint } from "./blending/blendByParameter.js";
export { listChannels } from "./channelList.js";
export type { Channel, ChannelList } from "./channelList.js";
export { ClipAnimationGroup } from "./clipAnimationGroup.js";
export type { ClipAnimationGroupOptions, ClipEvent, ClipSource } from "./clipAnimationGroup.js";
export type { ClipOptions } from "./clipPlayer.js";
export { CompiledAnimationGroup } from "./compiledAnimationGroup.js";
export { CreateClip, GetClip, GetClips, RequireClip } from "./createClip.js";
export { ClipCrossFade, CrossFade } from "./fading/crossFade.js";
export type { CrossFadeEvent, CrossFadeOptions } from "./fading/crossFade.js";
export { EvaluatedAnimationGroup } from "./evaluatedAnimationGroup.js";
export type { PassedEvent } from "./evaluatedAnimationGroup.js";
export { CLIP_OPTION_NAMES, warnOfExcess, warnOfLongTime } from "./mistakes.js";
export { ParseClip } from "./parseClip.js";
export type { SerializedChannel, SerializedClip } from "./parseClip.js";
export { RestoreClipState, SaveClipState } from "./state/clipState.js";
export type { ClipState, FadeState, FadingClipState, SceneClipState } from "./state/clipState.js";
export { SetUpdateRate } from "./updates/updateRate.js";
export type { UpdateInterval, UpdateRate } from "./updates/updateRate.js";
export {
  eventChanges,
  prepareTimedEvents,
  setTimedEvents,
  shareTimedEvents,
  timedEventListsOf,
  timedEventsOf,
} from "./events/timedEvents.js";
