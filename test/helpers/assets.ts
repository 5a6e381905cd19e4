/** Real glTF files, which the project does not contain. Tests of them are skipped where they do not lie beside it. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, it } from "@jest/globals";
import { unpackGlb } from "../../scripts/glb.mjs";
import type { Asset } from "./gltfPose.js";

/** Where they lie. */
export const ASSETS = new URL("../../../shared/assets/", import.meta.url);

const hasAssets = existsSync(ASSETS);

if (!hasAssets) {
  process.stderr.write(`Skipped: tests on real files, for lack of ${fileURLToPath(ASSETS)}\n`);
}

/** `it`, skipped where the project stands alone: the real files belong to others, and are not committed. */
export const itWithAssets = hasAssets ? it : it.skip;
/** `describe`, skipped likewise. */
export const describeWithAssets = hasAssets ? describe : describe.skip;

/**
 * The names of the files, those in folders included.
 * @param extension how the names end: ".glb"
 * @param maxBytes for slow work, the size that the files stay below
 */
export function assetNames(extension: string, maxBytes = Infinity): string[] {
  const names = hasAssets ? readdirSync(ASSETS, { recursive: true, encoding: "utf8" }) : [];
  return names.filter((name) => name.endsWith(extension) && statSync(new URL(encodeURI(name), ASSETS)).size < maxBytes);
}

/** The names of all .glb files that are small enough for slow work. */
export const SMALL_ASSETS: readonly string[] = assetNames(".glb", 30_000);

/** The names of all others. */
export const LARGE_ASSETS: readonly string[] = assetNames(".glb").filter((name) => !SMALL_ASSETS.includes(name));

export function readAssetBytes(name: string): Uint8Array {
  return readFileSync(new URL(encodeURI(name), ASSETS));
}

/** A real file, taken apart. */
export function readAsset(name: string): Asset {
  return unpackGlb(readAssetBytes(name));
}
