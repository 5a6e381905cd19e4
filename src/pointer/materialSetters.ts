import type { Material } from "@babylonjs/core/Materials/material.js";
import type { PBRMaterial } from "@babylonjs/core/Materials/PBR/pbrMaterial.js";
import { toNumber, type Write } from "./setters.js";

/** `Material.MATERIAL_OPAQUE` */
const OPAQUE = 0;
/** `Material.MATERIAL_ALPHATEST` */
const ALPHA_TEST = 1;

/** Whether pbrMetallicRoughness counts: KHR_materials_pbrSpecularGlossiness replaces all of it. */
export function isMetallic(material: object): boolean {
  return (material as PBRMaterial).metallic !== null;
}

export function whereMetallic(write: Write): Write {
  return (material, value) => {
    if (isMetallic(material)) {
      write(material, value);
    }
  };
}

/** The alpha of a colour. Opaque materials ignore it. */
export const setAlpha: Write = (material, value) => {
  if ((material as Material).transparencyMode !== OPAQUE) {
    (material as Material).alpha = value[3]!;
  }
};

const toAlphaCutOff = toNumber("alphaCutOff");

/** Only masked materials use it. Their shader contains the number, so that each value compiles another shader. */
export const setAlphaCutOff: Write = (material, value) => {
  if ((material as Material).transparencyMode === ALPHA_TEST) {
    toAlphaCutOff(material, value);
  }
};
