import type { GLTFLoader, IGLTFLoaderExtension } from "@babylonjs/loaders/glTF/2.0/index.js";
import { registerGLTFExtension, unregisterGLTFExtension } from "@babylonjs/loaders/glTF/2.0/glTFLoaderExtensionRegistry.js";
import { announces, expectDialects, type MetadataDialect, registered, SETTINGS_DIALECTS } from "../../gltf/metadata/announcements.js";

/** The name of the loader extension. */
const NAME = "playbackMetadata";

/**
 * Makes clips of the playback settings that other tools write into files, for files loaded later. Of several sources in a file, one counts:
 * the clips of KHR_animation_clip or KHR_animation_controller, then settings beside the file (option `sidecar`), then extensions of other
 * tools, then `extras`, then names (option `names`). The code is imported with the first file that announces such settings.
 *
 * The loader options `metadata`, `sidecar` and `names` of KHR_animation_clip apply to single files. Libraries of clips
 * ({@link LoadClipLibraryAsync}) read the registered formats, too, and have the same options. Registering again replaces the formats.
 * @param dialects the formats to read. Default: all but `interactivity`, because a graph plays its animations itself. Importing the main
 * entry of this package registers an empty list, so that only the loader options count
 * @throws TypeError or RangeError for an unknown format
 * @example
 * RegisterPlaybackMetadata(); // once, before files are loaded
 * const result = await ImportMeshAsync("door.glb", scene);
 * GetClip(result, "Open")!.source; // { pointer: "/animations/2/extensions/EPIC_animation_playback", animations: [2], dialect: "unreal" }
 * @experimental the formats of other tools may change
 */
export function RegisterPlaybackMetadata(dialects: readonly MetadataDialect[] = SETTINGS_DIALECTS): void {
  expectDialects("dialects", dialects);
  registered.dialects = dialects;
  unregisterGLTFExtension(NAME);
  registerGLTFExtension(NAME, false, createExtension);
}

/** Reverts {@link RegisterPlaybackMetadata} for files loaded later, including files with loader options. */
export function UnregisterPlaybackMetadata(): void {
  registered.dialects = [];
  unregisterGLTFExtension(NAME);
}

async function createExtension(loader: GLTFLoader): Promise<IGLTFLoaderExtension> {
  const { metadata = registered.dialects, names, sidecar } = loader.parent.extensionOptions.KHR_animation_clip ?? {};
  expectDialects("metadata", metadata);
  const hasDrafts = loader.isExtensionUsed("KHR_animation_clip") || loader.isExtensionUsed("KHR_animation_controller");
  if (!hasDrafts && (names || sidecar || announces(loader.gltf, metadata))) {
    const [{ ClipLoaderExtension }, { loadMetadata }] = await Promise.all([
      import("./clipLoaderExtension.js"),
      import("./onDemand/playbackMetadataLoading.js"),
    ]);
    return new ClipLoaderExtension(loader, "KHR_animation_clip", { name: NAME, ...(await loadMetadata(loader, metadata)) });
  }
  return { name: NAME, enabled: false, dispose() {} };
}
