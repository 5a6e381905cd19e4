/** Importing this registers all extensions with Babylon's glTF loader. */
import { RegisterKHR_animation_clip } from "./extensions/KHR_animation_clip.js";
import { RegisterKHR_animation_controller } from "./extensions/KHR_animation_controller.js";

export * from "./pure.js";

RegisterKHR_animation_clip();
RegisterKHR_animation_controller();
