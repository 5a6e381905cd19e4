import { registerExtension } from "./registration.js";

/**
 * Registers the loader extension `KHR_animation2`, the draft before `KHR_animation_pointer`, in all its versions, and its forerunner
 * `EXT_property_animation`. What they need is imported with the first file that lists one of them. Registering twice is harmless.
 * @experimental follows a draft specification
 */
export function RegisterKHR_animation2(): void {
  for (const name of ["KHR_animation2", "EXT_property_animation"] as const) {
    registerExtension(name, async (loader) => {
      const { createPointerExtension } = await import("./pointerDialects.js");
      return createPointerExtension(loader, name);
    });
  }
}
