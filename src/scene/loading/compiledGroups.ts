import { registerGLTFExtension, unregisterGLTFExtension } from "@babylonjs/loaders/glTF/2.0/glTFLoaderExtensionRegistry.js";
import type { GLTFLoader, IGLTFLoaderExtension } from "@babylonjs/loaders/glTF/2.0/index.js";
import { EngineStore } from "@babylonjs/core/Engines/engineStore.js";
import { logLater, warnOfUnknownMembers } from "../host/index.js";
import { argumentError } from "../../gltf/util/index.js";
import type { CompiledGroupsOptions } from "./options.js";

/** The name of the extension, and of its options. */
const NAME = "compiledGroups";

/** What gives the skeletons back; null before the code is loaded. */
let giveSkeletonsBack: (() => void) | null = null;

/**
 * Makes the animations of all glTF files compiled groups: animation groups that play exactly as Babylon's own, but are evaluated from typed
 * arrays, several times faster, with keys on demand. The skeletons of the files, and their instances, follow their nodes in typed arrays
 * ({@link FollowSkeletons}). Applies to files loaded later, whether or not a file has extensions of this package;
 * a warning says if there are animation groups of files that were loaded before. The
 * loader option `compiledGroups: { enabled: false }` leaves out a file; its members `groups` and `skeletons` decide about each of the two. The code is
 * imported with the first file. Registering twice is harmless.
 * @param options the files: `"all"` (default), or `"chosen"`, only files with the loader option `compiledGroups: { enabled: true }`; and which of the two
 * becomes faster, `groups` and `skeletons`, by default both. Importing the main entry of this package registers `"chosen"`
 * @throws TypeError or RangeError for other values
 * @example
 * RegisterCompiledGroups(); // once, before files are loaded
 * const { animationGroups } = await ImportMeshAsync("character.glb", scene);
 */
export function RegisterCompiledGroups(
  options: {
    readonly files?: "all" | "chosen" | undefined;
    readonly groups?: boolean | undefined;
    readonly skeletons?: boolean | undefined;
  } = {},
): void {
  const { files = "all", groups = true, skeletons = true } = options;
  const areAll = files === "all";
  if (!areAll && files !== "chosen") {
    throw argumentError("files", 'must be "all" or "chosen"', files, "string");
  }
  for (const [name, value] of Object.entries({ groups, skeletons })) {
    if (typeof value !== "boolean") {
      throw argumentError(name, "must be true or false", value, "boolean");
    }
  }
  warnOfUnknownMembers("RegisterCompiledGroups", "options", options, { files: true, groups: true, skeletons: true });
  if (areAll && groups && EngineStore.Instances.some(({ scenes }) => scenes.some(({ animationGroups }) => animationGroups.length > 0))) {
    logLater("RegisterCompiledGroups", async () => (await import("./onDemand/earlyGroups.js")).warnOfEarlyGroups());
  }
  unregisterGLTFExtension(NAME);
  registerGLTFExtension(NAME, false, (loader) => createExtension(loader, { enabled: areAll, groups, skeletons }));
}

/**
 * Reverts {@link RegisterCompiledGroups} for files loaded later, including chosen files, and gives all skeletons back to Babylon. Groups stay compiled.
 */
export function UnregisterCompiledGroups(): void {
  unregisterGLTFExtension(NAME);
  giveSkeletonsBack?.();
}

async function createExtension(
  loader: GLTFLoader,
  byDefault: Readonly<Record<keyof CompiledGroupsOptions, boolean>>,
): Promise<IGLTFLoaderExtension> {
  const options = loader.parent.extensionOptions[NAME];
  warnOfUnknownMembers(NAME, "options", options, { enabled: true, groups: true, skeletons: true });
  const { enabled = byDefault.enabled, groups = byDefault.groups, skeletons = byDefault.skeletons } = options ?? {};
  const ofGroups = enabled && groups ? await import("./onDemand/compiledGroupsLoading.js") : null;
  const ofSkeletons = enabled && skeletons && loader.gltf.skins ? await import("./onDemand/skeletonLoading.js") : null;
  giveSkeletonsBack ??= ofSkeletons && ofSkeletons.unfollowAll;
  const extension: IGLTFLoaderExtension = {
    name: NAME,
    enabled,
    dispose() {},
    onLoading() {
      ofGroups?.loadCompiledGroups(loader);
      ofSkeletons?.followLoadedSkeletons(loader);
      extension.enabled = false; // the loader asks each enabled extension about each part of the file
    },
  };
  return extension;
}
