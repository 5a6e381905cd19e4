export { BABYLON_MODEL, tryResolve, wholePointer } from "./babylonModel.js";
export { CONVERT, ChannelMatcher } from "./channelMatcher.js";
export { CORE_TYPES, readProperty, channelsOf, expectOutput, copyAccessor, readTrack } from "./channels.js";
export type { SamplerTrack } from "./channels.js";
export { MissingObject } from "./nameMatcher.js";
export type { RenameNodes } from "./nameMatcher.js";
export { nameOfItem, nodePathsOf } from "./nodePaths.js";
