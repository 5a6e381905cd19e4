import { registerGLTFExtension, unregisterGLTFExtension } from "@babylonjs/loaders/glTF/2.0/glTFLoaderExtensionRegistry.js";
import type { GLTFLoader, IGLTFLoaderExtension } from "@babylonjs/loaders/glTF/2.0/index.js";
import { channelExtensionsOf, loadAnimationsBy } from "../host/gltfLoader.js";
import type { AnimationLoader } from "../keys/animationLoader.js";
import { POINTER_DIALECTS } from "../objectModel/pointerDialects.js";

/** Option of the extensions of this package, for `extensionOptions` of Babylon's glTF loader. */
export type KeysOption = {
  /**
   * When the keys of a file's animations are made. `"onDemand"` (default): when somebody first reads them. Clips do not, which saves most of
   * the time and memory that animations take. `"eager"`: when the file is loaded, by Babylon's loader. One `"eager"` decides for the file.
   */
  keys?: "onDemand" | "eager";
};

const NAME = "babylon-gltf-animation keys";

/**
 * Makes all files load with keys on demand, also those that list no extension of this package: animations are read into typed arrays, and
 * get Babylon's keys when somebody first reads them. Registering twice is harmless.
 */
export function RegisterKeysOnDemand(): void {
  unregisterGLTFExtension(NAME);
  registerGLTFExtension(NAME, false, (loader) => new KeysOnDemand(loader));
}

/** Takes back {@link RegisterKeysOnDemand}, for files that are loaded from then on. */
export function UnregisterKeysOnDemand(): void {
  unregisterGLTFExtension(NAME);
}

class KeysOnDemand implements IGLTFLoaderExtension {
  readonly name = NAME;
  enabled = true;

  constructor(private readonly _loader: GLTFLoader) {}

  dispose(): void {}

  onLoading(): void {
    loadKeysOnDemand(this._loader);
    this.enabled = false; // the loader asks each enabled extension about each part of the file
  }
}

/** Extensions that load no channels of glTF itself. */
const POINTERS: readonly string[] = Object.keys(POINTER_DIALECTS);

const prepared = new WeakSet<GLTFLoader>();

/** Makes a loader load animations with keys on demand, where no option forbids it and no extension loads their channels itself. */
export function loadKeysOnDemand(loader: GLTFLoader): void {
  const isEager = Object.values(loader.parent.extensionOptions).some((options) => (options as KeysOption | undefined)?.keys === "eager");
  if (prepared.has(loader) || isEager || channelExtensionsOf(loader).some((name) => !POINTERS.includes(name))) {
    return;
  }
  prepared.add(loader);
  let animations: Promise<AnimationLoader> | null = null;
  const importLoader = async (): Promise<AnimationLoader> => new (await import("../keys/animationLoader.js")).AnimationLoader(loader);
  loadAnimationsBy(loader, async (...animation) => (await (animations ??= importLoader())).loadAsync(...animation));
}
