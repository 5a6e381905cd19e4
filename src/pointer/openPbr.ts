/** Where properties of materials land in Babylon's `OpenPBRMaterial`. Imported with the first file that has such materials. */
import type { OpenPBRMaterial } from "@babylonjs/core/Materials/PBR/openpbrMaterial.js";
import type { GLTFLoader } from "@babylonjs/loaders/glTF/2.0/index.js";
import { keepShader } from "./coupledMaterial.js";
import { coupled, coupledMaterials } from "./coupledProperties.js";
import { followTokens } from "../util/index.js";
import { whereLit } from "./materialSetters.js";
import { BAKED_PROPERTIES, MATERIALS } from "./openPbrCoat.js";
import { type HiddenTexture, type LayerName, shaderOf } from "./openPbrLayers.js";
import type { RowChoice } from "./pointerModel.js";
import type { PointerLanding, PointerRow } from "./pointerRow.js";
import { type Conversion, followPath, number, toNumber, toParts, type Write } from "./setters.js";
import { type FindTexture, textureTransform } from "./textureTransform.js";

export { OpenPbrLayers } from "./openPbrLayers.js";

const write = (at: string, toMaterial: Write): PointerLanding => ({
  owner: "material",
  at,
  write: (material, value) => keepShader(material as OpenPBRMaterial, shaderOf, value, toMaterial),
});

const toProperty = (path: string, convert?: Conversion): PointerLanding => write(path, toNumber(path, convert));
const toColour = (path: string): PointerLanding => write(path, toParts(path));

/** OpenPBR measures films in micrometres, glTF in nanometres. */
const micrometres: Conversion = (value) => value[0]! / 1000;

/** A property that depends on other layers of the material. */
const layer: (name: LayerName, at: string) => PointerLanding = coupled;

const baseColor = layer("baseColorFactor", "baseColor, geometryOpacity; under transmission transmissionColor, or coatColor");
const opacity = write(
  "",
  toNumber("geometryOpacity", (value) => value[3]!),
);
const roughness = layer("roughnessFactor", "specularRoughness; on a coloured volume coatRoughness");

type Entry = readonly [template: string, landing: PointerLanding];

const under = (prefix: string, landings: Readonly<Record<string, PointerLanding>>): Entry[] =>
  Object.entries(landings).map(([name, landing]) => [prefix + name, landing]);

const EXTENSIONS = `${MATERIALS}extensions/KHR_materials_`;

function transforms(info: string, at: string, find: FindTexture = (material) => followPath(material, [at])): Entry[] {
  return (["offset", "rotation", "scale"] as const).map((property) => [
    `${info}/extensions/KHR_texture_transform/${property}`,
    textureTransform(at, property, find),
  ]);
}

/** Textures that are on the material only while other layers are in use. */
function hidden(info: string, name: HiddenTexture, ...paths: string[]): Entry[] {
  const seen = (material: object): unknown => paths.map((path) => followPath(material, [path])).find((texture) => texture);
  return transforms(EXTENSIONS + info, paths.join(", "), (material) => coupledMaterials.of(material)?.textureOf(name) ?? seen(material));
}

/** The properties that KHR_materials_pbrSpecularGlossiness replaces. */
const METALLIC = new Map([
  ...under(`${MATERIALS}pbrMetallicRoughness/`, {
    baseColorFactor: {
      ...baseColor,
      write: (material, value, index) => {
        opacity.write(material, value, index);
        baseColor.write(material, value, index);
      },
    },
    metallicFactor: write("baseMetalness", whereLit(toNumber("baseMetalness"))),
    roughnessFactor: { ...roughness, write: whereLit((material, value) => roughness.write(material, value, 0)) },
  }),
  ...transforms(`${MATERIALS}pbrMetallicRoughness/baseColorTexture`, "baseColorTexture"),
  ...transforms(`${MATERIALS}pbrMetallicRoughness/metallicRoughnessTexture`, "baseMetalnessTexture"),
]);

