/** What the objects of an asset became in Babylon. */
import type { Material } from "@babylonjs/core/Materials/material.js";
import type { AbstractMesh } from "@babylonjs/core/Meshes/abstractMesh.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Node } from "@babylonjs/core/node.js";
import type { GLTFLoader, IMaterial, INode } from "@babylonjs/loaders/glTF/2.0/index.js";
import { pointersOf } from "./gltfPointers.js";

/** The node that has the transform, children, camera and light of a glTF node; undefined where it is not loaded. */
export function transformNodeOf(node: INode | undefined): TransformNode | undefined {
  return node?._babylonTransformNodeForSkin ?? node?._babylonTransformNode;
}

/** The node that is the mesh of a glTF node, or that its meshes hang on: with a skin it is another one, and stands elsewhere. */
export function meshNodeOf(node: INode | undefined): TransformNode | undefined {
  return node?._babylonTransformNode;
}

/** Whether channels of glTF itself are loaded for the transform of a node: of joints also where those of nodes are switched off. */
export function hasTransformChannels({ parent }: GLTFLoader, node: INode): boolean {
  return parent.loadNodeAnimations || node._isJoint === true;
}

/** Whether morph targets are loaded for a node. */
export function hasMorphTargets(node: INode): boolean {
  return (node._numMorphTargets ?? 0) > 0;
}

/** The meshes that the primitives of a glTF node's mesh became. */
export function primitivesOf(node: INode | undefined): readonly AbstractMesh[] {
  return node?._primitiveBabylonMeshes ?? [];
}

/** The Babylon materials that a glTF material became: one for each draw mode it is used in. */
export function materialsOf(material: IMaterial | undefined): readonly Material[] {
  return Object.values(material?._data ?? {}).map(({ babylonMaterial }) => babylonMaterial);
}

/** Whether the loader made a node for a part of the asset: for the target of a JSON pointer such as "/cameras/0", or within it. */
export type IsMadeFor = (node: Node, part: string) => boolean;

const isMadeFor: IsMadeFor = (node, part) => pointersOf(node).some((pointer) => pointer === part || pointer.startsWith(`${part}/`));

// by methods that only these classes have: an extension can hang other nodes there
export const isCameraFor: IsMadeFor = (node, part) => "getProjectionMatrix" in node && isMadeFor(node, part);
export const isLightFor: IsMadeFor = (node, part) => "getTypeID" in node && isMadeFor(node, part);
