/** Maps objects of an asset to the Babylon objects that the loader made of them. */
import type { Material } from "@babylonjs/core/Materials/material.js";
import type { AbstractMesh } from "@babylonjs/core/Meshes/abstractMesh.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Node } from "@babylonjs/core/node.js";
import type { GLTFLoader, IMaterial, INode } from "@babylonjs/loaders/glTF/2.0/index.js";

/** The Babylon node with the transform, children, camera and light of a glTF node; undefined if the node is not loaded. */
export function transformNodeOf(node: INode | undefined): TransformNode | undefined {
  return node?._babylonTransformNodeForSkin ?? node?._babylonTransformNode;
}

/** The Babylon node that is the mesh of a glTF node, or the parent of its meshes. For a skinned mesh it is a second node with another parent. */
export function meshNodeOf(node: INode | undefined): TransformNode | undefined {
  return node?._babylonTransformNode;
}

/** Whether the loader loads channels for the transform of a node. It always does for joints, whatever `loadNodeAnimations` says. */
export function hasTransformChannels({ parent }: GLTFLoader, node: INode): boolean {
  return parent.loadNodeAnimations || node._isJoint === true;
}

/** Whether the loader loads morph targets for a node. */
export function hasMorphTargets(node: INode): boolean {
  return (node._numMorphTargets ?? 0) > 0;
}

/** The Babylon meshes of the primitives of a glTF node's mesh. */
export function primitivesOf(node: INode | undefined): readonly AbstractMesh[] {
  return node?._primitiveBabylonMeshes ?? [];
}

/** The Babylon materials of a glTF material, one for each draw mode that uses it. */
export function materialsOf(material: IMaterial | undefined): readonly Material[] {
  return Object.values(material?._data ?? {}).map(({ babylonMaterial }) => babylonMaterial);
}

interface NodeInternals {
  _internalMetadata?: { gltf?: { pointers?: readonly string[] } };
}

/**
 * Whether the glTF loader made a Babylon object for a part of the asset.
 * @param part JSON pointer, for example `/cameras/0`; parts within it count
 */
export function isMadeFor(node: Node, part: string): boolean {
  const { pointers = [] } = (node as unknown as NodeInternals)._internalMetadata?.gltf ?? {};
  return pointers.some((pointer) => pointer === part || pointer.startsWith(`${part}/`));
}

interface ImageBasedLightInternals<Texture> {
  _babylonTexture?: Texture;
}

/** The environment texture of an entry of EXT_lights_image_based; undefined if no scene of the asset uses it. */
export function environmentOf<Texture>(light: object): Texture | undefined {
  return (light as ImageBasedLightInternals<Texture>)._babylonTexture;
}

interface MeshInternals {
  _isPointerMovePickable?: boolean;
}

/** Sets whether a moving pointer picks a mesh, independently of `isPickable`. Babylon 9.0 has no such setting and ignores it. */
export function setPointerMovePickable(mesh: AbstractMesh, value: boolean): void {
  (mesh as MeshInternals)._isPointerMovePickable = value;
}