/** By template. All other properties land as they do in other materials. */
const LANDINGS = new Map([
  ...METALLIC,
  ...under(MATERIALS, {
    emissiveFactor: write("emissionColor", whereLit(toParts("emissionColor"))),
    "normalTexture/scale": number("material", "geometryNormalTexture.level"),
    "occlusionTexture/strength": number("material", "ambientOcclusionTexture.level"),
  }),
  ...under(EXTENSIONS, {
    "anisotropy/anisotropyStrength": toProperty("specularRoughnessAnisotropy"),
    "anisotropy/anisotropyRotation": toProperty("geometryTangentAngle"),
    "clearcoat/clearcoatFactor": layer("clearcoatFactor", "coatWeight; on a coloured volume the rest of the coat"),
    "clearcoat/clearcoatRoughnessFactor": layer("clearcoatRoughnessFactor", "coatRoughness"),
    "clearcoat/clearcoatNormalTexture/scale": number("material", "geometryCoatNormalTexture.level"),
    "diffuse_transmission/diffuseTransmissionFactor": layer("diffuseTransmissionFactor", "subsurfaceWeight, geometryThinWalled"),
    "diffuse_transmission/diffuseTransmissionColorFactor": layer("diffuseTransmissionColorFactor", "subsurfaceColor, or coatColor"),
    "dispersion/dispersion": layer("dispersion", "transmissionDispersionScale"),
    "emissive_strength/emissiveStrength": toProperty("emissionLuminance"),
    "ior/ior": layer("ior", "specularIor; on a coloured volume coatIor"),
    "iridescence/iridescenceFactor": toProperty("thinFilmWeight"),
    "iridescence/iridescenceIor": toProperty("thinFilmIor"),
    "iridescence/iridescenceThicknessMinimum": toProperty("thinFilmThicknessMin", micrometres),
    "iridescence/iridescenceThicknessMaximum": toProperty("thinFilmThickness", micrometres),
    "sheen/sheenColorFactor": toColour("fuzzColor"),
    "sheen/sheenRoughnessFactor": toProperty("fuzzRoughness"),
    "specular/specularFactor": toProperty("specularWeight"),
    "specular/specularColorFactor": toColour("specularColor"),
    "transmission/transmissionFactor": layer("transmissionFactor", "transmissionWeight, geometryThinWalled"),
    "volume/thicknessFactor": layer("thicknessFactor", "geometryThickness, geometryThinWalled"),
    "volume/attenuationDistance": layer("attenuationDistance", "transmissionDepth; scattered transmissionScatter, subsurfaceRadius"),
    "volume/attenuationColor": layer("attenuationColor", "transmissionColor; scattered transmissionScatter, subsurfaceRadius"),
    "volume_scatter/multiscatterColorFactor": layer("multiscatterColorFactor", "transmissionScatter, subsurfaceColor"),
    "volume_scatter/scatterAnisotropy": layer("scatterAnisotropy", "transmissionScatterAnisotropy, subsurfaceScatterAnisotropy"),
  }),
  ...transforms(`${MATERIALS}normalTexture`, "geometryNormalTexture"),
  ...transforms(`${MATERIALS}occlusionTexture`, "ambientOcclusionTexture"),
  ...transforms(`${MATERIALS}emissiveTexture`, "emissionColorTexture"),
  ...Object.entries({
    "anisotropy/anisotropyTexture": "geometryTangentTexture",
    "clearcoat/clearcoatTexture": "coatWeightTexture",
    "clearcoat/clearcoatRoughnessTexture": "coatRoughnessTexture",
    "clearcoat/clearcoatNormalTexture": "geometryCoatNormalTexture",
    "diffuse_transmission/diffuseTransmissionTexture": "subsurfaceWeightTexture",
    "diffuse_transmission/diffuseTransmissionColorTexture": "subsurfaceColorTexture",
    "iridescence/iridescenceTexture": "thinFilmWeightTexture",
    "iridescence/iridescenceThicknessTexture": "thinFilmThicknessTexture",
    "sheen/sheenColorTexture": "fuzzColorTexture",
    "sheen/sheenRoughnessTexture": "fuzzRoughnessTexture",
    "specular/specularTexture": "specularWeightTexture",
    "specular/specularColorTexture": "specularColorTexture",
  }).flatMap(([info, path]) => transforms(EXTENSIONS + info, path)),
  ...hidden("transmission/transmissionTexture", "transmission", "transmissionWeightTexture"),
  ...hidden("volume/thicknessTexture", "thickness", "geometryThicknessTexture"),
  ...hidden("volume_scatter/multiscatterColorTexture", "scatter", "transmissionScatterTexture", "subsurfaceColorTexture"),
]);

/** Why some properties of some materials cannot be animated, for messages and for the documentation. */
export const BAKED = "Babylon's loader bakes it into textures of the coat that colours a volume";
const REPLACED = "it means nothing beside KHR_materials_pbrSpecularGlossiness";

/** Chooses the rows for the materials of an asset: others for those that become an `OpenPBRMaterial`. */
export function openPbrRows({ gltf, parent }: GLTFLoader): RowChoice {
  return (row, { collection, index }) => {
    const material = collection === "materials" ? gltf.materials?.[index] : undefined;
    const isOpenPbr = material && (parent.useOpenPBR || material.extensions?.["KHR_materials_openpbr"] !== undefined);
    return isOpenPbr ? openPbrRow(row, material) : row;
  };
}

/**
 * The row of a property of a material that becomes an `OpenPBRMaterial`.
 * @param json the material in the asset; without it, the row of a material of which nothing is baked
 */
export function openPbrRow(row: PointerRow, json?: unknown): PointerRow {
  const { template } = row;
  const landing = LANDINGS.get(template);
  if (!landing) {
    return row;
  }
  const isReplaced =
    (landing.coupled !== undefined || METALLIC.has(template)) &&
    followTokens(json, ["extensions", "KHR_materials_pbrSpecularGlossiness"]) !== undefined;
  return { ...row, landing: isReplaced ? REPLACED : BAKED_PROPERTIES.get(template)?.(json) ? BAKED : landing };
}
