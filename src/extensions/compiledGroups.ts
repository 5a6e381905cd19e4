import { registerGLTFExtension, unregisterGLTFExtension } from "@babylonjs/loaders/glTF/2.0/glTFLoaderExtensionRegistry.js";
import type { GLTFLoader, IGLTFLoaderExtension } from "@babylonjs/loaders/glTF/2.0/index.js";

/** The name of the extension, and of its options. */
const NAME = "compiledGroups";

/**
 * Makes the animations of all glTF files compiled groups: animation groups that play exactly as Babylon's own, but are evaluated from typed
 * arrays, several times faster, with keys on demand. Applies to files loaded later, whether or not a file has extensions of this package. The
 * loader option `compiledGroups: { enabled: false }` leaves out a file. The code is imported with the first file. Registering twice is harmless.
 * @param options the files: `"all"` (default), or `"chosen"`, only files with the loader option `compiledGroups: { enabled: true }`. Importing the
 * main entry of this package registers `"chosen"`
 * @throws TypeError or RangeError for other values
 * @example
 * RegisterCompiledGroups(); // once, before files are loaded
 * const { animationGroups } = await ImportMeshAsync("character.glb", scene);
 */
export function RegisterCompiledGroups(options: { readonly files?: "all" | "chosen" } = {}): void {
  const { files = "all" } = options;
  const areAll = files === "all";
  if (!areAll && files !== "chosen") {
    const WrongValue = typeof files === "string" ? RangeError : TypeError;
    throw new WrongValue(`files: must be "all" or "chosen" (got ${JSON.stringify(files)})`);
  }
  unregisterGLTFExtension(NAME);
  registerGLTFExtension(NAME, false, (loader) => createExtension(loader, areAll));
}

/** Reverts {@link RegisterCompiledGroups} for files loaded later, including chosen files. */
export function UnregisterCompiledGroups(): void {
  unregisterGLTFExtension(NAME);
}

async function createExtension(loader: GLTFLoader, areAll: boolean): Promise<IGLTFLoaderExtension> {
  const isChosen = loader.parent.extensionOptions[NAME]?.enabled ?? areAll;
  const { loadCompiledGroups } = isChosen ? await import("./loading/compiledGroupsLoading.js") : {};
  const extension: IGLTFLoaderExtension = {
    name: NAME,
    enabled: isChosen,
    dispose() {},
    onLoading() {
      loadCompiledGroups?.(loader);
      extension.enabled = false; // the loader asks each enabled extension about each part of the file
    },
  };
  return extension;
}
