import type { PointerExtensionName } from "../../gltf/schema/index.js";
import { registerExtension, unregisterExtension } from "./undeclaredExtensions.js";

const NAMES = ["KHR_animation2", "EXT_property_animation"] as const satisfies readonly PointerExtensionName[];

/**
 * Registers the loader extension `KHR_animation2`, the draft before `KHR_animation_pointer`, in all versions, and the older extension
 * `EXT_property_animation`. The code is imported with the first file that lists one of the extensions. Registering twice is harmless.
 * @experimental follows a draft specification
 */
export function RegisterKHR_animation2(): void {
  for (const name of NAMES) {
    registerExtension(name, async (loader) => {
      const { createPointerExtension } = await import("./pointerLoaderExtension.js");
      return createPointerExtension(loader, name);
    });
  }
}

/**
 * Unregisters the loader extensions `KHR_animation2` and `EXT_property_animation`, for files loaded later.
 * @experimental follows a draft specification
 */
export function UnregisterKHR_animation2(): void {
  NAMES.forEach(unregisterExtension);
}
