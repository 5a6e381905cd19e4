import type { Bone } from "@babylonjs/core/Bones/bone.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Node } from "@babylonjs/core/node.js";
import type { GltfJson } from "../../gltf/file/index.js";
import { fileNameOf, isFileRoot } from "../../scene/host/index.js";
import { itemsOf } from "../../gltf/util/index.js";
import { bonesOf, type Rest, restOf, restOfTarget, skeletonsBelow } from "./restPose.js";

/** A node of a skeleton at rest, or a node above one. */
export interface Joint {
  readonly name: string;
  /** Index of the parent among the joints; -1 without one. */
  readonly parent: number;
  /** Three numbers of the position, four of the rotation, three of the scaling. */
  readonly rest: readonly number[];
}

/** A bone, and its node. */
interface BoneShape {
  readonly name: string;
  /** Index of the node among the joints. */
  readonly joint: number;
  /** Index of the parent among the bones; -1 without one. */
  readonly parent: number;
  /** Index in the matrices of the skeleton; -1 if the skin does not have the joint. */
  readonly index: number;
  readonly rest: readonly number[];
}

/** All that retargeting asks of the skeletons of a character, as data: equal for all characters of a file, wherever they are and whatever they do. */
export interface SkeletonShape {
  readonly joints: readonly Joint[];
  readonly skeletons: readonly (readonly BoneShape[])[];
  /** Whether the skeletons are mirrored, as those of glTF files in a left-handed scene. */
  readonly isMirrored: boolean;
}

/** The joints of a character: the shape, and the nodes in the order of the shape's joints. */
export interface CharacterSkeleton {
  readonly shape: SkeletonShape;
  readonly nodes: readonly TransformNode[];
}

/** Describes the skeletons of a character, without the node that places the character in the scene. */
export function describeSkeletons(roots: readonly Node[]): CharacterSkeleton {
  const bones = bonesOf(roots);
  const places = new Set(roots.filter((root) => !isBelowFileRoot(root) && !bones.has(root as TransformNode)));
  const indices = new Map<Node, number>();
  const joints: Joint[] = [];
  let isMirrored = false;
  const indexOf = (node: Node | null): number => {
    if (!node || places.has(node) || isFileRoot(node)) {
      isMirrored ||= node !== null && mirrors(node);
      return -1;
    }
    const known = indices.get(node);
    if (known !== undefined) {
      return known;
    }
    const parent = indexOf(node.parent);
    const rest = numbersOf(restOfTarget(node as TransformNode, bones.get(node as TransformNode)));
    indices.set(node, joints.length);
    return joints.push({ name: fileNameOf(node), parent, rest }) - 1;
  };
  const skeletons = skeletonsBelow(roots).map(({ bones: all }) => {
    const linked = all.filter((bone) => bone.getTransformNode());
    return linked.map((bone) => boneShapeOf(bone, linked, indexOf(bone.getTransformNode())));
  });
  return { shape: { joints, skeletons, isMirrored }, nodes: [...indices.keys()] as TransformNode[] };
}

/** The nodes of a file as joints. */
export function jointsOfFile({ nodes }: GltfJson): readonly Joint[] {
  const parents = new Map(itemsOf(nodes).flatMap(({ children }, parent) => itemsOf(children).map((child) => [child, parent] as const)));
  return itemsOf(nodes).map((node, i) => ({
    name: nodeNameOf(node, i),
    parent: parents.get(i) ?? -1,
    rest: numbersOf(restOf(node)),
  }));
}

/** The name of a node of a file, as Babylon's loader names it. */
function nodeNameOf({ name }: { readonly name?: string }, index: number): string {
  return name || `node${index}`;
}

function numbersOf({ position, rotation, scaling }: Rest): readonly number[] {
  return [...position.asArray(), ...rotation.asArray(), ...scaling.asArray()];
}

function boneShapeOf(bone: Bone, all: readonly Bone[], joint: number): BoneShape {
  const rest = [...bone.getRestMatrix().asArray()];
  return { name: fileNameOf(bone), joint, parent: all.indexOf(bone.getParent()!), index: bone.getIndex(), rest };
}

function isBelowFileRoot(node: Node | null): boolean {
  return node !== null && (isFileRoot(node) || isBelowFileRoot(node.parent));
}

function mirrors(place: Node): boolean {
  return isFileRoot(place) ? !place.getScene().useRightHandedSystem : place.computeWorldMatrix(true).determinant() < 0;
}
