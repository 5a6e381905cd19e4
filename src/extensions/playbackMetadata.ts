import type { GLTFLoader, IGLTF, IGLTFLoaderExtension } from "@babylonjs/loaders/glTF/2.0/index.js";
import { registerGLTFExtension, unregisterGLTFExtension } from "@babylonjs/loaders/glTF/2.0/glTFLoaderExtensionRegistry.js";
import type { MetadataDialect } from "../metadata/loading.js";
import { argumentError, itemsOf } from "../util/index.js";

/** The name of the loader extension. */
const NAME = "playbackMetadata";

/** How the names of the extensions, or of members of extras, begin by which a file announces a format. */
const ANNOUNCEMENTS: Readonly<Record<MetadataDialect, string>> = {
  unreal: "EPIC_animation_playback",
  verge3d: "S8S_v3d_animation",
  hubs: "MOZ_hubs_components",
  vrmxt: "VRMXT_AnimationClip",
  bless: "BLESS_animation",
  trial: "SHIRAKUMO_trial",
  oat: "OAT_xanim",
  extras: "start|end|offset|speed|repetitions|reverse|loop",
  interactivity: "KHR_interactivity",
};

const KNOWN = Object.keys(ANNOUNCEMENTS) as MetadataDialect[];

/**
 * Makes clips of the playback settings that other tools write into files, for files loaded later. Of several sources in a file, one counts:
 * the clips of KHR_animation_clip or KHR_animation_controller, then settings beside the file (option `sidecar`), then extensions of other
 * tools, then `extras`, then names (option `names`). The code is imported with the first file that announces such settings.
 *
 * The loader options `metadata`, `sidecar` and `names` of KHR_animation_clip apply to single files. Registering again replaces the formats.
 * @param dialects the formats to read. Default: all but `interactivity`, because a graph plays its animations itself. Importing the main
 * entry of this package registers an empty list, so that only the loader options count
 * @throws TypeError or RangeError for an unknown format
 * @example
 * RegisterPlaybackMetadata(); // once, before files are loaded
 * const result = await ImportMeshAsync("door.glb", scene);
 * GetClip(result, "Open")!.source; // { pointer: "/animations/2/extensions/EPIC_animation_playback", animations: [2], dialect: "unreal" }
 * @experimental the formats of other tools may change
 */
export function RegisterPlaybackMetadata(dialects: readonly MetadataDialect[] = KNOWN.slice(0, -1)): void {
  expectDialects("dialects", dialects);
  unregisterGLTFExtension(NAME);
  registerGLTFExtension(NAME, false, (loader) => createExtension(loader, dialects));
}

/** Reverts {@link RegisterPlaybackMetadata} for files loaded later, including files with loader options. */
export function UnregisterPlaybackMetadata(): void {
  unregisterGLTFExtension(NAME);
}

/** @throws TypeError or RangeError unless the value is an array of known formats */
function expectDialects(place: string, dialects: unknown): asserts dialects is readonly MetadataDialect[] {
  if (!Array.isArray(dialects) || !dialects.every((each) => KNOWN.includes(each as MetadataDialect))) {
    throw argumentError(place, `must list some of ${KNOWN.join(", ")}`, dialects, "object");
  }
}

async function createExtension(loader: GLTFLoader, registered: readonly MetadataDialect[]): Promise<IGLTFLoaderExtension> {
  const { metadata = registered, names, sidecar } = loader.parent.extensionOptions.KHR_animation_clip ?? {};
  expectDialects("metadata", metadata);
  const hasDrafts = loader.isExtensionUsed("KHR_animation_clip") || loader.isExtensionUsed("KHR_animation_controller");
  if (!hasDrafts && (names || sidecar || announces(loader.gltf, metadata))) {
    const [{ ClipLoaderExtension }, { loadMetadata }] = await Promise.all([
      import("./clipLoaderExtension.js"),
      import("./loading/playbackMetadataLoading.js"),
    ]);
    return new ClipLoaderExtension(loader, "KHR_animation_clip", { name: NAME, ...(await loadMetadata(loader, metadata)) });
  }
  return { name: NAME, enabled: false, dispose() {} };
}

/** Whether an asset announces one of the formats. */
function announces(gltf: IGLTF, dialects: readonly MetadataDialect[]): boolean {
  const announcement = new RegExp(`^(${dialects.map((dialect) => ANNOUNCEMENTS[dialect]).join("|") || "$."})`);
  const namesOf = (object: object | undefined): readonly string[] => Object.keys(object ?? {});
  return [gltf, ...itemsOf(gltf.animations)]
    .flatMap((part) => [...namesOf(part?.extensions), ...namesOf(part?.extras as object | undefined)])
    .concat(itemsOf(gltf.extensionsUsed))
    .some((name) => announcement.test(name));
}
