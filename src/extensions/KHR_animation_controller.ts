import { readControllers } from "../schema/index.js";
import { registerClipExtension, type ClipExtensionOptions } from "./clipLoaderExtension.js";

declare module "@babylonjs/loaders/glTF/glTFFileLoader.js" {
  interface GLTFLoaderExtensionOptions {
    /** Options of the extension KHR_animation_controller. */
    KHR_animation_controller: ClipExtensionOptions;
  }
}

/**
 * Registers the loader extension `KHR_animation_controller`, the predecessor of `KHR_animation_clip`: each entry of
 * `/extensions/KHR_animation_controller/controllers` becomes a ClipAnimationGroup. Registering twice is harmless.
 * @experimental follows a draft specification
 */
export function RegisterKHR_animation_controller(): void {
  registerClipExtension({ name: "KHR_animation_controller", unnamed: "controller", order: 11, read: readControllers });
}
