import type { GLTFLoader } from "@babylonjs/loaders/glTF/2.0/index.js";
import { itemsOf } from "./assetArrays.js";
import { followTokens } from "./jsonPointer.js";
import type * as materialTracking from "./materialTracking.js";
import type * as openPbr from "./openPbr.js";

/** Modules that only some materials need; null for an asset without such materials. */
export interface MaterialModules {
  readonly tracking: typeof materialTracking | null;
  /** For materials that become Babylon's `OpenPBRMaterial`. */
  readonly openPbr: typeof openPbr | null;
}

/** The extensions with coupled properties, without `KHR_materials_`. */
const COUPLED = ["transmission", "ior", "dispersion", "volume", "diffuse_transmission"];

export async function importMaterialModules(loader: GLTFLoader): Promise<MaterialModules> {
  const hasOpenPbr = loader.parent.useOpenPBR || loader.isExtensionUsed("KHR_materials_openpbr");
  const isCoupled = (material: unknown): boolean =>
    COUPLED.some((name) => followTokens(material, ["extensions", `KHR_materials_${name}`]) !== undefined);
  const tracking = hasOpenPbr || itemsOf(loader.gltf.materials).some(isCoupled) ? await import("./materialTracking.js") : null;
  return { tracking, openPbr: hasOpenPbr && tracking ? await tracking.importOpenPbr() : null };
}
