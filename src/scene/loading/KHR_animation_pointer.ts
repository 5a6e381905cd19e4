import { restoreExtension, takeExtension } from "../host/index.js";
import { ignoreUndeclared, warnIfUndeclared } from "./undeclaredExtensions.js";

/**
 * Registers the loader extension `KHR_animation_pointer` in place of Babylon's extension, even if Babylon registers its extension later.
 * The code is imported with the first file that lists the extension. Registering twice is harmless.
 */
export function RegisterKHR_animation_pointer(): void {
  takeExtension("KHR_animation_pointer", async (loader) => {
    const { createPointerExtension } = await import("./pointerLoaderExtension.js");
    return createPointerExtension(loader, "KHR_animation_pointer");
  });
  warnIfUndeclared("KHR_animation_pointer");
}

/** Unregisters the loader extension `KHR_animation_pointer`, and restores Babylon's extension if there is one. */
export function UnregisterKHR_animation_pointer(): void {
  restoreExtension("KHR_animation_pointer");
  ignoreUndeclared("KHR_animation_pointer");
}
