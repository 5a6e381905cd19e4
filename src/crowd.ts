/** Crowds: thousands of characters of one asset, each with its own clip. */
export { CreateClipCrowd, CreateClipCrowdAsync } from "./crowd/createClipCrowd.js";
export type { AsyncClipCrowdOptions } from "./crowd/createClipCrowd.js";
export type { ClipCrowdOptions, CrowdLevel } from "./crowd/crowdOptions.js";
export { ClipCrowd, CrowdCharacter } from "./crowd/clipCrowd.js";
export type { CrowdEvent } from "./crowd/clipCrowd.js";
export { CrowdAttachment } from "./crowd/attachment.js";
export { CrowdClip } from "./crowd/crowdClip.js";
export type { CharactersEvent } from "./crowd/crowdEvents.js";
export type { CrowdFade } from "./crowd/fades.js";
export type { CrowdPickingInfo } from "./crowd/picking.js";
export type { CrowdPlaySettings } from "./crowd/crowdPlayer.js";
export { PromotedCharacter } from "./crowd/promotion.js";
