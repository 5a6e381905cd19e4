import { registerClipExtension } from "./clipRegistration.js";
import { unregisterExtension } from "./registration.js";

/**
 * Registers the loader extension `KHR_animation_controller`, the predecessor of `KHR_animation_clip`: each entry of
 * `/extensions/KHR_animation_controller/controllers` becomes a ClipAnimationGroup.
 * Its code is imported with the first file that lists it. Registering twice is harmless.
 * @experimental follows a draft specification
 */
export function RegisterKHR_animation_controller(): void {
  registerClipExtension("KHR_animation_controller");
}

/**
 * Unregisters the loader extension `KHR_animation_controller`, for files that are loaded from then on.
 * @experimental follows a draft specification
 */
export function UnregisterKHR_animation_controller(): void {
  unregisterExtension("KHR_animation_controller");
}
