import type { Texture } from "@babylonjs/core/Materials/Textures/texture.js";
import type { Components, PointerLanding } from "./row.js";

const WRITES = {
  Offset: (texture: Texture, value: Components) => {
    texture.uOffset = value[0]!;
    texture.vOffset = value[1]!;
  },
  // glTF turns the other way round, and about the origin
  rotation: (texture: Texture, value: Components) => {
    texture.wAng = -value[0]!;
  },
  Scale: (texture: Texture, value: Components) => {
    texture.uScale = value[0]!;
    texture.vScale = value[1]!;
  },
};

const PROPERTIES = { Offset: "uOffset, vOffset", rotation: "wAng", Scale: "uScale, vScale" };

export type TexturePart = keyof typeof WRITES;

/** Finds a texture of a material, whether or not it is seen. */
export type FindTexture = (material: object) => unknown;

/**
 * A property of KHR_texture_transform, on the texture that is found at a path.
 *
 * The matrix is computed at once: whether it is the identity decides on shader defines, and Babylon marks the materials dirty where
 * that changes.
 */
export function placeTexture(at: string, part: TexturePart, find: FindTexture): PointerLanding {
  return {
    owner: "material",
    at: `${at}: ${PROPERTIES[part]}`,
    write: (material, value) => {
      const texture = find(material) as Texture | null;
      if (texture) {
        texture.uRotationCenter = 0;
        texture.vRotationCenter = 0;
        WRITES[part](texture, value);
        texture.getTextureMatrix();
      }
    },
  };
}
