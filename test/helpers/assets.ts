/** Tests of real glTF files, which the project does not contain. They are skipped where the files do not lie beside it. */
import { fileURLToPath } from "node:url";
import { describe, it } from "@jest/globals";
import { ASSETS, assetNames, hasAssets } from "./assetFiles.js";

export { ASSETS, assetNames, readAsset, readAssetBytes } from "./assetFiles.js";

if (!hasAssets) {
  process.stderr.write(`Skipped: tests on real files, for lack of ${fileURLToPath(ASSETS)}\n`);
}

export const itWithAssets = hasAssets ? it : it.skip; // a clone may lack the files: they are others', and no part of the project
export const describeWithAssets = hasAssets ? describe : describe.skip; // a clone may lack the files: they are others', and no part of the project

/** The names of all .glb files that are small enough for slow work. */
export const SMALL_ASSETS: readonly string[] = assetNames(".glb", 30_000);

/** The names of all others. */
export const LARGE_ASSETS: readonly string[] = assetNames(".glb").filter((name) => !SMALL_ASSETS.includes(name));
