export { BlendByParameter, BlendByParameters } from "./fading/blendByParameter.js";
export type { BlendByParametersOptions, BlendPoint, BlendPoint2D } from "./fading/blendByParameter.js";
export { ParameterBlend } from "./fading/parameterBlend.js";
export { listChannels } from "./groups/channelList.js";
export type { Channel, ChannelList } from "./groups/channelList.js";
export { ClipAnimationGroup } from "./groups/clipAnimationGroup.js";
export type { ClipAnimationGroupOptions, ClipEvent, ClipSource } from "./groups/clipAnimationGroup.js";
export type { ClipOptions } from "./players/clipPlayer.js";
export { copiesOf, noteCopy } from "./groups/clipCopies.js";
export { CompiledAnimationGroup } from "./groups/compiledAnimationGroup.js";
export { CompileGroups, ReasonNotToCompile } from "./groups/compileGroups.js";
export { CreateClip, GetClip, GetClips, RequireClip } from "./groups/createClip.js";
export { ClipCrossFade, CrossFade } from "./fading/crossFade.js";
export type { CrossFadeEvent, CrossFadeOptions } from "./fading/crossFade.js";
export { EvaluatedAnimationGroup } from "./groups/evaluatedAnimationGroup.js";
export type { PassedEvent } from "./groups/evaluatedAnimationGroup.js";
export { makeAdditive } from "./groups/makeAdditive.js";
export { MaskBelow, maskOf } from "./groups/maskBelow.js";
export type { JointMask } from "../../gltf/controller/index.js";
export type { ScheduledFade } from "./players/scheduler.js";
export { CLIP_OPTION_NAMES, warnOfExcess, warnOfLongTime } from "./groups/mistakes.js";
export { ParseClip } from "./groups/parseClip.js";
export type { SerializedChannel, SerializedClip } from "./groups/parseClip.js";
export { RestoreClipState, SaveClipState } from "./state/clipState.js";
export type { ClipState, FadeState, FadingClipState, SavedController, SavedValue, SceneClipState } from "./state/clipState.js";
export { SetUpdateRate } from "./pace/updateRate.js";
export type { UpdateInterval, UpdateRate } from "./pace/updateRate.js";
export {
  eventChanges,
  prepareTimedEvents,
  setTimedEvents,
  shareTimedEvents,
  timedEventListsOf,
  timedEventsOf,
} from "./events/timedEvents.js";
