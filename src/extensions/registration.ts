import { registerGLTFExtension, unregisterGLTFExtension } from "@babylonjs/loaders/glTF/2.0/glTFLoaderExtensionRegistry.js";
import type { GLTFLoader, IGLTFLoaderExtension } from "@babylonjs/loaders/glTF/2.0/index.js";
import { ignoreWhereUnlisted, warnWhereUnlisted } from "./unlisted.js";

/** Registers a loader extension for the files that list it. Registering again replaces it by itself. */
export function registerExtension(name: string, create: (loader: GLTFLoader) => Promise<IGLTFLoaderExtension>): void {
  unregisterGLTFExtension(name);
  registerGLTFExtension(name, true, create);
  warnWhereUnlisted(name);
}

/** Takes back {@link registerExtension}; without effect where it was not called. */
export function unregisterExtension(name: string): void {
  unregisterGLTFExtension(name);
  ignoreWhereUnlisted(name);
}
