/** The properties of the glTF Asset Object Model that an animation can change, and the equivalent Babylon properties. */
import type { BabylonTarget, ObjectModelProperty } from "./property.js";
import { by, coupled, inWords, number, numbers, transform, whole } from "./targets.js";

type Details = Omit<ObjectModelProperty, "pointer" | "babylon">;

const UNIT = { min: 0, max: 1 };

const factor = (byDefault: number): Details => ({ type: "float", ...UNIT, default: byDefault });
const unitColor = (byDefault: number): Details => ({ type: "float3", ...UNIT, default: [byDefault, byDefault, byDefault] });
const positive = (byDefault: number): Details => ({ type: "float", min: 0, default: byDefault });
const ABOVE_0: Details = { type: "float", exclusiveMin: 0 };
const SCALE: Details = { type: "float", default: 1 };
const ANGLE: Details = { type: "float", default: 0 };
const ROTATION: Details = { type: "quat", min: -1, max: 1, default: [0, 0, 0, 1] };
const MATRIX: Details = { type: "float4x4", default: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1] };
const BOOL: Details = { type: "bool", default: true };

/** The properties under a common prefix. */
const under = (prefix: string, ...entries: [name: string, details: Details, babylon: BabylonTarget | string][]): ObjectModelProperty[] =>
  entries.map(([name, details, babylon]) => ({ pointer: prefix + name, ...details, babylon }));

const bothSides = (low: string, high: string): BabylonTarget =>
  numbers("camera", { path: low, component: 0, factor: -1 }, { path: high, component: 0 });

/** The properties of KHR_texture_transform on a texture of a material. A null path means that Babylon does not load the texture. */
function texture(info: string, path: string | null, only?: "metallic"): ObjectModelProperty[] {
  const at = (property: "offset" | "rotation" | "scale"): BabylonTarget | string =>
    path === null ? "Babylon does not load this texture" : { ...transform([path], property), ...(only && { only }) };
  return under(
    `/materials/{}/${info}/extensions/KHR_texture_transform/`,
    ["offset", { type: "float2", default: [0, 0] }, at("offset")],
    ["rotation", ANGLE, at("rotation")],
    ["scale", { type: "float2", default: [1, 1] }, at("scale")],
  );
}

/**
 * The reason why volume scattering cannot be animated: Babylon's loader derives only how far light travels, from the absorption; the color
 * reaches a property that is not drawn.
 */
const SCATTER = "Babylon's PBRMaterial does not draw it";
const UNIFIED_SCATTER = "Babylon's loader does not load it (9.28), or only mixes it into other properties (9.35)";
const ADOBE = "Babylon does not load the ADOBE_materials extensions";
const WEIGHTS = inWords("mesh", "morphTargetManager.getTarget(i).influence", { setter: "weights" });

