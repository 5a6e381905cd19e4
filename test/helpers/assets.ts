/** Tests of real glTF files, which the project does not contain. They are skipped where the files do not lie beside it. */
import { fileURLToPath } from "node:url";
import { describe, it } from "@jest/globals";
import { ASSETS, assetNames, hasAssets } from "./assetFiles.js";

export { ASSETS, assetNames, readAsset, readAssetBytes } from "./assetFiles.js";

if (!hasAssets) {
  process.stderr.write(`Skipped: tests on real files, for lack of ${fileURLToPath(ASSETS)}\n`);
}

// For tests of real files. Without these, they are skipped, and do not fail: the files are others', so a clone may have to do without.
export const itWithAssets = hasAssets ? it : it.skip; // the files are not part of the project
export const describeWithAssets = hasAssets ? describe : describe.skip; // the files are not part of the project

/** The names of all .glb files that are small enough for slow work. */
export const SMALL_ASSETS: readonly string[] = assetNames(".glb", 30_000);

/** The names of all others. */
export const LARGE_ASSETS: readonly string[] = assetNames(".glb").filter((name) => !SMALL_ASSETS.includes(name));
