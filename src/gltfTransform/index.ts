export { Clip } from "./clip.js";
export type { ClipAttributes } from "./clip.js";
export { KHRAnimationClip } from "./khrAnimationClip.js";
export { KHRAnimationPointer } from "./khrAnimationPointer.js";
export { PointerChannel } from "./pointerChannel.js";
