import type { Material } from "@babylonjs/core/Materials/material.js";
import type { PBRMaterial } from "@babylonjs/core/Materials/PBR/pbrMaterial.js";
import { toNumber, where, type Write } from "./setters.js";

/** `Material.MATERIAL_OPAQUE` */
const OPAQUE = 0;
/** `Material.MATERIAL_ALPHATEST` */
const ALPHA_TEST = 1;

/** Skips unlit materials, for which Babylon's loader does not load the property. */
export const whereLit = (write: Write): Write => where((material) => !(material as PBRMaterial).unlit, write);

/** Whether pbrMetallicRoughness counts: KHR_materials_pbrSpecularGlossiness replaces all of it. */
export const isMetallic = (material: object): boolean => (material as PBRMaterial).metallic !== null;

export const whereMetallic = (write: Write): Write => where(isMetallic, write);

/** The alpha of a colour. Opaque materials ignore it. */
export const setAlpha = where(
  (material) => (material as Material).transparencyMode !== OPAQUE,
  (material, value) => void ((material as Material).alpha = value[3]!),
);

/** Only masked materials use it. Their shader contains the number, so that each value compiles another shader. */
export const setAlphaCutOff = where((material) => (material as Material).transparencyMode === ALPHA_TEST, toNumber("alphaCutOff"));
