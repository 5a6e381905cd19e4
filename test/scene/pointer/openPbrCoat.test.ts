/** Babylon's loader makes textures for a coat where light goes through a volume with a color and a thickness, and there are textures. */
import { describe, expect, it } from "@jest/globals";
import { hasCoatTextures } from "../../../src/scene/pointer/materials/openPbrCoat.js";
import { openPbrProperty } from "../../../src/scene/pointer/materials/openPbr.js";
import { type ObjectModelProperty, PROPERTIES } from "../../../src/gltf/objectModel/index.js";

const TEXTURE = { index: 0 };
const TRANSMISSION = { KHR_materials_transmission: { transmissionFactor: 1 } };
const DIFFUSE = { KHR_materials_diffuse_transmission: { diffuseTransmissionFactor: 1 } };
const volume = (members: object): object => ({ KHR_materials_volume: members });
const THICK = { thicknessFactor: 0.5 };
const COLORED = { ...THICK, attenuationDistance: 2 };
const textured = (extensions: object): object => ({ normalTexture: TEXTURE, extensions });

const CASES: readonly (readonly [comment: string, material: object, hasTextures: boolean])[] = [
  ["transmission in a colored volume", textured({ ...TRANSMISSION, ...volume(COLORED) }), true],
  ["diffuse transmission in a volume", textured({ ...DIFFUSE, ...volume(THICK) }), true],
  ["both", textured({ ...TRANSMISSION, ...DIFFUSE, ...volume(COLORED) }), true],
  ["a texture of an extension", { extensions: { ...DIFFUSE, ...volume(THICK), KHR_materials_clearcoat: { clearcoatTexture: TEXTURE } } }, true],
  ["no textures", { extensions: { ...TRANSMISSION, ...volume(COLORED) } }, false],
  ["textures that have nothing to do with it", { emissiveTexture: TEXTURE, extensions: { ...DIFFUSE, ...volume(THICK) } }, false],
  ["a volume without color", textured({ ...TRANSMISSION, ...volume(THICK) }), false],
  ["no transmission", textured(volume(COLORED)), false],
  ["no volume", textured({ ...TRANSMISSION, ...DIFFUSE }), false],
  ["a volume without thickness", textured({ ...DIFFUSE, ...volume({}) }), false],
  ["a volume of thickness 0", textured({ ...DIFFUSE, ...volume({ thicknessFactor: 0 }) }), false],
]; // oxfmt-ignore

describe("a coat has textures of its own:", () => {
  it.each(CASES)("%s", (_, material, hasTextures) => expect(hasCoatTextures(material)).toBe(hasTextures));
});

describe("an attenuation distance that is not stated cannot be animated where it would give the coat textures:", () => {
  const property = PROPERTIES.find(({ pointer }) => pointer.endsWith("/attenuationDistance"))!;
  const isRefused = (material: object): boolean => typeof openPbrProperty(property, material).babylon === "string";

  it.each<readonly [comment: string, material: object, isBaked: boolean]>([
    ["transmission", textured({ ...TRANSMISSION, ...volume(THICK) }), true],
    ["stated", textured({ ...TRANSMISSION, ...volume(COLORED) }), false],
    ["no transmission", textured({ ...DIFFUSE, ...volume(THICK) }), false],
    ["no textures", { extensions: { ...TRANSMISSION, ...volume(THICK) } }, false],
  ])("%s", (_, material, isBaked) => expect(isRefused(material)).toBe(isBaked));
});

describe("beside KHR_materials_pbrSpecularGlossiness are refused", () => {
  const replaced = { extensions: { KHR_materials_pbrSpecularGlossiness: {} } };
  const propertyWith = (end: string): ObjectModelProperty =>
    openPbrProperty(
      PROPERTIES.find(({ pointer }) => pointer.endsWith(end))!,
      replaced,
    );

  it.each(["/metallicFactor", "/baseColorFactor", "baseColorTexture/extensions/KHR_texture_transform/scale", "/ior", "/clearcoatFactor"])(
    "%s",
    (end) => expect(propertyWith(end).babylon).toBe("it means nothing beside KHR_materials_pbrSpecularGlossiness"),
  );

  it.each(["/emissiveFactor", "/emissiveStrength", "/specularFactor"])("not %s", (end) =>
    expect(propertyWith(end).babylon).toMatchObject({ target: "material" }),
  );
});
