/** Real glTF files, which the project does not contain. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { packGlb, unpackGlb } from "../../scripts/glb.mjs";
import { TWINS } from "./assetTwins.js";
import type { Asset } from "./gltfPose.js";

/** Where they lie. */
export const ASSETS = new URL("../../../shared/assets/", import.meta.url);

export const hasAssets: boolean = existsSync(ASSETS);

/** Whether a file, or what stands for it, can be read. */
export function isReadable(name: string): boolean {
  return hasAssets || name in TWINS;
}

/**
 * The names of the files, those in folders included.
 * @param extension how the names end: ".glb"
 * @param maxBytes for slow work, the size that the files stay below
 */
export function assetNames(extension: string, maxBytes = Infinity): string[] {
  const names = hasAssets ? readdirSync(ASSETS, { recursive: true, encoding: "utf8" }) : Object.keys(TWINS);
  return names.filter((name) => name.endsWith(extension) && (!hasAssets || statSync(new URL(encodeURI(name), ASSETS)).size < maxBytes));
}

/** A real file, or its twin where real files are missing. */
export function readAssetBytes(name: string): Uint8Array {
  const twin = hasAssets ? undefined : TWINS[name]?.();
  return twin ? packGlb(twin.json, twin.bin) : readFileSync(new URL(encodeURI(name), ASSETS));
}

/** The same, taken apart. */
export function readAsset(name: string): Asset {
  return unpackGlb(readAssetBytes(name));
}
