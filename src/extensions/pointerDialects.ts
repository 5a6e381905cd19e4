import type { GLTFLoader, IAnimationChannel, IGLTFLoaderExtension } from "@babylonjs/loaders/glTF/2.0/index.js";
import { readChannelPointer, readChannelPointers2, readPropertyChannel, readPropertyChannels } from "../schema/index.js";
import { PointerLoaderExtension, type PointerDialect } from "./pointerLoaderExtension.js";

/** The extensions that animate by JSON pointer. */
export type PointerExtensionName = "KHR_animation_pointer" | "KHR_animation2" | "EXT_property_animation";

const DIALECTS: { readonly [Name in PointerExtensionName]: Omit<PointerDialect, "name"> } = {
  KHR_animation_pointer: { order: 21, read: readChannelPointer },
  KHR_animation2: { order: 22, read: readChannelPointers2 },
  EXT_property_animation: {
    order: 23,
    // copies: what Babylon puts into channels does not get into the asset
    list: (place, animation) => readPropertyChannels(place, animation).map((channel) => ({ ...(channel as object) }) as IAnimationChannel),
    readListed: readPropertyChannel,
  },
};

export async function createPointerExtension(loader: GLTFLoader, name: PointerExtensionName): Promise<IGLTFLoaderExtension> {
  const hasOpenPbr = loader.parent.useOpenPBR || loader.isExtensionUsed("KHR_materials_openpbr");
  const openPbr = hasOpenPbr ? await import("../pointer/openPbr.js") : null;
  return new PointerLoaderExtension(loader, { name, ...DIALECTS[name] }, openPbr);
}
