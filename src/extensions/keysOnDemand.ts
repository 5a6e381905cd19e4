import type { GLTFLoader, IGLTFLoaderExtension } from "@babylonjs/loaders/glTF/2.0/index.js";
import { registerGLTFExtension, unregisterGLTFExtension } from "@babylonjs/loaders/glTF/2.0/glTFLoaderExtensionRegistry.js";
import { channelExtensionsOf, loadAnimationsBy } from "../host/index.js";
import type { AnimationLoader } from "../keys/index.js";
import type { KeysOption } from "./options.js";

const NAME = "babylon-gltf-animation keys";

/**
 * Makes all files load with keys on demand, also those that list no extension of this package: animations are read into typed arrays, and
 * get Babylon's keys when somebody first reads them. Registering twice is harmless.
 */
export function RegisterKeysOnDemand(): void {
  unregisterGLTFExtension(NAME);
  registerGLTFExtension(NAME, false, (loader) => new KeysOnDemandExtension(loader));
}

/** Takes back {@link RegisterKeysOnDemand}, for files that are loaded from then on. */
export function UnregisterKeysOnDemand(): void {
  unregisterGLTFExtension(NAME);
}

/** Loads any file with keys on demand. */
class KeysOnDemandExtension implements IGLTFLoaderExtension {
  readonly name = NAME;
  enabled = true;

  constructor(private readonly _loader: GLTFLoader) {}

  dispose(): void {}

  onLoading(): void {
    loadKeysOnDemand(this._loader, importAnimationLoader);
    this.enabled = false; // the loader asks each enabled extension about each part of the file
  }
}

/** Extensions that load no channels of glTF itself. */
const POINTERS: readonly string[] = ["KHR_animation_pointer", "KHR_animation2", "EXT_property_animation"];

const prepared = new WeakSet<GLTFLoader>();

/** Imports the code that loads keys on demand, for files without clips; the code for those with clips includes it. */
export async function importAnimationLoader(): Promise<typeof AnimationLoader> {
  return (await import("../keys/animationLoader.js")).AnimationLoader;
}

/** Gives the class whose instances load the animations of an asset. */
export type FindAnimationLoader = () => Promise<typeof AnimationLoader>;

/** Makes a loader load animations with keys on demand, where no option forbids it and no extension loads their channels itself. */
export function loadKeysOnDemand(loader: GLTFLoader, find: FindAnimationLoader): void {
  const isEager = Object.values(loader.parent.extensionOptions).some((options) => (options as KeysOption | undefined)?.keys === "eager");
  if (prepared.has(loader) || isEager || channelExtensionsOf(loader).some((name) => !POINTERS.includes(name))) {
    return;
  }
  prepared.add(loader);
  let animations: Promise<AnimationLoader> | null = null;
  const create = async (): Promise<AnimationLoader> => new (await find())(loader);
  loadAnimationsBy(loader, async (...animation) => (await (animations ??= create())).loadAsync(...animation));
}
