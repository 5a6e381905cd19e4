/**
 * The properties of glTF materials in Babylon's `OpenPBRMaterial`. Properties that are missing here have the same Babylon names as in
 * `PBRMaterial`.
 */
import type { BabylonPart, BabylonTarget, TextureProperty } from "./property.js";
import { coupled, number, transform, whole } from "./targets.js";

/** The prefix of pointers to properties of materials. */
const MATERIALS = "/materials/{}/";
const EXTENSIONS = `${MATERIALS}extensions/KHR_materials_`;

type Entry = readonly [pointer: string, babylon: BabylonTarget];

const under = (prefix: string, targets: Readonly<Record<string, BabylonTarget>>): Entry[] =>
  Object.entries(targets).map(([name, babylon]) => [prefix + name, babylon]);

const property = (path: string, factor?: number): BabylonTarget => number("material", path, factor);
const color = (path: string): BabylonTarget => whole("material", path);

/** The target of a property that depends on several layers of the material. */
const layer = (name: string, words: string, path?: string, ...more: readonly BabylonPart[]): BabylonTarget =>
  coupled(name, words, ...(path === undefined ? [] : [{ path, component: 0 }]), ...more);

const PROPERTIES: readonly TextureProperty[] = ["offset", "rotation", "scale"];

const transforms = (info: string, paths: readonly string[], options?: { hidden: string }): Entry[] =>
  PROPERTIES.map((each) => [`${info}/extensions/KHR_texture_transform/${each}`, transform(paths, each, options)]);

/** OpenPBR measures films in micrometers, glTF in nanometers. */
const MICROMETERS = 1 / 1000;

/** The targets of the properties that KHR_materials_pbrSpecularGlossiness replaces, by pointer. */
export const METALLIC: ReadonlyMap<string, BabylonTarget> = new Map([
  ...under(`${MATERIALS}pbrMetallicRoughness/`, {
    baseColorFactor: {
      ...layer(
        "baseColorFactor",
        "baseColor, geometryOpacity; under transmission transmissionColor, or coatColor",
        undefined,
        { path: "baseColor" },
        { path: "geometryOpacity", component: 3 },
      ),
      writesParts: true,
    },
    metallicFactor: { ...property("baseMetalness"), only: "lit" },
    roughnessFactor: {
      ...layer("roughnessFactor", "specularRoughness; on a colored volume coatRoughness", "specularRoughness"),
      only: "lit",
    },
  }),
  ...transforms(`${MATERIALS}pbrMetallicRoughness/baseColorTexture`, ["baseColorTexture"]),
  ...transforms(`${MATERIALS}pbrMetallicRoughness/metallicRoughnessTexture`, ["baseMetalnessTexture"]),
]);

/** The targets in `OpenPBRMaterial`, by pointer. */
export const OPEN_PBR: ReadonlyMap<string, BabylonTarget> = new Map([
  ...METALLIC,
  ...under(MATERIALS, {
    emissiveFactor: { ...color("emissionColor"), only: "lit" },
    "normalTexture/scale": property("geometryNormalTexture.level"),
    "occlusionTexture/strength": property("ambientOcclusionTexture.level"),
  }),
  ...under(EXTENSIONS, {
    "anisotropy/anisotropyStrength": property("specularRoughnessAnisotropy"),
    "anisotropy/anisotropyRotation": property("geometryTangentAngle"),
    "clearcoat/clearcoatFactor": layer("clearcoatFactor", "coatWeight; on a colored volume the rest of the coat", "coatWeight"),
    "clearcoat/clearcoatRoughnessFactor": layer("clearcoatRoughnessFactor", "coatRoughness", "coatRoughness"),
    "clearcoat/clearcoatNormalTexture/scale": property("geometryCoatNormalTexture.level"),
    "diffuse_transmission/diffuseTransmissionFactor": layer("diffuseTransmissionFactor", "subsurfaceWeight, geometryThinWalled"),
    "diffuse_transmission/diffuseTransmissionColorFactor": layer("diffuseTransmissionColorFactor", "subsurfaceColor, or coatColor"),
    "dispersion/dispersion": layer("dispersion", "transmissionDispersionScale"),
    "emissive_strength/emissiveStrength": property("emissionLuminance"),
    "ior/ior": layer("ior", "specularIor; on a colored volume coatIor", "specularIor"),
    "iridescence/iridescenceFactor": property("thinFilmWeight"),
    "iridescence/iridescenceIor": property("thinFilmIor"),
    "iridescence/iridescenceThicknessMinimum": property("thinFilmThicknessMin", MICROMETERS),
    "iridescence/iridescenceThicknessMaximum": property("thinFilmThickness", MICROMETERS),
    "sheen/sheenColorFactor": color("fuzzColor"),
    "sheen/sheenRoughnessFactor": property("fuzzRoughness"),
    "specular/specularFactor": property("specularWeight"),
    "specular/specularColorFactor": color("specularColor"),
    "transmission/transmissionFactor": layer("transmissionFactor", "transmissionWeight, geometryThinWalled", "transmissionWeight"),
    "volume/thicknessFactor": layer("thicknessFactor", "geometryThickness, geometryThinWalled"),
    "volume/attenuationDistance": layer("attenuationDistance", "transmissionDepth; scattered transmissionScatter, subsurfaceRadius"),
    "volume/attenuationColor": layer("attenuationColor", "transmissionColor; scattered transmissionScatter, subsurfaceRadius"),
    "volume_scatter/multiscatterColorFactor": layer("multiscatterColorFactor", "transmissionScatter, subsurfaceColor"),
    "volume_scatter/scatterAnisotropy": layer("scatterAnisotropy", "transmissionScatterAnisotropy, subsurfaceScatterAnisotropy"),
  }),
  ...transforms(`${MATERIALS}normalTexture`, ["geometryNormalTexture"]),
  ...transforms(`${MATERIALS}occlusionTexture`, ["ambientOcclusionTexture"]),
  ...transforms(`${MATERIALS}emissiveTexture`, ["emissionColorTexture"]),
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
  }).flatMap(([info, path]) => transforms(EXTENSIONS + info, [path])),
  ...transforms(`${EXTENSIONS}transmission/transmissionTexture`, ["transmissionWeightTexture"], { hidden: "transmission" }),
  ...transforms(`${EXTENSIONS}volume/thicknessTexture`, ["geometryThicknessTexture"], { hidden: "thickness" }),
  ...transforms(`${EXTENSIONS}volume_scatter/multiscatterColorTexture`, ["transmissionScatterTexture", "subsurfaceColorTexture"], {
    hidden: "scatter",
  }),
]);
