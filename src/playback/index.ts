export { ClipAnimationGroup, CreateClip, addTargets } from "./clipAnimationGroup.js";
export type { ClipEvent, CreateClipOptions } from "./clipAnimationGroup.js";
export type { ClipOptions } from "./clipPlayer.js";
export type { Evaluation, EvaluationMode } from "./evaluation.js";
export { GetClips } from "./getClips.js";
export { recordKeyRange } from "./keyRange.js";
