import type { ClipExtensionName } from "./clipDialects.js";
import { registerExtension } from "./registration.js";

/** Registers an extension that makes clips. Its code is imported with the first file that lists it. */
export function registerClipExtension(name: ClipExtensionName): void {
  registerExtension(name, async (loader) => {
    const { createClipExtension } = await import("./clipDialects.js");
    return createClipExtension(loader, name);
  });
}
