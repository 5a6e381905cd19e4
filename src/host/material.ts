import type { RenderTargetTexture } from "@babylonjs/core/Materials/Textures/renderTargetTexture.js";
import type { MultiMaterial } from "@babylonjs/core/Materials/multiMaterial.js";
import type { Material } from "@babylonjs/core/Materials/material.js";
import type { Nullable } from "@babylonjs/core/types.js";

interface MaterialInternals {
  _blockDirtyMechanism: boolean;
}

/**
 * Writes to a material what is no more than a uniform of its shader, without having Babylon look for another shader.
 * The public `blockDirtyMechanism` marks the material when it is unset.
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
 * Has Babylon's transmission helper, where there is one, sort the meshes of a material anew into opaque and transparent ones, and set or
 * take away the picture of what is behind it.
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
    // the helper only ever sets it
    Reflect.set(holder, name, null);
  }
  for (const mesh of scene.meshes) {
    if (mesh.material === material || (mesh.material as Partial<MultiMaterial> | null)?.subMaterials?.includes(material)) {
      mesh.onMaterialChangedObservable.notifyObservers(mesh);
    }
  }
}
