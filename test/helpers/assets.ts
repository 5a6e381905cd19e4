import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { unpackGlb } from "../../scripts/glb.mjs";
import type { Asset } from "./gltfPose.js";

const FOLDER = new URL("../../../shared/assets/", import.meta.url);

/** Whether the real glTF files, which the project does not contain, lie beside it. */
export const hasAssets = existsSync(FOLDER);

if (!hasAssets) {
  process.stderr.write(`Skipped: tests on real files, for lack of ${fileURLToPath(FOLDER)}\n`);
}

/** A real file, taken apart. */
export function readAsset(name: string): Asset {
  return unpackGlb(readFileSync(new URL(name, FOLDER)));
}
