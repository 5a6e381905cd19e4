import { registerGLTFExtension, unregisterGLTFExtension } from "@babylonjs/loaders/glTF/2.0/glTFLoaderExtensionRegistry.js";
import type { GLTFLoader, IGLTFLoaderExtension } from "@babylonjs/loaders/glTF/2.0/index.js";
import { warnWhereUnlisted } from "./unlisted.js";

/** Registers a loader extension for the files that list it. Registering again replaces it by itself. */
export function registerExtension(name: string, create: (loader: GLTFLoader) => Promise<IGLTFLoaderExtension>): void {
  unregisterGLTFExtension(name);
  registerGLTFExtension(name, true, create);
  warnWhereUnlisted(name);
}
