export { AnimationEvents } from "./animationEvents.js";
export type { AnimationEventsAttributes } from "./animationEvents.js";
export { Clip } from "./clip.js";
export type { ClipAttributes } from "./clip.js";
export { KHRAnimationClip } from "./khrAnimationClip.js";
export { KHRAnimationPointer } from "./khrAnimationPointer.js";
export { PointerChannel } from "./pointerChannel.js";
export { KHRAnimationEvents } from "./khrAnimationEvents.js";
