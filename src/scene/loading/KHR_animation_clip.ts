import { registerExtension, unregisterExtension } from "./undeclaredExtensions.js";

const NAME = "KHR_animation_clip";

/**
 * Registers the loader extension `KHR_animation_clip`: each entry of `/extensions/KHR_animation_clip/clips` becomes a
 * ClipAnimationGroup. The code is imported with the first file that lists the extension. Registering twice is harmless.
 * @experimental follows a draft specification
 */
export function RegisterKHR_animation_clip(): void {
  registerExtension(NAME, async (loader) => {
    const { ClipLoaderExtension } = await import("./clipLoaderExtension.js");
    return new ClipLoaderExtension(loader, NAME);
  });
}

/**
 * Unregisters the loader extension `KHR_animation_clip`, for files loaded later.
 * @experimental follows a draft specification
 */
export function UnregisterKHR_animation_clip(): void {
  unregisterExtension(NAME);
}
