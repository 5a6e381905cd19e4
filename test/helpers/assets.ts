/**
 * Tests of real glTF files, which the project does not contain. Where the files do not lie beside it, twins stand for some of them, and the
 * other tests are skipped; `test/skipReporter.js` says how many.
 */
import { describe, it } from "@jest/globals";
import { assetNames, hasAssets, isReadable } from "./assetFiles.js";

export { ASSETS, assetNames, hasAssets, readAsset, readAssetBytes } from "./assetFiles.js";

export const itWithAssets = hasAssets ? it : it.skip; // a clone may lack the files: they are others', and no part of the project
export const describeWithAssets = hasAssets ? describe : describe.skip; // a clone may lack the files: they are others', and no part of the project

/**
 * `it.each` for rows about files: rows whose file is missing, and has no twin, are skipped.
 * @returns what adds the tests, by a title with members of the rows, such as `$file`
 */
export function eachAsset<Row extends { readonly file: string }>(
  rows: readonly Row[],
): (title: string, test: (row: Row) => Promise<void> | void) => void {
  return (title, test) => {
    const missing = rows.filter(({ file }) => !isReadable(file));
    it.each(rows.filter((row) => !missing.includes(row)))(title, test);
    if (missing.length > 0) {
      it.skip.each(missing)(title, test); // a clone may lack the files: they are others', and no part of the project
    }
  };
}

/** The names of all .glb files that are small enough for slow work. */
export const SMALL_ASSETS: readonly string[] = assetNames(".glb", 30_000);

/** The names of all others. */
export const LARGE_ASSETS: readonly string[] = assetNames(".glb").filter((name) => !SMALL_ASSETS.includes(name));
