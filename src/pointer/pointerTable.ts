/** The properties of the glTF Asset Object Model that an animation can change, and where they land in Babylon. */
import type { SOURCES } from "./coupledMaterial.js";
import { coupled, coupledMaterials } from "./coupledProperties.js";
import { setLightColor, setLightIntensity } from "./lightSetters.js";
import {
  isMetallic,
  setAlphaCutOff,
  setBaseColor,
  setEmissiveColor,
  setMetallic,
  setNormalScale,
  setOcclusionStrength,
  setRoughness,
} from "./materialSetters.js";
import { setMatrix, setScale, setVisible, setWeights } from "./nodeSetters.js";
import type { PointerLanding, PointerRow } from "./pointerRow.js";
import { rare } from "./rareLandings.js";
import { both, followPath, isPositive, landing, negated, number, parts, toNumber, twice } from "./setters.js";
import { type FindTexture, type TextureProperty, textureTransform } from "./textureTransform.js";

type Details = Omit<PointerRow, "template" | "landing">;

const UNIT = { min: 0, max: 1 };

const factor = (byDefault: number): Details => ({ type: "float", ...UNIT, default: byDefault });
const unitColour = (byDefault: number): Details => ({ type: "float3", ...UNIT, default: [byDefault, byDefault, byDefault] });
const positive = (byDefault: number): Details => ({ type: "float", min: 0, default: byDefault });
const ABOVE_0: Details = { type: "float", above: 0 };
const SCALE: Details = { type: "float", default: 1 };
const ANGLE: Details = { type: "float", default: 0 };
const ROTATION: Details = { type: "quat", min: -1, max: 1, default: [0, 0, 0, 1] };
const MATRIX: Details = { type: "float4x4", default: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1] };
const BOOL: Details = { type: "bool", default: true };

/** The rows under a common prefix. */
const under = (prefix: string, ...entries: [name: string, details: Details, landing: PointerLanding | string][]): PointerRow[] =>
  entries.map(([name, details, where]) => ({ template: prefix + name, ...details, landing: where }));

const bothSides = (low: string, high: string): PointerLanding =>
  landing("camera", `${low}, ${high}`, both(toNumber(low, negated), toNumber(high)));

const subSurface: (name: keyof typeof SOURCES, at: string) => PointerLanding = coupled;

/** Finds the texture at a path of a material, even if it is out of use. */
function textureAt(path: string): FindTexture {
  const names = path.split(".");
  return (material) => followPath(material, names) ?? coupledMaterials.of(material)?.textureOf(names.at(-1)!);
}

/** Finds a texture of pbrMetallicRoughness, where this counts. */
function metallicTextureAt(path: string): FindTexture {
  const find = textureAt(path);
  return (material) => (isMetallic(material) ? find(material) : null);
}

/** The rows of KHR_texture_transform on a texture of a material. Babylon does not load a texture without a path. */
function texture(info: string, path: string | null, findAt = textureAt): PointerRow[] {
  const place = (property: TextureProperty): PointerLanding | string =>
    path ? textureTransform(path, property, findAt(path)) : "Babylon does not load this texture";
  return under(
    `/materials/{}/${info}/extensions/KHR_texture_transform/`,
    ["offset", { type: "float2", default: [0, 0] }, place("offset")],
    ["rotation", ANGLE, place("rotation")],
    ["scale", { type: "float2", default: [1, 1] }, place("scale")],
  );
}

/** Babylon's loader only derives how far light travels from the absorption; the colour reaches a property that is not drawn. */
const SCATTER = "Babylon's PBRMaterial does not draw it";
const ADOBE = "Babylon does not load the ADOBE_materials extensions";
const weights = landing("mesh", "morphTargetManager.getTarget(i).influence", setWeights);

