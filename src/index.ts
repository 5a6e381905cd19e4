/** The public API. Importing it registers all extensions with Babylon's glTF loader. */
import { RegisterKHR_animation_clip } from "./extensions/KHR_animation_clip.js";
import { RegisterKHR_animation_controller } from "./extensions/KHR_animation_controller.js";
import { RegisterKHR_animation2 } from "./extensions/KHR_animation2.js";
import { RegisterKHR_animation_pointer } from "./extensions/KHR_animation_pointer.js";

export * from "./pure.js";

RegisterKHR_animation_clip();
RegisterKHR_animation_controller();
RegisterKHR_animation2();
RegisterKHR_animation_pointer();
