export { ClipAnimationGroup, CreateClip, addTargets } from "./clipAnimationGroup.js";
export type { ClipEvent, CreateClipOptions } from "./clipAnimationGroup.js";
export { GetClips } from "./getClips.js";
export { recordKeyRange } from "./keyRange.js";
