/** Where properties of materials land in Babylon's `OpenPBRMaterial`. Imported with the first file that has such materials. */
import type { Material } from "@babylonjs/core/Materials/material.js";
import type { GLTFLoader } from "@babylonjs/loaders/glTF/2.0/index.js";
import type { TrackedLayers } from "./coupled.js";
import { followPath, number, toNumber, toParts, whereLit, type Conversion, type Write } from "./landing.js";
import { followTokens } from "./jsonPointer.js";
import { isBaked, keepShader, OpenPbrLayers, type HiddenTexture, type LayerName, type OpenPbr } from "./openPbrLayers.js";
import type { RowChoice } from "./resolve.js";
import type { PointerLanding, PointerRow } from "./row.js";
import { placeTexture } from "./textures.js";

/** What is written to a material; Babylon looks for another shader only where it is another one. */
const write = (at: string, ...writes: Write[]): PointerLanding => ({
  owner: "material",
  at,
  write: (object, value) => keepShader(object as OpenPbr, () => writes.forEach((each) => each(object, value))),
});

const toProperty = (path: string, convert?: Conversion): PointerLanding => write(path, toNumber(path, convert));
const toColour = (path: string): PointerLanding => write(path, toParts(path));

/** Films are measured in micrometres, and in nanometres by glTF. */
const micrometres: Conversion = (value) => value[0]! / 1000;

const toLayer =
  (name: LayerName): Write =>
  (object, value) => {
    const layers = OpenPbrLayers.Of(object);
    layers?.set(name, value);
    layers?.apply(object as OpenPbr);
  };

/** What depends on other layers of the material, and decides on them. */
const layer = (name: LayerName, at: string, to = toLayer(name)): PointerLanding => ({
  owner: "material",
  at,
  write: to,
  copy: (material, copyOf) => OpenPbrLayers.Copy(material, copyOf(material)),
});

const baseColor = toLayer("baseColorFactor");
const opacity = toNumber("geometryOpacity", (value) => value[3]!);

/** By template, after the index of the material; each in the order of the table. What is not here lands as it does on other materials. */
const LANDINGS: Readonly<Record<string, PointerLanding>> = {
  emissiveFactor: write("emissionColor", whereLit(toParts("emissionColor"))),
  "normalTexture/scale": number("material", "geometryNormalTexture.level"),
  "occlusionTexture/strength": number("material", "ambientOcclusionTexture.level"),
  "pbrMetallicRoughness/baseColorFactor": layer(
    "baseColorFactor",
    "baseColor, geometryOpacity; under transmission transmissionColor, or coatColor",
    (object, value) => {
      keepShader(object as OpenPbr, () => opacity(object, value));
      baseColor(object, value);
    },
  ),
  "pbrMetallicRoughness/metallicFactor": write("baseMetalness", whereLit(toNumber("baseMetalness"))),
  "pbrMetallicRoughness/roughnessFactor": layer(
    "roughnessFactor",
    "specularRoughness; on a coloured volume coatRoughness",
    whereLit(toLayer("roughnessFactor")),
  ),
};

const EXTENSION_LANDINGS: Readonly<Record<string, PointerLanding>> = {
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
};

const TEXTURES: Readonly<Record<string, string>> = {
  normalTexture: "geometryNormalTexture",
  occlusionTexture: "ambientOcclusionTexture",
  emissiveTexture: "emissionColorTexture",
  "pbrMetallicRoughness/baseColorTexture": "baseColorTexture",
  "pbrMetallicRoughness/metallicRoughnessTexture": "baseMetalnessTexture",
};

const EXTENSION_TEXTURES: Readonly<Record<string, string>> = {
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
};

/** Textures that are seen only where other layers are. */
const HIDDEN_TEXTURES: Readonly<Record<string, readonly [HiddenTexture, ...paths: string[]]>> = {
  "transmission/transmissionTexture": ["transmission", "transmissionWeightTexture"],
  "volume/thicknessTexture": ["thickness", "geometryThicknessTexture"],
  "volume_scatter/multiscatterColorTexture": ["scatter", "transmissionScatterTexture", "subsurfaceColorTexture"],
};

