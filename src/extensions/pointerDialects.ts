import type { GLTFLoader, IAnimationChannel, IGLTFLoaderExtension } from "@babylonjs/loaders/glTF/2.0/index.js";
import type { PointerDialect } from "../pointer/animationPlans.js";
import { PointedAsset } from "../pointer/pointedAsset.js";
import { addTable } from "../pointer/pointerRegistry.js";
import { POINTER_ROWS } from "../pointer/pointerTable.js";
import { readChannelPointer, readChannelPointers2, readPropertyChannel, readPropertyChannels } from "../schema/index.js";
import { PointerLoaderExtension } from "./pointerLoaderExtension.js";

/** The extensions that animate by JSON pointer. */
export type PointerExtensionName = "KHR_animation_pointer" | "KHR_animation2" | "EXT_property_animation";

const DIALECTS: { readonly [Name in PointerExtensionName]: Omit<PointerDialect, "name"> } = {
  KHR_animation_pointer: { order: 21, read: readChannelPointer },
  KHR_animation2: { order: 22, read: readChannelPointers2 },
  EXT_property_animation: {
    order: 23,
    // copies: Babylon adds members to channels, which must not get into the asset
    list: (place, animation) => readPropertyChannels(place, animation).map((channel) => ({ ...(channel as object) }) as IAnimationChannel),
    readListed: readPropertyChannel,
  },
};

export async function createPointerExtension(loader: GLTFLoader, name: PointerExtensionName): Promise<IGLTFLoaderExtension> {
  addTable(POINTER_ROWS);
  return new PointerLoaderExtension(loader, { name, ...DIALECTS[name] }, await PointedAsset.Of(loader));
}
