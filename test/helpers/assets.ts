import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
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

const GLB_FILES = hasAssets ? (readdirSync(ASSETS, { recursive: true }) as string[]).filter((name) => name.endsWith(".glb")) : [];
const isSmall = (name: string): boolean => statSync(new URL(encodeURI(name), ASSETS)).size < 30_000;

/** The names of all .glb files that are small enough for slow work. */
export const SMALL_ASSETS: readonly string[] = GLB_FILES.filter(isSmall);

/** The names of all others. */
export const LARGE_ASSETS: readonly string[] = GLB_FILES.filter((name) => !isSmall(name));

/** A real file, taken apart. */
export function readAsset(name: string): Asset {
  return unpackGlb(readFileSync(new URL(name, ASSETS)));
}
