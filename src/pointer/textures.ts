import type { Texture } from "@babylonjs/core/Materials/Textures/texture.js";
import { followPath, type Write } from "./landing.js";
import type { Components, PointerLanding } from "./row.js";
import { hiddenTexture } from "./subSurface.js";

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

/**
 * A property of KHR_texture_transform, on the texture that a material has at a path, or would have if it were seen.
 *
 * The matrix is computed at once: whether it is the identity decides on shader defines, and Babylon marks the materials dirty where
 * that changes.
 */
export function placeTexture(path: string, part: keyof typeof WRITES, where: (write: Write) => Write): PointerLanding {
  const names = path.split(".");
  return {
    owner: "material",
    at: `${path}: ${PROPERTIES[part]}`,
    write: where((material, value) => {
      const texture = (followPath(material, names) ?? hiddenTexture(material, names.at(-1)!)) as Texture | null;
      if (texture) {
        texture.uRotationCenter = 0;
        texture.vRotationCenter = 0;
        WRITES[part](texture, value);
        texture.getTextureMatrix();
      }
    }),
  };
}
