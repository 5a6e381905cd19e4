import type { Light } from "@babylonjs/core/Lights/light.js";
import type { BabylonTarget, SetterName } from "../../../gltf/objectModel/index.js";
import { getOrMake } from "../../../gltf/util/index.js";
import { coupledSetter } from "./coupledProperties.js";
import type * as lazySetters from "./lazySetters.js";
import {
  isMetallic,
  setAlphaCutOff,
  setBaseColor,
  setEmissiveColor,
  setMetallic,
  setNormalScale,
  setOcclusionStrength,
  setRoughness,
  whereLit,
} from "./materialSetters.js";
import { setMatrix, setScale, setVisible, setWeights } from "./nodeSetters.js";
import { type Setter, toParts, uniform, where, type Write } from "./setters.js";
import { textureTransform } from "./textureTransform.js";

/** The setters, by the names in the property tables. */
const SETTERS: Readonly<Record<SetterName, Setter["write"]>> = {
  alphaCutOff: setAlphaCutOff,
  baseColor: setBaseColor,
  emissiveColor: setEmissiveColor,
  lightColor: (light, value) => (light as Light).diffuse.set(value[0]!, value[1]!, value[2]!),
  lightIntensity: (light, value) => void ((light as Light).intensity = value[0]!),
  matrix: setMatrix,
  metallic: setMetallic,
  normalScale: setNormalScale,
  occlusionStrength: setOcclusionStrength,
  roughness: setRoughness,
  scale: setScale,
  visible: setVisible,
  weights: setWeights,
};

type LazySetters = typeof lazySetters;

let imported: LazySetters | undefined;

/** Imports the setters of properties that few files animate. */
export async function importLazySetters(): Promise<LazySetters> {
  return (imported ??= await import("./lazySetters.js"));
}

const known = new WeakMap<BabylonTarget, Setter>();

/** The setter of a target. For a lazy setter or `extras`, {@link importLazySetters} must have finished. */
export function setterOf(babylon: BabylonTarget): Setter {
  return getOrMake(known, babylon, () => create(babylon));
}

function create(babylon: BabylonTarget): Setter {
  const { write, copy, lazy, extras, target, coupled, only } = babylon;
  if (write) {
    return { write, ...(copy && { copy }) };
  }
  if (extras) {
    return imported!.extrasSetter(extras, target);
  }
  if (lazy !== undefined) {
    return imported!.LAZY_SETTERS[lazy];
  }
  if (coupled !== undefined) {
    const setter = coupledSetter(coupled);
    return only === "lit" ? { ...setter, write: whereLit(setter.write as Write) } : setter;
  }
  return { write: limited(babylon, writeOf(babylon)) };
}

function limited({ only }: BabylonTarget, write: Setter["write"]): Setter["write"] {
  return only === undefined ? write : only === "lit" ? whereLit(write as Write) : where(isMetallic, write as Write);
}

function writeOf({ target, parts, setter, transform }: BabylonTarget): Setter["write"] {
  if (transform) {
    return textureTransform(transform);
  }
  if (setter !== undefined) {
    return SETTERS[setter];
  }
  const write = toParts(parts);
  const isUniform = target === "material" && parts.every(({ component, isSwitch }) => component !== undefined && !isSwitch);
  return isUniform ? uniform(write) : write;
}
