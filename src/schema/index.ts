export { readChannelPointer, readChannelPointers2, readPropertyChannel, readPropertyChannels } from "./channelPointer.js";
export type { ChannelPointers, PropertyChannel } from "./channelPointer.js";
export { READ_MEMBERS, ReadClips, ReadControllers } from "./clipDefinition.js";
export type { ClipAsset, ClipDefinition, ClipReading, ReadClipsOptions } from "./clipDefinition.js";
export { listExtension, removeExtension, unlistExtension } from "./extensionLists.js";
export type { ExtensibleAsset } from "./extensionLists.js";
export { WriteClips } from "./writeClips.js";
export type { ClipInput } from "./writeClips.js";
