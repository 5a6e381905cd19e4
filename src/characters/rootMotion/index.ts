export { ClipRootMotionController } from "./clipRootMotionController.js";
export type { ClipRootMotion } from "./clipRootMotionController.js";
export type { RootMotionOfClip } from "./createRootMotionClip.js";
export { CreateRootMotionClipAsync } from "./createRootMotionClip.js";
export { GetMotionBetween } from "./motionBetween.js";
export type { RootMotion } from "./motionTrack.js";
