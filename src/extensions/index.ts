export { RegisterKHR_animation2, UnregisterKHR_animation2 } from "./KHR_animation2.js";
export { RegisterKHR_animation_clip, UnregisterKHR_animation_clip } from "./KHR_animation_clip.js";
export { RegisterKHR_animation_controller, UnregisterKHR_animation_controller } from "./KHR_animation_controller.js";
export { RegisterKHR_animation_events, UnregisterKHR_animation_events } from "./KHR_animation_events.js";
export { RegisterKHR_animation_pointer, UnregisterKHR_animation_pointer } from "./KHR_animation_pointer.js";
export { RegisterCompiledGroups, UnregisterCompiledGroups } from "./compiledGroups.js";
export { RegisterKeysOnDemand, UnregisterKeysOnDemand } from "./keysOnDemand.js";
export type { ClipExtensionOptions, CompiledGroupsOptions, KeysOption, ReportOptions } from "./options.js";
