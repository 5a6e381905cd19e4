import type { Texture } from "@babylonjs/core/Materials/Textures/texture.js";
import type { TextureTransform } from "../../../gltf/objectModel/index.js";
import type { PointerComponents } from "../pointerRegistry.js";
import { coupledMaterials } from "./coupledProperties.js";
import { followPath, type Write } from "./setters.js";

/** The functions that write the properties of KHR_texture_transform. */
const WRITES = {
  offset: (texture: Texture, value: PointerComponents) => {
    texture.uOffset = value[0]!;
    texture.vOffset = value[1]!;
  },
  // glTF rotates the other way round
  rotation: (texture: Texture, value: PointerComponents) => void (texture.wAng = -value[0]!),
  scale: (texture: Texture, value: PointerComponents) => {
    texture.uScale = value[0]!;
    texture.vScale = value[1]!;
  },
};

/**
 * Writes a property of KHR_texture_transform, whether or not the texture is in use.
 *
 * The texture matrix is computed at once: shader defines depend on whether the matrix is the identity, and Babylon marks the materials
 * dirty when that changes.
 */
export function textureTransform({ paths, property, hidden }: TextureTransform): Write {
  const allNames = paths.map((path) => path.split("."));
  const name = hidden ?? allNames[0]!.at(-1)!;
  const visible = (material: object): unknown => {
    for (const names of allNames) {
      const texture = followPath(material, names);
      if (texture) {
        return texture;
      }
    }
    return null;
  };
  const loaded = (material: object): unknown => coupledMaterials.of(material)?.textureOf(name);
  return (material, value) => {
    const texture = (
      hidden === undefined ? (visible(material) ?? loaded(material)) : (loaded(material) ?? visible(material))
    ) as Texture | null;
    if (texture) {
      texture.uRotationCenter = 0; // glTF rotates about the origin
      texture.vRotationCenter = 0;
      WRITES[property](texture, value);
      texture.getTextureMatrix();
    }
  };
}
