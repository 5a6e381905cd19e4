import { registerGLTFExtension, unregisterGLTFExtension } from "@babylonjs/loaders/glTF/2.0/glTFLoaderExtensionRegistry.js";
import type { GLTFLoader, IGLTFLoaderExtension } from "@babylonjs/loaders/glTF/2.0/index.js";
import { EngineStore } from "@babylonjs/core/Engines/engineStore.js";
import { logLater, warnOfUnknownMembers } from "../host/index.js";
import { argumentError } from "../util/index.js";

/** The name of the extension, and of its options. */
const NAME = "compiledGroups";

/**
 * Makes the animations of all glTF files compiled groups: animation groups that play exactly as Babylon's own, but are evaluated from typed
 * arrays, several times faster, with keys on demand. Applies to files loaded later, whether or not a file has extensions of this package;
 * a warning says if there are animation groups of files that were loaded before. The
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
    throw argumentError("files", 'must be "all" or "chosen"', files, "string");
  }
  warnOfUnknownMembers("RegisterCompiledGroups", "options", options, { files: true });
  if (areAll && EngineStore.Instances.some(({ scenes }) => scenes.some(({ animationGroups }) => animationGroups.length > 0))) {
    logLater("RegisterCompiledGroups", async () => (await import("./loading/earlyGroups.js")).warnOfEarlyGroups());
  }
  unregisterGLTFExtension(NAME);
  registerGLTFExtension(NAME, false, (loader) => createExtension(loader, areAll));
}

/** Reverts {@link RegisterCompiledGroups} for files loaded later, including chosen files. */
export function UnregisterCompiledGroups(): void {
  unregisterGLTFExtension(NAME);
}

async function createExtension(loader: GLTFLoader, areAll: boolean): Promise<IGLTFLoaderExtension> {
  const options = loader.parent.extensionOptions[NAME];
  warnOfUnknownMembers(NAME, "options", options, { enabled: true });
  const isChosen = options?.enabled ?? areAll;
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
