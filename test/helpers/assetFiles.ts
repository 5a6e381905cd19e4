/** Real glTF files, which the project does not contain. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { unpackGlb } from "../../scripts/glb.mjs";
import type { Asset } from "./gltfPose.js";

/** Where they lie. */
export const ASSETS = new URL("../../../shared/assets/", import.meta.url);

export const hasAssets: boolean = existsSync(ASSETS);

/**
 * The names of the files, those in folders included.
 * @param extension how the names end: ".glb"
 * @param maxBytes for slow work, the size that the files stay below
 */
export function assetNames(extension: string, maxBytes = Infinity): string[] {
  const names = hasAssets ? readdirSync(ASSETS, { recursive: true, encoding: "utf8" }) : [];
  return names.filter((name) => name.endsWith(extension) && statSync(new URL(encodeURI(name), ASSETS)).size < maxBytes);
}

export function readAssetBytes(name: string): Uint8Array {
  return readFileSync(new URL(encodeURI(name), ASSETS));
}

/** A real file, taken apart. */
export function readAsset(name: string): Asset {
  return unpackGlb(readAssetBytes(name));
}
