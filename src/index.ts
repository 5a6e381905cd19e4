/**
 * Clips, fades, poses, compiled groups and pointers; importing it registers all extensions with Babylon's glTF loader.
 * @module
 */
import {
  RegisterCompiledGroups,
  RegisterKHR_animation2,
  RegisterKHR_animation_clip,
  RegisterKHR_animation_controller,
  RegisterKHR_animation_events,
  RegisterKHR_animation_pointer,
  RegisterPlaybackMetadata,
  RegisterVRM,
} from "./scene/loading/index.js";

export * from "./pure.js";

RegisterKHR_animation_clip();
RegisterKHR_animation_controller();
RegisterKHR_animation_events();
RegisterKHR_animation2();
RegisterKHR_animation_pointer();
RegisterCompiledGroups({ files: "chosen" });
RegisterPlaybackMetadata([]);
RegisterVRM();
