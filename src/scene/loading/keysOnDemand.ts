import type { GLTFLoader, IGLTFLoaderExtension } from "@babylonjs/loaders/glTF/2.0/index.js";
import { registerGLTFExtension, unregisterGLTFExtension } from "@babylonjs/loaders/glTF/2.0/glTFLoaderExtensionRegistry.js";
import { channelExtensionsOf, loadAnimationsBy } from "../host/index.js";
import type { AnimationLoader, CreateGroup } from "../keys/index.js";
import { POINTER_EXTENSIONS } from "../../gltf/schema/index.js";
import type { KeysOption } from "./options.js";

const NAME = "babylon-gltf-animation keys";

/**
 * Makes all files load with keys on demand, including files without extensions of this package: animations are read into typed arrays, and
 * Babylon's keys are created when the keys are first accessed. Registering twice is harmless.
 */
export function RegisterKeysOnDemand(): void {
  unregisterGLTFExtension(NAME);
  registerGLTFExtension(NAME, false, (loader) => new KeysOnDemandExtension(loader));
}

/** Reverts {@link RegisterKeysOnDemand} for files loaded later. */
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

/** The extensions that do not load core channels. */
const POINTERS: readonly string[] = POINTER_EXTENSIONS;

const prepared = new WeakSet<GLTFLoader>();

/** Imports the code that loads keys on demand, for files without clips. For files with clips, the clip code includes the loading code. */
export async function importAnimationLoader(): Promise<typeof AnimationLoader> {
  return (await import("../keys/animationLoader.js")).AnimationLoader;
}

/** Finds the class that loads the animations of an asset. */
export type FindAnimationLoader = () => Promise<typeof AnimationLoader>;

/** The functions that create the groups of an asset, by loader. Without an entry, Babylon plays the groups. */
export const groupCreators = new WeakMap<GLTFLoader, CreateGroup>();

/**
 * Makes a loader load animations with keys on demand, unless an option demands eager keys or another extension loads core channels.
 * @returns why the loader does not; null if it does
 */
export function loadKeysOnDemand(loader: GLTFLoader, find: FindAnimationLoader): string | null {
  const isEager = Object.values(loader.parent.extensionOptions).some((options) => (options as KeysOption | undefined)?.keys === "eager");
  const other = channelExtensionsOf(loader).find((name) => !POINTERS.includes(name));
  if (isEager || other !== undefined) {
    return isEager ? 'an option has keys: "eager"' : `the extension ${other} loads channels`;
  }
  if (prepared.has(loader)) {
    return null;
  }
  prepared.add(loader);
  let animations: Promise<AnimationLoader> | null = null;
  const create = async (): Promise<AnimationLoader> => new (await find())(loader, groupCreators.get(loader));
  loadAnimationsBy(loader, async (...animation) => (await (animations ??= create())).loadAsync(...animation));
  return null;
}