const MATERIALS = "/materials/{}/";
const EXTENSIONS = `${MATERIALS}extensions/KHR_materials_`;
const PARTS = { offset: "Offset", rotation: "rotation", scale: "Scale" } as const;

const landings = new Map<string, PointerLanding>();

for (const [prefix, all] of [
  [MATERIALS, LANDINGS],
  [EXTENSIONS, EXTENSION_LANDINGS],
] as const) {
  Object.entries(all).forEach(([name, landing]) => landings.set(`${prefix}${name}`, landing));
}

function addTexture(template: string, at: string, find: (material: object) => unknown): void {
  for (const [name, part] of Object.entries(PARTS)) {
    landings.set(`${template}/extensions/KHR_texture_transform/${name}`, placeTexture(at, part, find));
  }
}

for (const [prefix, all] of [
  [MATERIALS, TEXTURES],
  [EXTENSIONS, EXTENSION_TEXTURES],
] as const) {
  Object.entries(all).forEach(([info, path]) => addTexture(`${prefix}${info}`, path, (material) => followPath(material, [path])));
}

for (const [info, [name, ...paths]] of Object.entries(HIDDEN_TEXTURES)) {
  const seen = (material: object): unknown => paths.map((path) => followPath(material, [path])).find((texture) => texture);
  addTexture(EXTENSIONS + info, paths.join(", "), (material) => OpenPbrLayers.Of(material)?.textureOf(name) ?? seen(material));
}

/** Why some properties of some materials cannot be animated, for messages and for the documentation. */
export const BAKED = "Babylon's loader bakes it into textures of the coat that colours a volume";
const REPLACED = "it means nothing beside KHR_materials_pbrSpecularGlossiness";

/** Whether a property depends on other layers of a material, or decides on them. */
function isOfLayers(template: string): boolean {
  return landings.get(template)?.copy !== undefined;
}

/**
 * Keeps what a material states from now on.
 * @param json the material in the asset
 * @param animated the templates of the properties that are animated
 * @returns null where nothing that is coupled is animated, for a material that is tracked already, and for one that is not an `OpenPBRMaterial`
 */
export function trackLayers(material: Material, json: object, animated: ReadonlySet<string>): TrackedLayers | null {
  const isNew = material.getClassName() === "OpenPBRMaterial" && !OpenPbrLayers.Of(material);
  return isNew && [...animated].some(isOfLayers) ? OpenPbrLayers.Track(material, json) : null;
}

/** Chooses the rows for the materials of an asset: of those that become an `OpenPBRMaterial` other ones. */
export function openPbrRows({ gltf, parent }: GLTFLoader): RowChoice {
  return (row, [index]) => {
    const material = gltf.materials?.[index!];
    const isOpenPbr = parent.useOpenPBR || material?.extensions?.["KHR_materials_openpbr"] !== undefined;
    return isOpenPbr && row.template.startsWith(MATERIALS) ? openPbrRow(row, material) : row;
  };
}

/**
 * The row of a property of a material that becomes an `OpenPBRMaterial`.
 * @param json the material in the asset; without it, the row is that of materials of which nothing is baked
 */
export function openPbrRow(row: PointerRow, json?: unknown): PointerRow {
  const property = row.template.slice(MATERIALS.length);
  const landing = landings.get(row.template);
  if (!landing) {
    return row;
  }
  const isReplaced = followTokens(json, ["extensions", "KHR_materials_pbrSpecularGlossiness"]) !== undefined;
  const isReplaceable = isOfLayers(row.template) || property.startsWith("pbrMetallicRoughness/");
  return { ...row, landing: isReplaced && isReplaceable ? REPLACED : isBaked(property, json) ? BAKED : landing };
}
