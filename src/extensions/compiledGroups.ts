import { registerGLTFExtension, unregisterGLTFExtension } from "@babylonjs/loaders/glTF/2.0/glTFLoaderExtensionRegistry.js";
import type { GLTFLoader, IGLTFLoaderExtension } from "@babylonjs/loaders/glTF/2.0/index.js";
import type { CreateGroup } from "../keys/index.js";
import { argumentError } from "../util/index.js";
import { groupCreators, importAnimationLoader, loadKeysOnDemand } from "./keysOnDemand.js";
import type { CompiledGroupsOptions } from "./options.js";

/** The name of the extension, and of its options. */
const NAME = "compiledGroups";

/**
 * Makes the animations of all glTF files compiled groups: animation groups that play exactly as Babylon's own, but are evaluated from typed
 * arrays, several times faster, with keys on demand. Applies to files loaded later, whether or not a file has extensions of this package. The
 * loader option `compiledGroups: { enabled: false }` leaves out a file. Registering twice is harmless.
 * @param options.files `"all"` (default), or `"chosen"`: only files with the loader option `compiledGroups: { enabled: true }`. Importing the
 * main entry of this package registers `"chosen"`
 * @throws TypeError or RangeError for other values
 * @example
 * RegisterCompiledGroups(); // once, before files are loaded
 * const { animationGroups } = await ImportMeshAsync("character.glb", scene);
 */
export function RegisterCompiledGroups({ files = "all" }: { readonly files?: "all" | "chosen" } = {}): void {
  if (files !== "all" && files !== "chosen") {
    throw argumentError("files", 'must be "all" or "chosen"', files, "string");
  }
  unregisterGLTFExtension(NAME);
  registerGLTFExtension(NAME, false, (loader) => new CompiledGroupsExtension(loader, files === "all"));
}

/** Reverts {@link RegisterCompiledGroups} for files loaded later, including chosen files. */
export function UnregisterCompiledGroups(): void {
  unregisterGLTFExtension(NAME);
}

/** Chooses the class of a file's animation groups. */
class CompiledGroupsExtension implements IGLTFLoaderExtension {
  readonly name = NAME;
  enabled = true;

  constructor(
    private readonly _loader: GLTFLoader,
    private readonly _areAllFiles: boolean,
  ) {}

  dispose(): void {}

  onLoading(): void {
    const { enabled = this._areAllFiles }: CompiledGroupsOptions = this._loader.parent.extensionOptions[NAME] ?? {};
    if (enabled) {
      groupCreators.set(this._loader, importGroups);
      const obstacle = loadKeysOnDemand(this._loader, importAnimationLoader);
      if (obstacle !== null) {
        this._loader.log(`${NAME}: Babylon plays the animation groups, because ${obstacle}`);
      }
    }
    this.enabled = false; // the loader asks each enabled extension about each part of the file
  }
}

async function importGroups(): Promise<CreateGroup> {
  const { CompiledAnimationGroup } = await import("../playback/compiledAnimationGroup.js");
  return (name, scene) => new CompiledAnimationGroup(name, scene, -1, 0, true);
}
