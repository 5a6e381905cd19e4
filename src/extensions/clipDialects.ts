import type { GLTFLoader, IGLTFLoaderExtension } from "@babylonjs/loaders/glTF/2.0/index.js";
import { ReadClips, ReadControllers } from "../schema/index.js";
import { type ClipDialect, ClipLoaderExtension } from "./clipLoaderExtension.js";

/** The extensions that make clips. */
export type ClipExtensionName = "KHR_animation_clip" | "KHR_animation_controller";

const DIALECTS: { readonly [Name in ClipExtensionName]: Omit<ClipDialect, "name"> } = {
  KHR_animation_clip: { unnamed: "clip", order: 10, read: ReadClips },
  KHR_animation_controller: { unnamed: "controller", order: 11, read: ReadControllers },
};

export function createClipExtension(loader: GLTFLoader, name: ClipExtensionName): IGLTFLoaderExtension {
  return new ClipLoaderExtension(loader, { name, ...DIALECTS[name] });
}
