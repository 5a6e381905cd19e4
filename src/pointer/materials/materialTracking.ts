/** Keeps track of materials with coupled properties. Imported with the first file that has such materials. */
import type { OpenPBRMaterial } from "@babylonjs/core/Materials/PBR/openpbrMaterial.js";
import type { Material } from "@babylonjs/core/Materials/material.js";
import { coupledMaterials, type CoupledState } from "../setters/coupledProperties.js";
import type * as openPbr from "./openPbr.js";
import { SubSurfaceState } from "./subSurface.js";

export { switchOn } from "./coupledMaterial.js";

/** Imported from this module, so that bundlers let the two chunks share code. */
export function importOpenPbr(): Promise<typeof openPbr> {
  return import("./openPbr.js");
}

/**
 * Keeps the coupled properties of a material from now on.
 * @param json the material in the asset
 * @returns null for a material that is tracked already, and for one of another Babylon class
 */
export function trackMaterial(material: Material, json: object, openPbrModule: typeof openPbr | null): CoupledState | null {
  if (coupledMaterials.of(material)) {
    return null;
  }
  if (openPbrModule && material.getClassName() === "OpenPBRMaterial") {
    return coupledMaterials.keep(material, new openPbrModule.OpenPbrLayers(json, material as OpenPBRMaterial));
  }
  return "subSurface" in material ? coupledMaterials.keep(material, new SubSurfaceState(json)) : null;
}