export const POINTER_ROWS: readonly PointerRow[] = [
  ...under(
    "/cameras/{}/",
    ["orthographic/xmag", { type: "float" }, bothSides("orthoLeft", "orthoRight")],
    ["orthographic/ymag", { type: "float" }, bothSides("orthoBottom", "orthoTop")],
    ["orthographic/zfar", ABOVE_0, number("camera", "maxZ")],
    ["orthographic/znear", { type: "float", min: 0 }, number("camera", "minZ")],
    ["perspective/aspectRatio", ABOVE_0, rare("camera", "getProjectionMatrix()", (setters) => setters.aspectRatio)],
    ["perspective/yfov", ABOVE_0, number("camera", "fov")],
    ["perspective/zfar", ABOVE_0, number("camera", "maxZ")],
    ["perspective/znear", ABOVE_0, number("camera", "minZ")],
  ),
  ...under(
    "/materials/{}/",
    ["alphaCutoff", positive(0.5), landing("material", "alphaCutOff", setAlphaCutOff)],
    ["emissiveFactor", unitColour(0), landing("material", "emissiveColor", setEmissiveColor)],
    ["normalTexture/scale", SCALE, landing("material", "bumpTexture.level", setNormalScale)],
    ["occlusionTexture/strength", factor(1), landing("material", "ambientTextureStrength", setOcclusionStrength)],
    [
      "pbrMetallicRoughness/baseColorFactor",
      { type: "float4", ...UNIT, default: [1, 1, 1, 1] },
      landing("material", "albedoColor, alpha", setBaseColor),
    ],
    ["pbrMetallicRoughness/metallicFactor", factor(1), landing("material", "metallic", setMetallic)],
    ["pbrMetallicRoughness/roughnessFactor", factor(1), landing("material", "roughness", setRoughness)],
  ),
  ...under(
    "/materials/{}/extensions/KHR_materials_",
    ["anisotropy/anisotropyStrength", factor(0), number("material", "anisotropy.intensity")],
    ["anisotropy/anisotropyRotation", ANGLE, number("material", "anisotropy.angle")],
    ["clearcoat/clearcoatFactor", factor(0), number("material", "clearCoat.intensity")],
    ["clearcoat/clearcoatRoughnessFactor", factor(0), number("material", "clearCoat.roughness")],
    ["clearcoat/clearcoatNormalTexture/scale", SCALE, number("material", "clearCoat.bumpTexture.level")],
    [
      "diffuse_transmission/diffuseTransmissionFactor",
      factor(0),
      subSurface("diffuseTransmissionFactor", "subSurface.isTranslucencyEnabled, translucencyIntensity"),
    ],
    [
      "diffuse_transmission/diffuseTransmissionColorFactor",
      unitColour(1),
      subSurface("diffuseTransmissionColorFactor", "subSurface.tintColor"),
    ],
    ["dispersion/dispersion", positive(0), subSurface("dispersion", "subSurface.isDispersionEnabled, dispersion")],
    ["emissive_strength/emissiveStrength", positive(1), number("material", "emissiveIntensity")],
    [
      "ior/ior",
      { type: "float", min: 1, default: 1.5, fixedAt: 0 },
      subSurface("ior", "indexOfRefraction, subSurface.volumeIndexOfRefraction"),
    ],
    [
      "iridescence/iridescenceFactor",
      factor(0),
      landing(
        "material",
        "iridescence.isEnabled, iridescence.intensity",
        both(toNumber("iridescence.isEnabled", isPositive), toNumber("iridescence.intensity")),
      ),
    ],
    ["iridescence/iridescenceIor", { type: "float", min: 1, default: 1.3 }, number("material", "iridescence.indexOfRefraction")],
    ["iridescence/iridescenceThicknessMinimum", positive(100), number("material", "iridescence.minimumThickness")],
    ["iridescence/iridescenceThicknessMaximum", positive(400), number("material", "iridescence.maximumThickness")],
    ["sheen/sheenColorFactor", unitColour(0), parts("material", "sheen.color")],
    ["sheen/sheenRoughnessFactor", factor(0), number("material", "sheen.roughness")],
    ["specular/specularFactor", factor(1), number("material", "metallicF0Factor")],
    ["specular/specularColorFactor", { type: "float3", min: 0, default: [1, 1, 1] }, parts("material", "metallicReflectanceColor")],
    ["transmission/transmissionFactor", factor(0), subSurface("transmissionFactor", "subSurface.isRefractionEnabled, refractionIntensity")],
    ["volume/thicknessFactor", positive(0), subSurface("thicknessFactor", "subSurface.maximumThickness")],
    [
      "volume/attenuationDistance",
      { ...ABOVE_0, unstated: Number.MAX_VALUE },
      subSurface("attenuationDistance", "subSurface.tintColorAtDistance, or diffusionDistance"),
    ],
    ["volume/attenuationColor", unitColour(1), subSurface("attenuationColor", "subSurface.tintColor, or diffusionDistance")],
    ["volume_scatter/multiscatterColorFactor", unitColour(0), SCATTER],
    ["volume_scatter/scatterAnisotropy", { type: "float", above: -1, below: 1, default: 0 }, SCATTER],
  ),
  ...under(
    "/materials/{}/extensions/ADOBE_materials_clearcoat_",
    ["specular/clearcoatIor", positive(1.5), ADOBE],
    ["specular/clearcoatSpecularFactor", factor(1), ADOBE],
    ["tint/clearcoatTintFactor", unitColour(1), ADOBE],
  ),
  ...texture("normalTexture", "bumpTexture"),
  ...texture("occlusionTexture", "ambientTexture"),
  ...texture("emissiveTexture", "emissiveTexture"),
  ...texture("pbrMetallicRoughness/baseColorTexture", "albedoTexture", metallicTextureAt),
  ...texture("pbrMetallicRoughness/metallicRoughnessTexture", "metallicTexture", metallicTextureAt),
  ...Object.entries({
    "anisotropy/anisotropyTexture": "anisotropy.texture",
    "clearcoat/clearcoatTexture": "clearCoat.texture",
    "clearcoat/clearcoatRoughnessTexture": "clearCoat.textureRoughness",
    "clearcoat/clearcoatNormalTexture": "clearCoat.bumpTexture",
    "diffuse_transmission/diffuseTransmissionTexture": "subSurface.translucencyIntensityTexture",
    "diffuse_transmission/diffuseTransmissionColorTexture": "subSurface.translucencyColorTexture",
    "iridescence/iridescenceTexture": "iridescence.texture",
    "iridescence/iridescenceThicknessTexture": "iridescence.thicknessTexture",
    "sheen/sheenColorTexture": "sheen.texture",
    "sheen/sheenRoughnessTexture": "sheen.textureRoughness",
    "specular/specularTexture": "metallicReflectanceTexture",
    "specular/specularColorTexture": "reflectanceTexture",
    "transmission/transmissionTexture": "subSurface.refractionIntensityTexture",
    "volume/thicknessTexture": "subSurface.thicknessTexture",
    "volume_scatter/multiscatterColorTexture": null,
  }).flatMap(([info, path]) => texture(`extensions/KHR_materials_${info}`, path)),
  ...texture("extensions/ADOBE_materials_clearcoat_specular/clearcoatSpecularTexture", null),
  ...texture("extensions/ADOBE_materials_clearcoat_tint/clearcoatTintTexture", null),
  ...under(
    "/extensions/KHR_lights_punctual/lights/{}/",
    ["color", unitColour(1), landing("light", "diffuse", setLightColor)],
    ["intensity", positive(1), landing("light", "intensity", setLightIntensity)],
    ["range", ABOVE_0, number("light", "range")],
    ["spot/innerConeAngle", { type: "float", min: 0, below: Math.PI / 2, default: 0 }, number("light", "innerAngle", twice)],
    ["spot/outerConeAngle", { type: "float", above: 0, max: Math.PI / 2, default: Math.PI / 4 }, number("light", "angle", twice)],
  ),
  ...under(
    "/nodes/{}/",
    ["translation", { type: "float3", default: [0, 0, 0] }, parts("node", "position")],
    ["rotation", ROTATION, parts("node", "rotationQuaternion")],
    ["scale", { type: "float3", default: [1, 1, 1] }, landing("node", "scaling", setScale)],
    ["matrix", MATRIX, landing("node", "position, rotationQuaternion, scaling", setMatrix)],
    ["weights", { type: "float[]", default: [0, 0, 0] }, weights],
    ["extensions/KHR_node_visibility/visible", BOOL, { owner: "mesh", at: "isVisible", write: setVisible }],
    ["extensions/KHR_node_selectability/selectable", BOOL, rare("node", "isPickable", (setters) => setters.selectable)],
    ["extensions/KHR_node_hoverability/hoverable", BOOL, rare("node", "scene.pointerMovePredicate", (setters) => setters.hoverable)],
    ["extensions/EXT_lights_ies/multiplier", positive(1), number("light", "intensity")],
    ["extensions/EXT_lights_ies/color", unitColour(1), parts("light", "diffuse")],
  ),
  ...under("/meshes/{}/", ["weights", { type: "float[]" }, weights]),
  ...under(
    "/extensions/EXT_lights_image_based/lights/{}/",
    ["rotation", ROTATION, rare("environment", "getReflectionTextureMatrix()", (setters) => setters.environmentRotation)],
    ["intensity", positive(1), rare("environment", "level, sphericalPolynomial", (setters) => setters.environmentIntensity)],
  ),
];
