/**
 * Crowds: thousands of characters of one asset, each with its own clip.
 * @module
 */
export {
  ClipCrowd,
  CreateClipCrowd,
  CreateClipCrowdAsync,
  CrowdAttachment,
  CrowdCharacter,
  CrowdClip,
  PromotedCharacter,
  RestoreCrowdState,
  SaveCrowdState,
} from "./characters/crowd/index.js";
export type {
  AsyncClipCrowdOptions,
  ClipCrowdOptions,
  CrowdClipKey,
  CrowdEvent,
  CrowdFadeOptions,
  CrowdKernels,
  CrowdLevel,
  CrowdLibraryOptions,
  CrowdMotionOptions,
  CrowdPickingInfo,
  CrowdPlaySettings,
  CrowdState,
  CrowdTimedEvent,
  RestoreCrowdOptions,
  RootMotion,
} from "./characters/crowd/index.js";
