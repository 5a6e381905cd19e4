import type { GLTFLoader, IAnimationChannel, IGLTFLoaderExtension } from "@babylonjs/loaders/glTF/2.0/index.js";
import { POINTER_DIALECTS, type PointerDialect, PROPERTIES } from "../objectModel/index.js";
import { addTable, PointedAsset } from "../pointer/index.js";
import { PointerLoaderExtension } from "./pointerLoaderExtension.js";

/** The extensions that animate by JSON pointer. */
export type PointerExtensionName = keyof typeof POINTER_DIALECTS;

/** The places among the loader's extensions: before those that load materials. */
const ORDERS: { readonly [Name in PointerExtensionName]: number } = {
  KHR_animation_pointer: 21,
  KHR_animation2: 22,
  EXT_property_animation: 23,
};

export async function createPointerExtension(loader: GLTFLoader, name: PointerExtensionName): Promise<IGLTFLoaderExtension> {
  addTable(PROPERTIES);
  const dialect = POINTER_DIALECTS[name] as PointerDialect<IAnimationChannel>; // listed channels become Babylon's
  return new PointerLoaderExtension(loader, dialect, ORDERS[name], await PointedAsset.Of(loader));
}
