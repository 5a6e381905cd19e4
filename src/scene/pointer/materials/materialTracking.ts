/** Tracks materials with coupled properties. The module is imported with the first file that has such materials. */
import type { OpenPBRMaterial } from "@babylonjs/core/Materials/PBR/openpbrMaterial.js";
import type { Material } from "@babylonjs/core/Materials/material.js";
import { coupledMaterials, type CoupledState } from "../setters/coupledProperties.js";
import type * as openPbr from "./openPbr.js";
import { SubSurfaceState } from "./subSurface.js";

export { switchOn } from "./coupledMaterial.js";

/** Imports the OpenPBR module from this module, so that bundlers let the two chunks share code. */
export function importOpenPbr(): Promise<typeof openPbr> {
  return import("./openPbr.js");
}

/**
 * Starts to track the coupled properties of a material.
 * @param json the material in the asset
 * @returns the state of the material; null if the material is already tracked, or of a Babylon class without coupled properties
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
