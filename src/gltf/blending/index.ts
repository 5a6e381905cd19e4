export { LinearSpace, PlaneSpace } from "./blendSpaces.js";
export type { IsTakingPart, SpacePoint, BlendSpaceKind, BlendSpace } from "./blendSpaces.js";
export { fadeProgress, lerp, cycleFrequency, cyclePhase, secondsAtPhase } from "./fading.js";
