import type { Texture } from "@babylonjs/core/Materials/Textures/texture.js";
import type { PointerComponents, PointerLanding } from "./pointerRow.js";

/** How the properties of KHR_texture_transform are written: glTF turns the other way round. */
const WRITES = {
  offset: (texture: Texture, value: PointerComponents) => {
    texture.uOffset = value[0]!;
    texture.vOffset = value[1]!;
  },
  rotation: (texture: Texture, value: PointerComponents) => void (texture.wAng = -value[0]!),
  scale: (texture: Texture, value: PointerComponents) => {
    texture.uScale = value[0]!;
    texture.vScale = value[1]!;
  },
};

const PROPERTIES = { offset: "uOffset, vOffset", rotation: "wAng", scale: "uScale, vScale" };

export type TextureProperty = keyof typeof WRITES;

/** Finds a texture of a material, whether or not it is in use. */
export type FindTexture = (material: object) => unknown;

/**
 * Where a property of KHR_texture_transform lands.
 *
 * The matrix is computed at once: shader defines depend on whether it is the identity, and Babylon marks the materials dirty where
 * that changes.
 * @param at the path of the texture in the material, for people to read
 */
export function textureTransform(at: string, property: TextureProperty, find: FindTexture): PointerLanding {
  return {
    owner: "material",
    at: `${at}: ${PROPERTIES[property]}`,
    write: (material, value) => {
      const texture = find(material) as Texture | null;
      if (texture) {
        texture.uRotationCenter = 0; // glTF turns about the origin
        texture.vRotationCenter = 0;
        WRITES[property](texture, value);
        texture.getTextureMatrix();
      }
    },
  };
}
