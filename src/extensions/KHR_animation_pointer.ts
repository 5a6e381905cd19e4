import { restoreExtension, takeExtension } from "../host/index.js";
import { ignoreWhereUnlisted, warnWhereUnlisted } from "./unlisted.js";

/**
 * Registers the loader extension `KHR_animation_pointer` in place of Babylon's own, and keeps it registered if Babylon registers its own
 * later. Its code is imported with the first file that lists it. Registering twice is harmless.
 */
export function RegisterKHR_animation_pointer(): void {
  takeExtension("KHR_animation_pointer", async (loader) => {
    const { createPointerExtension } = await import("./pointerDialects.js");
    return createPointerExtension(loader, "KHR_animation_pointer");
  });
  warnWhereUnlisted("KHR_animation_pointer");
}

/** Unregisters the loader extension `KHR_animation_pointer`, and restores Babylon's own if there is one. */
export function UnregisterKHR_animation_pointer(): void {
  restoreExtension("KHR_animation_pointer");
  ignoreWhereUnlisted("KHR_animation_pointer");
}
