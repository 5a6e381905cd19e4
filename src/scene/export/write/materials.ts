/**
 * Completes materials with animated extensions. Babylon omits an extension whose feature is currently off, with all values and textures of
 * the extension, but an animation that switches the feature on needs the values and textures.
 */
import type { BaseTexture } from "@babylonjs/core/Materials/Textures/baseTexture.js";
import type { Material } from "@babylonjs/core/Materials/material.js";
import { PBRMaterial } from "@babylonjs/core/Materials/PBR/pbrMaterial.js";
import type { ExportedAsset, ExportedJson } from "../../host/gltf/gltfExporter.js";
import { followTokens, parseJsonPointer } from "../../../gltf/util/index.js";
import { type BabylonTarget, COMPONENTS, type ObjectModelProperty, PROPERTIES } from "../../../gltf/objectModel/index.js";
import { coupledMaterials, SOURCES } from "../../pointer/index.js";
import { classOf, inversesAt, readProperty, textureAt } from "../plan/inverse.js";
import { extensionsIn, setAt, toJson } from "./json.js";

const MATERIALS = "/materials/{}/";
const EMISSIVE_STRENGTH = "KHR_materials_emissive_strength";

/** The animated properties of a material: the JSON pointer within the material, and the animated components. */
export type AnimatedPaths = ReadonlyMap<string, ReadonlySet<number>>;

/** A texture of an extension of a material. */
interface LayerTexture {
  /** The name of the texture in the extension. */
  readonly name: string;
  readonly texture: BaseTexture;
}

/** The extensions that the animated properties of a material need, including extensions with non-default coupled values. */
function extensionsFor(material: object, paths: AnimatedPaths): Set<string> {
  const names = new Set(
    [...paths.keys()]
      .flatMap((pathInObject) => extensionsIn(parseJsonPointer(pathInObject)!).slice(0, 1))
      .filter((name) => name !== "KHR_texture_transform"),
  );
  const values = coupledMaterials.of(material)?.values ?? {};
  for (const [name, [extension, byDefault]] of Object.entries(SOURCES)) {
    if (values[name]?.some((component, i) => component !== byDefault[i])) {
      names.add(extension);
    }
  }
  return names;
}

function propertiesIn(extension: string): ObjectModelProperty[] {
  return PROPERTIES.filter(
    ({ pointer, babylon }) => pointer.startsWith(`${MATERIALS}extensions/${extension}/`) && typeof babylon !== "string",
  );
}

function texturesOf(material: object, extension: string): LayerTexture[] {
  const owner = classOf(material);
  return propertiesIn(extension).flatMap(({ pointer }) => {
    const [, name] = /\/([^/]+Texture)\/extensions\/KHR_texture_transform\/rotation$/.exec(pointer) ?? [];
    const [inverse] = name === undefined || owner === undefined ? [] : inversesAt(owner, pointer);
    const texture = inverse && textureAt(material, inverse.path.slice(0, inverse.path.lastIndexOf(".")));
    return texture ? [{ name: name!, texture: texture as BaseTexture }] : [];
  });
}

/** The textures that the animated properties of a material need. */
export function texturesFor(material: object, paths: AnimatedPaths): BaseTexture[] {
  return [...extensionsFor(material, paths)].flatMap((extension) => texturesOf(material, extension).map(({ texture }) => texture));
}

/** Completes the extensions of a written material with animated properties. */
export function completeMaterial(asset: ExportedAsset, material: object, json: ExportedJson, paths: AnimatedPaths): void {
  for (const extension of extensionsFor(material, paths)) {
    for (const { name, texture } of texturesOf(material, extension)) {
      const info = asset.textureInfoOf(texture);
      if (info) {
        setUnlessThere(json, ["extensions", extension, name], info);
      }
    }
    for (const property of propertiesIn(extension)) {
      completeValue(material, json, property);
    }
  }
  if (material instanceof PBRMaterial) {
    separateEmission(material, json, paths);
  }
  blend(material as Material, json, paths);
}

function completeValue(material: object, json: ExportedJson, { pointer, type, babylon, default: byDefault }: ObjectModelProperty): void {
  const tokens = pointer.slice(MATERIALS.length).split("/");
  const { coupled } = babylon as BabylonTarget;
  const known = coupled === undefined ? undefined : coupledMaterials.of(material)?.values[coupled];
  if (known) {
    // Babylon writes coupled values depending on each other, and some values wrongly
    const isUnstated = known.length !== COMPONENTS[type] || known[0] === Number.MAX_VALUE;
    setAt(json, tokens, isUnstated ? undefined : toJson(type, known));
    return;
  }
  const value = readProperty(pointer, material);
  const isDefault = [byDefault ?? []].flat().every((component, i) => Number(component) === value?.[i]);
  setUnlessThere(json, tokens, value === null || isDefault ? undefined : toJson(type, value));
}

function setUnlessThere(json: ExportedJson, tokens: readonly string[], value: unknown): void {
  if (followTokens(json, tokens) === undefined) {
    setAt(json, tokens, value);
  }
}

/** Writes the emissive color and the emissive strength separately. Babylon's exporter multiplies the two. */
function separateEmission({ emissiveColor, emissiveIntensity }: PBRMaterial, json: ExportedJson, paths: AnimatedPaths): void {
  if (paths.has("/emissiveFactor") || paths.has(`/extensions/${EMISSIVE_STRENGTH}/emissiveStrength`)) {
    json["emissiveFactor"] = emissiveColor.asArray();
    if (emissiveIntensity !== 1) {
      setAt(json, ["extensions", EMISSIVE_STRENGTH, "emissiveStrength"], emissiveIntensity);
    } else {
      delete (json["extensions"] as ExportedJson | undefined)?.[EMISSIVE_STRENGTH];
    }
  }
}

/** Sets the alpha mode BLEND, if alpha is animated and the material derives the alpha mode from the current alpha. */
function blend(material: Material, json: ExportedJson, paths: AnimatedPaths): void {
  const isAlphaAnimated = paths.get("/pbrMetallicRoughness/baseColorFactor")?.has(3);
  if (material.transparencyMode === null && isAlphaAnimated && !material.needAlphaTesting()) {
    json["alphaMode"] = "BLEND";
  }
}
