import type { RenderTargetTexture } from "@babylonjs/core/Materials/Textures/renderTargetTexture.js";
import type { MultiMaterial } from "@babylonjs/core/Materials/multiMaterial.js";
import type { Material } from "@babylonjs/core/Materials/material.js";
import type { AbstractMesh } from "@babylonjs/core/Meshes/abstractMesh.js";
import type { Node } from "@babylonjs/core/node.js";
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

interface OpenPbrInternals {
  _useGeometryThicknessFromGreenChannel?: boolean;
}

/** Whether an OpenPBR material has its thickness in the green of its texture, as glTF has it. */
export function setThicknessFromGreen(material: object, value: boolean): void {
  (material as OpenPbrInternals)._useGeometryThicknessFromGreenChannel = value;
}

interface MeshInternals {
  _isPointerMovePickable?: boolean;
}

/** Whether a mesh is found under a moving pointer, apart from `isPickable`. Babylon 9.0 keeps no such setting, and does not look at it. */
export function setPointerMovePickable(mesh: AbstractMesh, value: boolean): void {
  (mesh as MeshInternals)._isPointerMovePickable = value;
}

interface NodeInternals {
  _internalMetadata?: { gltf?: { pointers?: readonly string[] } };
}

/** Whether the glTF loader made a Babylon object for a part of the asset: what a JSON pointer such as "/cameras/0" points to, or within. */
export function isMadeFor(node: Node, part: string): boolean {
  const { pointers = [] } = (node as unknown as NodeInternals)._internalMetadata?.gltf ?? {};
  return pointers.some((pointer) => pointer === part || pointer.startsWith(`${part}/`));
}

interface ImageBasedLightInternals<Texture> {
  _babylonTexture?: Texture;
}

/** The texture that an entry of EXT_lights_image_based became; undefined where no scene of the asset uses it. */
export function environmentOf<Texture>(light: object): Texture | undefined {
  return (light as ImageBasedLightInternals<Texture>)._babylonTexture;
}
