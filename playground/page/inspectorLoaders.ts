/** What the Inspector takes for the package `babylonjs-loaders`. */
export {
  GLTFLoaderAnimationStartMode,
  GLTFLoaderCoordinateSystemMode,
  GLTFLoaderDefaultOptions,
} from "@babylonjs/loaders/glTF/glTFFileLoader.js";
export { GLTFValidation } from "@babylonjs/loaders/glTF/glTFValidation.js";

/** The page has registered its loaders: Babylon's own would take the place of the extensions that it shows. */
export function registerBuiltInLoaders(): void {}
