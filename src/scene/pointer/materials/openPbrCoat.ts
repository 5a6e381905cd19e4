/** Properties that Babylon's loader bakes into the textures of a coat when loading an OpenPBR material with a colored volume. */
import { DIFFUSE_TRANSMISSION } from "./coupledMaterial.js";
import { followTokens } from "../../../gltf/util/index.js";

export const MATERIALS = "/materials/{}/";
const VOLUME = "extensions/KHR_materials_volume";
const ATTENUATION_DISTANCE = `${VOLUME}/attenuationDistance`;
const TRANSMISSION = "extensions/KHR_materials_transmission";
const CLEARCOAT = "extensions/KHR_materials_clearcoat/clearcoat";
const DIFFUSE = `extensions/${DIFFUSE_TRANSMISSION}`;

/** The textures that the loader combines into the coat textures of a material. */
const BAKED_TEXTURES = [
  "normalTexture",
  "pbrMetallicRoughness/baseColorTexture",
  "pbrMetallicRoughness/metallicRoughnessTexture",
  `${CLEARCOAT}Texture`,
  `${CLEARCOAT}RoughnessTexture`,
  `${CLEARCOAT}NormalTexture`,
  `${TRANSMISSION}/transmissionTexture`,
  `${DIFFUSE}/diffuseTransmissionTexture`,
  `${DIFFUSE}/diffuseTransmissionColorTexture`,
];

/** Whether a property of a material in the asset is baked. */
export type IsBaked = (json: unknown) => boolean;

const has = (json: unknown, path: string): boolean => followTokens(json, path.split("/")) !== undefined;
const hasTextures: IsBaked = (json) => BAKED_TEXTURES.some((texture) => has(json, texture));

/** Whether a coat has textures of its own if the volume has a thickness. */
const mayHaveCoatTextures: IsBaked = (json) => {
  const isColored = has(json, ATTENUATION_DISTANCE) && has(json, TRANSMISSION);
  const isTinted = has(json, VOLUME) && has(json, DIFFUSE);
  return (isColored || isTinted) && hasTextures(json);
};

/** Whether a coat has textures of its own. */
export const hasCoatTextures: IsBaked = (json) => {
  const thickness = followTokens(json, [...VOLUME.split("/"), "thicknessFactor"]);
  return mayHaveCoatTextures(json) && Number(thickness ?? 0) > 0;
};

/** Whether the attenuation distance is baked: without a stated distance, only an animation of the distance colors the volume. */
const isAttenuationBaked: IsBaked = (json) => !has(json, ATTENUATION_DISTANCE) && has(json, TRANSMISSION) && hasTextures(json);

/** The properties that can be baked, by pointer template. */
export const BAKED_PROPERTIES: ReadonlyMap<string, IsBaked> = new Map([
  [`${MATERIALS}${ATTENUATION_DISTANCE}`, isAttenuationBaked],
  [`${MATERIALS}${VOLUME}/thicknessFactor`, mayHaveCoatTextures],
  ...[
    "pbrMetallicRoughness/baseColorFactor",
    "pbrMetallicRoughness/roughnessFactor",
    `${CLEARCOAT}Factor`,
    `${CLEARCOAT}RoughnessFactor`,
    `${CLEARCOAT}NormalTexture/scale`,
    `${TRANSMISSION}/transmissionFactor`,
    `${DIFFUSE}/diffuseTransmissionFactor`,
    `${DIFFUSE}/diffuseTransmissionColorFactor`,
    ...BAKED_TEXTURES.flatMap((texture) =>
      ["offset", "rotation", "scale"].map((property) => `${texture}/extensions/KHR_texture_transform/${property}`),
    ),
  ].map((property) => [MATERIALS + property, hasCoatTextures] as const),
]);
