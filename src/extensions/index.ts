export { RegisterKHR_animation2, UnregisterKHR_animation2 } from "./KHR_animation2.js";
export { RegisterKHR_animation_clip, UnregisterKHR_animation_clip } from "./KHR_animation_clip.js";
export { RegisterKHR_animation_controller, UnregisterKHR_animation_controller } from "./KHR_animation_controller.js";
export { RegisterKHR_animation_pointer, UnregisterKHR_animation_pointer } from "./KHR_animation_pointer.js";
export { RegisterCompiledGroups, UnregisterCompiledGroups } from "./compiledGroups.js";
export { RegisterPlaybackMetadata, UnregisterPlaybackMetadata } from "./playbackMetadata.js";
export { RegisterKeysOnDemand, UnregisterKeysOnDemand } from "./keysOnDemand.js";
export type { MetadataDialect, NameRules } from "../metadata/loading.js";
export type { ClipExtensionOptions, ClipSidecar, CompiledGroupsOptions, KeysOption, MetadataOptions, ReportOptions } from "./options.js";
