import type { Material } from "@babylonjs/core/Materials/material.js";
import type { PBRMaterial } from "@babylonjs/core/Materials/PBR/pbrMaterial.js";
import { toNumber, uniform, where, type Write } from "./setters.js";

/** `Material.MATERIAL_OPAQUE` */
const OPAQUE = 0;
/** `Material.MATERIAL_ALPHATEST` */
const ALPHA_TEST = 1;

/** Skips unlit materials, for which Babylon's loader does not load the property. */
export const whereLit = (write: Write): Write => where((material) => !(material as PBRMaterial).unlit, write);

/** Whether a material uses pbrMetallicRoughness, which KHR_materials_pbrSpecularGlossiness replaces as a whole. */
export const isMetallic = (material: object): boolean => (material as PBRMaterial).metallic !== null;

// The setters of frequently animated properties use literal names: V8 assigns a property several times faster than by a name in a variable.

/** Sets the base color factor, including alpha, which opaque materials ignore. */
export const setBaseColor: Write = where(isMetallic, (object, value) => {
  const material = object as PBRMaterial;
  material.albedoColor.set(value[0]!, value[1]!, value[2]!);
  if (material.transparencyMode !== OPAQUE) {
    material.alpha = value[3]!;
  }
});

export const setEmissiveColor: Write = whereLit((material, value) =>
  (material as PBRMaterial).emissiveColor.set(value[0]!, value[1]!, value[2]!),
);

export const setNormalScale: Write = (material, value) => {
  const { bumpTexture } = material as PBRMaterial;
  if (bumpTexture) {
    bumpTexture.level = value[0]!;
  }
};

const setNumber = (set: (material: PBRMaterial, value: number) => unknown): Write =>
  whereLit(uniform((material, value) => set(material as PBRMaterial, value[0]!)));

export const setOcclusionStrength = setNumber((material, value) => (material.ambientTextureStrength = value));
export const setMetallic = where(
  isMetallic,
  setNumber((material, value) => (material.metallic = value)),
);
export const setRoughness = where(
  isMetallic,
  setNumber((material, value) => (material.roughness = value)),
);

/** Sets the alpha cutoff of masked materials. The cutoff is a constant in the shader, so that a new value compiles a new shader. */
export const setAlphaCutOff = where((material) => (material as Material).transparencyMode === ALPHA_TEST, toNumber("alphaCutOff"));
