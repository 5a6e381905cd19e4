export {
  EVENT_MEMBERS,
  EVENTS_EXTENSION,
  findEventProblem,
  groupEvents,
  listEvents,
  putEvents,
  ReadEvents,
  WriteEvents,
} from "./animationEvents.js";
export type { EventDefinition, EventInput, EventReading } from "./animationEvents.js";
export { readChannelPointer, readChannelPointers2, readPropertyChannel, readPropertyChannels } from "./channelPointer.js";
export type { ChannelPointers } from "./channelPointer.js";
export { READ_MEMBERS, readAllClips, readClip, ReadClips, ReadControllers, takeClips } from "./clipDefinition.js";
export type { ClipAsset, ClipDefinition, ClipReading, ReadClipsOptions } from "./clipDefinition.js";
export { findDuplicateNames } from "./duplicateNames.js";
export { listExtension, removeExtension, unlistExtension } from "./extensionLists.js";
export type { ExtensibleAsset } from "./extensionLists.js";
export { POINTER_EXTENSIONS } from "./pointerExtensions.js";
export type { PointerExtensionName } from "./pointerExtensions.js";
export { clipToJson, WriteClips } from "./writeClips.js";
export type { ClipInput, WriteReport } from "./writeClips.js";
