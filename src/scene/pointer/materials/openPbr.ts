/** Writes properties of materials to Babylon's `OpenPBRMaterial`. The module is imported with the first file that has OpenPBR materials. */
import type { OpenPBRMaterial } from "@babylonjs/core/Materials/PBR/openpbrMaterial.js";
import type { GLTFLoader } from "@babylonjs/loaders/glTF/2.0/index.js";
import { type BabylonTarget, METALLIC, type ObjectModel, type ObjectModelProperty, OPEN_PBR } from "../../../gltf/objectModel/index.js";
import { followTokens, getOrMake } from "../../../gltf/util/index.js";
import { coupledSetter } from "../setters/coupledProperties.js";
import { whereLit } from "../setters/materialSetters.js";
import { toParts, type Write } from "../setters/setters.js";
import { keepShader } from "./coupledMaterial.js";
import { BAKED_PROPERTIES } from "./openPbrCoat.js";
import { shaderOf } from "./openPbrLayers.js";

export { OpenPbrLayers } from "./openPbrLayers.js";

const known = new Map<BabylonTarget, BabylonTarget>();

/** Adds a setter to the target of a property that OpenPBR materials treat specially. */
function withSetter(babylon: BabylonTarget): BabylonTarget {
  return getOrMake(known, babylon, () => {
    const { coupled, parts, writesParts, transform, only } = babylon;
    if (transform || (coupled !== undefined && !writesParts)) {
      return babylon;
    }
    const write = keepingShader(toParts(coupled === undefined ? parts : parts.filter(({ component }) => component !== undefined)));
    if (coupled === undefined) {
      return { ...babylon, write: only === "lit" ? whereLit(write) : write };
    }
    // the opacity depends on no other layer
    const layer = coupledSetter(coupled);
    return {
      ...babylon,
      ...layer,
      write: (material, value, index) => {
        write(material, value);
        layer.write(material, value, index);
      },
    };
  });
}

const keepingShader =
  (write: Write): Write =>
  (material, value) =>
    keepShader(material as OpenPBRMaterial, shaderOf, value, write);

/** The reason why a baked property cannot be animated, for messages and for the documentation. */
export const BAKED = "Babylon's loader bakes it into textures of the coat that colors a volume";
const REPLACED = "it means nothing beside KHR_materials_pbrSpecularGlossiness";

/** Chooses the properties for the materials of an asset. A material that becomes an `OpenPBRMaterial` has different properties. */
export function openPbrProperties({ gltf, parent }: GLTFLoader): NonNullable<ObjectModel["choose"]> {
  return (property, { collection, index }) => {
    const material = collection === "materials" ? gltf.materials?.[index] : undefined;
    const isOpenPbr = material && (parent.useOpenPBR || material.extensions?.["KHR_materials_openpbr"] !== undefined);
    return isOpenPbr ? openPbrProperty(property, material) : property;
  };
}

/**
 * A property of a material that becomes an `OpenPBRMaterial`.
 * @param json the material in the asset; if omitted, the property is treated as neither baked nor replaced
 */
export function openPbrProperty(property: ObjectModelProperty, json?: unknown): ObjectModelProperty {
  const { pointer } = property;
  const babylon = OPEN_PBR.get(pointer);
  if (!babylon) {
    return property;
  }
  const isReplaced =
    (babylon.coupled !== undefined || METALLIC.has(pointer)) &&
    followTokens(json, ["extensions", "KHR_materials_pbrSpecularGlossiness"]) !== undefined;
  return { ...property, babylon: isReplaced ? REPLACED : BAKED_PROPERTIES.get(pointer)?.(json) ? BAKED : withSetter(babylon) };
}
