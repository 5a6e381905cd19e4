import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { unpackGlb } from "../../scripts/glb.mjs";
import type { Asset } from "./gltfPose.js";

/** Where they lie. */
export const ASSETS = new URL("../../../shared/assets/", import.meta.url);

/** Whether the real glTF files, which the project does not contain, lie beside it. */
export const hasAssets = existsSync(ASSETS);

if (!hasAssets) {
  process.stderr.write(`Skipped: tests on real files, for lack of ${fileURLToPath(ASSETS)}\n`);
}

/** A real file, taken apart. */
export function readAsset(name: string): Asset {
  return unpackGlb(readFileSync(new URL(name, ASSETS)));
}
