import type { AbstractMesh } from "@babylonjs/core/Meshes/abstractMesh.js";
import type { RenderTargetTexture } from "@babylonjs/core/Materials/Textures/renderTargetTexture.js";
import type { Material } from "@babylonjs/core/Materials/material.js";
import type { MultiMaterial } from "@babylonjs/core/Materials/multiMaterial.js";
import type { Nullable } from "@babylonjs/core/types.js";

interface MaterialInternals {
  _blockDirtyMechanism: boolean;
}

/**
 * Writes a value that only changes a uniform, without marking the material dirty, so that Babylon does not look for another shader.
 * The public `blockDirtyMechanism` would mark the material when it is reset.
 */
export function withoutDirtying<Value>(material: object, value: Value, write: (material: object, value: Value) => void): void {
  const internals = material as MaterialInternals;
  const blocked = internals._blockDirtyMechanism;
  internals._blockDirtyMechanism = true;
  try {
    write(material, value);
  } finally {
    internals._blockDirtyMechanism = blocked;
  }
}

interface SceneInternals {
  _transmissionHelper?: { getOpaqueTarget(): Nullable<RenderTargetTexture> };
}

/**
 * Makes Babylon's transmission helper, if the scene has one, sort the meshes of a material into opaque and transparent ones again, and set
 * or remove the material's refraction texture, the picture of the opaque meshes. Babylon draws the texture in the same frame.
 */
export function sortTransmission(material: Material): void {
  const scene = material.getScene();
  const helper = (scene as unknown as SceneInternals)._transmissionHelper;
  if (!helper) {
    return;
  }
  const holder = (material as { subSurface?: object }).subSurface ?? material;
  const name = holder === material ? "backgroundRefractionTexture" : "refractionTexture";
  if (Reflect.get(holder, name) === helper.getOpaqueTarget()) {
    // the helper sets the texture but never removes it
    Reflect.set(holder, name, null);
  }
  for (const mesh of scene.meshes) {
    if (mesh.material === material || (mesh.material as Partial<MultiMaterial> | null)?.subMaterials?.includes(material)) {
      mesh.onMaterialChangedObservable.notifyObservers(mesh);
    }
  }
  // PBRMaterial would look for textures that are to be drawn only while it is drawn itself: too late for this frame
  Object.assign(material, { _cacheHasRenderTargetTextures: true });
}

interface OpenPbrInternals {
  _useGeometryThicknessFromGreenChannel?: boolean;
}

/** Sets whether an OpenPBR material reads thickness from the green channel of its texture, as in glTF. */
export function setThicknessFromGreen(material: object, value: boolean): void {
  (material as OpenPbrInternals)._useGeometryThicknessFromGreenChannel = value;
}

interface ImageBasedLightInternals<Texture> {
  _babylonTexture?: Texture;
}

/** The texture made from an entry of EXT_lights_image_based; undefined if no scene of the asset uses the entry. */
export function environmentOf<Texture>(light: object): Texture | undefined {
  return (light as ImageBasedLightInternals<Texture>)._babylonTexture;
}

interface PickInternals {
  _isPointerMovePickable?: boolean;
}

/** Sets whether a mesh is found under a moving pointer, apart from `isPickable`. Babylon 9.0 and older lack the setting, and ignore it. */
export function setPointerMovePickable(mesh: AbstractMesh, value: boolean): void {
  (mesh as PickInternals)._isPointerMovePickable = value;
}
