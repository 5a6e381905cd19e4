import type { GLTFLoader, IGLTFLoaderExtension } from "@babylonjs/loaders/glTF/2.0/index.js";
import { channelExtensionsOf, loadAnimationsBy } from "../host/index.js";
import type { AnimationLoader } from "../keys/index.js";
import { importAnimationLoader } from "./importAnimationLoader.js";

/** Option of the extensions of this package, for `extensionOptions` of Babylon's glTF loader. */
export type KeysOption = {
  /**
   * When the keys of a file's animations are made. `"onDemand"` (default): when somebody first reads them. Clips do not, which saves most of
   * the time and memory that animations take. `"eager"`: when the file is loaded, by Babylon's loader. One `"eager"` decides for the file.
   */
  keys?: "onDemand" | "eager";
};

/** Loads any file with keys on demand. */
export class KeysOnDemandExtension implements IGLTFLoaderExtension {
  enabled = true;

  constructor(
    readonly name: string,
    private readonly _loader: GLTFLoader,
  ) {}

  dispose(): void {}

  onLoading(): void {
    loadKeysOnDemand(this._loader, importAnimationLoader);
    this.enabled = false; // the loader asks each enabled extension about each part of the file
  }
}

/** Extensions that load no channels of glTF itself. */
const POINTERS: readonly string[] = ["KHR_animation_pointer", "KHR_animation2", "EXT_property_animation"];

const prepared = new WeakSet<GLTFLoader>();

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