export const PROPERTIES: readonly ObjectModelProperty[] = [
  ...under(
    "/cameras/{}/",
    ["orthographic/xmag", { type: "float" }, bothSides("orthoLeft", "orthoRight")],
    ["orthographic/ymag", { type: "float" }, bothSides("orthoBottom", "orthoTop")],
    ["orthographic/zfar", ABOVE_0, number("camera", "maxZ")],
    ["orthographic/znear", { type: "float", min: 0 }, number("camera", "minZ")],
    ["perspective/aspectRatio", ABOVE_0, inWords("camera", "getProjectionMatrix()", { lazy: "aspectRatio" })],
    ["perspective/yfov", ABOVE_0, number("camera", "fov")],
    ["perspective/zfar", ABOVE_0, number("camera", "maxZ")],
    ["perspective/znear", ABOVE_0, number("camera", "minZ")],
  ),
  ...under(
    "/materials/{}/",
    ["alphaCutoff", positive(0.5), by("alphaCutOff", number("material", "alphaCutOff"))],
    ["emissiveFactor", unitColor(0), by("emissiveColor", whole("material", "emissiveColor"))],
    ["normalTexture/scale", SCALE, by("normalScale", number("material", "bumpTexture.level"))],
    ["occlusionTexture/strength", factor(1), by("occlusionStrength", number("material", "ambientTextureStrength"))],
    [
      "pbrMetallicRoughness/baseColorFactor",
      { type: "float4", ...UNIT, default: [1, 1, 1, 1] },
      by("baseColor", numbers("material", { path: "albedoColor" }, { path: "alpha", component: 3 })),
    ],
    ["pbrMetallicRoughness/metallicFactor", factor(1), by("metallic", number("material", "metallic"))],
    ["pbrMetallicRoughness/roughnessFactor", factor(1), by("roughness", number("material", "roughness"))],
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
      coupled("diffuseTransmissionFactor", "subSurface.isTranslucencyEnabled, translucencyIntensity", {
        path: "subSurface.translucencyIntensity",
        component: 0,
      }),
    ],
    [
      "diffuse_transmission/diffuseTransmissionColorFactor",
      unitColor(1),
      coupled("diffuseTransmissionColorFactor", "subSurface.tintColor"),
    ],
    ["dispersion/dispersion", positive(0), coupled("dispersion", "subSurface.isDispersionEnabled, dispersion")],
    ["emissive_strength/emissiveStrength", positive(1), number("material", "emissiveIntensity")],
    [
      "ior/ior",
      { type: "float", min: 1, default: 1.5, fixedAt: 0 },
      coupled("ior", "indexOfRefraction, subSurface.volumeIndexOfRefraction", { path: "indexOfRefraction", component: 0 }),
    ],
    [
      "iridescence/iridescenceFactor",
      factor(0),
      numbers("material", { path: "iridescence.isEnabled", isSwitch: true }, { path: "iridescence.intensity", component: 0 }),
    ],
    ["iridescence/iridescenceIor", { type: "float", min: 1, default: 1.3 }, number("material", "iridescence.indexOfRefraction")],
    ["iridescence/iridescenceThicknessMinimum", positive(100), number("material", "iridescence.minimumThickness")],
    ["iridescence/iridescenceThicknessMaximum", positive(400), number("material", "iridescence.maximumThickness")],
    ["sheen/sheenColorFactor", unitColor(0), whole("material", "sheen.color")],
    ["sheen/sheenRoughnessFactor", factor(0), number("material", "sheen.roughness")],
    ["specular/specularFactor", factor(1), number("material", "metallicF0Factor")],
    ["specular/specularColorFactor", { type: "float3", min: 0, default: [1, 1, 1] }, whole("material", "metallicReflectanceColor")],
    [
      "transmission/transmissionFactor",
      factor(0),
      coupled("transmissionFactor", "subSurface.isRefractionEnabled, refractionIntensity", {
        path: "subSurface.refractionIntensity",
        component: 0,
      }),
    ],
    [
      "volume/thicknessFactor",
      positive(0),
      coupled("thicknessFactor", "subSurface.maximumThickness", { path: "subSurface.maximumThickness", component: 0 }),
    ],
    [
      "volume/attenuationDistance",
      { ...ABOVE_0, fallback: Number.MAX_VALUE },
      coupled("attenuationDistance", "subSurface.tintColorAtDistance, or diffusionDistance", {
        path: "subSurface.tintColorAtDistance",
        component: 0,
      }),
    ],
    [
      "volume/attenuationColor",
      unitColor(1),
      coupled("attenuationColor", "subSurface.tintColor, or diffusionDistance", { path: "subSurface.tintColor" }),
    ],
    ["scatter/scatterStrengthFactor", factor(0), UNIFIED_SCATTER],
    ["scatter/multiscatterColorFactor", unitColor(1), UNIFIED_SCATTER],
    ["scatter/scatterAnisotropy", { type: "float", exclusiveMin: -1, exclusiveMax: 1, default: 0 }, UNIFIED_SCATTER],
    ["volume_scatter/multiscatterColorFactor", unitColor(0), SCATTER],
    ["volume_scatter/scatterAnisotropy", { type: "float", exclusiveMin: -1, exclusiveMax: 1, default: 0 }, SCATTER],
  ),
  ...under(
    "/materials/{}/extensions/ADOBE_materials_clearcoat_",
    ["specular/clearcoatIor", positive(1.5), ADOBE],
    ["specular/clearcoatSpecularFactor", factor(1), ADOBE],
    ["tint/clearcoatTintFactor", unitColor(1), ADOBE],
  ),
  ...texture("normalTexture", "bumpTexture"),
  ...texture("occlusionTexture", "ambientTexture"),
  ...texture("emissiveTexture", "emissiveTexture"),
  ...texture("pbrMetallicRoughness/baseColorTexture", "albedoTexture", "metallic"),
  ...texture("pbrMetallicRoughness/metallicRoughnessTexture", "metallicTexture", "metallic"),
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
    "scatter/scatterStrengthTexture": null,
    "scatter/multiscatterColorTexture": null,
    "volume_scatter/multiscatterColorTexture": null,
  }).flatMap(([info, path]) => texture(`extensions/KHR_materials_${info}`, path)),
  ...texture("extensions/ADOBE_materials_clearcoat_specular/clearcoatSpecularTexture", null),
  ...texture("extensions/ADOBE_materials_clearcoat_tint/clearcoatTintTexture", null),
  ...under(
    "/extensions/KHR_lights_punctual/lights/{}/",
    ["color", unitColor(1), by("lightColor", whole("light", "diffuse"))],
    ["intensity", positive(1), by("lightIntensity", number("light", "intensity"))],
    ["range", ABOVE_0, number("light", "range")],
    ["spot/innerConeAngle", { type: "float", min: 0, exclusiveMax: Math.PI / 2, default: 0 }, number("light", "innerAngle", 2)],
    ["spot/outerConeAngle", { type: "float", exclusiveMin: 0, max: Math.PI / 2, default: Math.PI / 4 }, number("light", "angle", 2)],
  ),
  ...under(
    "/nodes/{}/",
    ["translation", { type: "float3", default: [0, 0, 0] }, whole("node", "position")],
    ["rotation", ROTATION, whole("node", "rotationQuaternion")],
    ["scale", { type: "float3", default: [1, 1, 1] }, by("scale", whole("node", "scaling"))],
    ["matrix", MATRIX, inWords("node", "position, rotationQuaternion, scaling", { setter: "matrix" })],
    ["weights", { type: "float[]", default: [0, 0, 0] }, WEIGHTS],
    ["extensions/KHR_node_visibility/visible", BOOL, inWords("mesh", "isVisible", { setter: "visible" })],
    ["extensions/KHR_node_selectability/selectable", BOOL, inWords("node", "isPickable", { lazy: "selectable" })],
    ["extensions/KHR_node_hoverability/hoverable", BOOL, inWords("node", "scene.pointerMovePredicate", { lazy: "hoverable" })],
    ["extensions/EXT_lights_ies/multiplier", positive(1), number("light", "intensity")],
    ["extensions/EXT_lights_ies/color", unitColor(1), whole("light", "diffuse")],
  ),
  ...under("/meshes/{}/", ["weights", { type: "float[]" }, WEIGHTS]),
  ...under(
    "/extensions/EXT_lights_image_based/lights/{}/",
    ["rotation", ROTATION, inWords("environment", "getReflectionTextureMatrix()", { lazy: "environmentRotation" })],
    ["intensity", positive(1), inWords("environment", "level, sphericalPolynomial", { lazy: "environmentIntensity" })],
  ),
];
