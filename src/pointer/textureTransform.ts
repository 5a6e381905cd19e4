import type { Texture } from "@babylonjs/core/Materials/Textures/texture.js";
import type { Components, PointerLanding } from "./pointerRow.js";

type WriteTexture = (texture: Texture, value: Components) => void;

/** The properties of KHR_texture_transform: their place in Babylon's texture, and how they are written. */
const PROPERTIES = {
  offset: [
    "uOffset, vOffset",
    (texture, value) => {
      texture.uOffset = value[0]!;
      texture.vOffset = value[1]!;
    },
  ],
  // glTF turns the other way round, and about the origin
  rotation: [
    "wAng",
    (texture, value) => {
      texture.wAng = -value[0]!;
    },
  ],
  scale: [
    "uScale, vScale",
    (texture, value) => {
      texture.uScale = value[0]!;
      texture.vScale = value[1]!;
    },
  ],
} as const satisfies Record<string, readonly [at: string, write: WriteTexture]>;

export type TextureProperty = keyof typeof PROPERTIES;

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
  const [where, write] = PROPERTIES[property];
  return {
    owner: "material",
    at: `${at}: ${where}`,
    write: (material, value) => {
      const texture = find(material) as Texture | null;
      if (texture) {
        texture.uRotationCenter = 0;
        texture.vRotationCenter = 0;
        write(texture, value);
        texture.getTextureMatrix();
      }
    },
  };
}
