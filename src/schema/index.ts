export { AssetError, UnexpectedError, expectObject, toAssetError } from "./assetError.js";
export { readChannelPointer, readChannelPointers2, readPropertyChannel, readPropertyChannels } from "./channelPointer.js";
export type { ChannelPointers, PropertyChannel } from "./channelPointer.js";
export { readClips, readControllers } from "./clipDefinition.js";
export type { ClipAsset, ClipDefinition, ClipReading } from "./clipDefinition.js";
