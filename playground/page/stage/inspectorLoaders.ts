/** Replaces the package `babylonjs-loaders` for the Inspector. */
export {
  GLTFLoaderAnimationStartMode,
  GLTFLoaderCoordinateSystemMode,
  GLTFLoaderDefaultOptions,
} from "@babylonjs/loaders/glTF/glTFFileLoader.js";
export { GLTFValidation } from "@babylonjs/loaders/glTF/glTFValidation.js";

/** Does nothing: the page has registered its loaders, and Babylon's own would replace the extensions of this package. */
export function registerBuiltInLoaders(): void {}
