import type { Skeleton } from "@babylonjs/core/Bones/skeleton.js";
import type { Material } from "@babylonjs/core/Materials/material.js";
import type { AbstractMesh } from "@babylonjs/core/Meshes/abstractMesh.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Node } from "@babylonjs/core/node.js";
import type { GLTFLoader, IMaterial, INode } from "@babylonjs/loaders/glTF/2.0/index.js";
import { pointersOf } from "../targets.js";

/** Maps objects of an asset to the Babylon objects that the loader made. */

/** An asset whose objects know the Babylon objects that were made of them: the part of a loader that animations need. */
export interface LoadedAsset extends Pick<GLTFLoader, "gltf" | "babylonScene"> {
  readonly parent: Pick<GLTFLoader["parent"], "targetFps" | "loadNodeAnimations">;
}

/** The Babylon node with the transform, children, camera and light of a glTF node; undefined if the node is not loaded. */
export function transformNodeOf(node: INode | undefined): TransformNode | undefined {
  return node?._babylonTransformNodeForSkin ?? node?._babylonTransformNode;
}

/** The Babylon node that is the mesh of a glTF node, or the parent of its meshes. A skinned mesh is a second node with another parent. */
export function meshNodeOf(node: INode | undefined): TransformNode | undefined {
  return node?._babylonTransformNode;
}

/**
 * Whether the loader loads channels for the transform of a node. The loader always loads the channels of joints, regardless of
 * `loadNodeAnimations`.
 */
export function hasTransformChannels({ parent }: LoadedAsset, node: INode): boolean {
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

/** The skeletons of the skins that the loader has loaded. */
export function skeletonsOf({ gltf }: LoadedAsset): readonly Skeleton[] {
  return (gltf.skins ?? []).flatMap(({ _data }) => _data?.babylonSkeleton ?? []);
}

/** The Babylon materials of a glTF material: one for each draw mode. */
export function materialsOf(material: IMaterial | undefined): readonly Material[] {
  return Object.values(material?._data ?? {}).map(({ babylonMaterial }) => babylonMaterial);
}

/**
 * Whether the loader made a node for a part of the asset: for the JSON pointer `part`, such as "/cameras/0", or for a JSON pointer below
 * `part`.
 */
export type IsMadeFor = (node: Node, part: string) => boolean;

const isMadeFor: IsMadeFor = (node, part) => pointersOf(node).some((pointer) => pointer === part || pointer.startsWith(`${part}/`));

// by methods that only these classes have: an extension can hang other nodes there
export const isCameraFor: IsMadeFor = (node, part) => "getProjectionMatrix" in node && isMadeFor(node, part);
export const isLightFor: IsMadeFor = (node, part) => "getTypeID" in node && isMadeFor(node, part);
