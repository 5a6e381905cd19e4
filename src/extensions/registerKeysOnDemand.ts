import { registerGLTFExtension, unregisterGLTFExtension } from "@babylonjs/loaders/glTF/2.0/glTFLoaderExtensionRegistry.js";

const NAME = "babylon-gltf-animation keys";

/**
 * Makes all files load with keys on demand, also those that list no extension of this package: animations are read into typed arrays, and
 * get Babylon's keys when somebody first reads them. Registering twice is harmless.
 */
export function RegisterKeysOnDemand(): void {
  unregisterGLTFExtension(NAME);
  registerGLTFExtension(NAME, false, async (loader) => {
    const { KeysOnDemandExtension } = await import("./keysOnDemand.js");
    return new KeysOnDemandExtension(NAME, loader);
  });
}

/** Takes back {@link RegisterKeysOnDemand}, for files that are loaded from then on. */
export function UnregisterKeysOnDemand(): void {
  unregisterGLTFExtension(NAME);
}
