import { registerClipExtension } from "./clipRegistration.js";
import { unregisterExtension } from "./registration.js";

/**
 * Registers the loader extension `KHR_animation_clip`: each entry of `/extensions/KHR_animation_clip/clips` becomes a
 * ClipAnimationGroup. Its code is imported with the first file that lists it. Registering twice is harmless.
 * @experimental follows a draft specification
 */
export function RegisterKHR_animation_clip(): void {
  registerClipExtension("KHR_animation_clip");
}

/**
 * Unregisters the loader extension `KHR_animation_clip`, for files that are loaded from then on.
 * @experimental follows a draft specification
 */
export function UnregisterKHR_animation_clip(): void {
  unregisterExtension("KHR_animation_clip");
}
