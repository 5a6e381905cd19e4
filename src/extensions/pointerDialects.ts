import type { GLTFLoader, IAnimationChannel, IGLTFLoaderExtension } from "@babylonjs/loaders/glTF/2.0/index.js";
import { POINTER_DIALECTS, type PointerDialect } from "../objectModel/index.js";
import { addTable, PointedAsset, POINTER_ROWS } from "../pointer/index.js";
import { LoadReport } from "./loadReport.js";
import { PointerLoaderExtension } from "./pointerLoaderExtension.js";

/** The extensions that animate by JSON pointer. */
export type PointerExtensionName = keyof typeof POINTER_DIALECTS;

/** The places among the loader's extensions: before those that load materials. */
const ORDERS: { readonly [Name in PointerExtensionName]: number } = {
  KHR_animation_pointer: 21,
  KHR_animation2: 22,
  EXT_property_animation: 23,
};

/** Loads a file with one animation, of nothing. */
const EMPTY = { gltf: { animations: [{}] }, parent: {}, isExtensionUsed: () => false } as unknown as GLTFLoader;

/**
 * The extension of that file. V8 forgets the shape of objects when the last ones are gone, as between two files that are loaded, and
 * compiles the code that handles them again for the next ones: these stay.
 */
let blank: PointerLoaderExtension | null = null;

async function createBlank(): Promise<PointerLoaderExtension> {
  const asset = await PointedAsset.Of(EMPTY);
  const dialect = { name: "" };
  asset.plans.plan(dialect, new LoadReport(EMPTY, dialect.name));
  return new PointerLoaderExtension(EMPTY, dialect, 0, asset);
}

export async function createPointerExtension(loader: GLTFLoader, name: PointerExtensionName): Promise<IGLTFLoaderExtension> {
  addTable(POINTER_ROWS);
  blank ??= await createBlank();
  const dialect = POINTER_DIALECTS[name] as PointerDialect<IAnimationChannel>; // listed channels become Babylon's
  return new PointerLoaderExtension(loader, dialect, ORDERS[name], await PointedAsset.Of(loader));
}
