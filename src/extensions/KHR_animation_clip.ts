import { readClips } from "../schema/index.js";
import { registerClipExtension, type ClipExtensionOptions } from "./clipLoaderExtension.js";

declare module "@babylonjs/loaders/glTF/glTFFileLoader.js" {
  interface GLTFLoaderExtensionOptions {
    /** Options of the extension KHR_animation_clip. */
    KHR_animation_clip: ClipExtensionOptions;
  }
}

/**
 * Registers the loader extension `KHR_animation_clip`: each entry of `/extensions/KHR_animation_clip/clips` becomes a
 * ClipAnimationGroup. Registering twice is harmless.
 * @experimental follows a draft specification
 */
export function RegisterKHR_animation_clip(): void {
  registerClipExtension({ name: "KHR_animation_clip", unnamed: "clip", order: 10, read: readClips });
}
