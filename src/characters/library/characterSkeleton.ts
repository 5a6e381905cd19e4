import type { Bone } from "@babylonjs/core/Bones/bone.js";
import type { Skeleton } from "@babylonjs/core/Bones/skeleton.js";
import type { AbstractMesh } from "@babylonjs/core/Meshes/abstractMesh.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Node } from "@babylonjs/core/node.js";
import {
  declaredBy,
  type DeclaredBones,
  type HumanBone,
  type SkeletonNode,
  type SkeletonSkin,
  SkeletonTree,
} from "../../gltf/humanoid/index.js";
import { declaredBoneOf, fileNameOf, isFileRoot } from "../../scene/host/index.js";
import { bonesOf, restOfTarget, skeletonsBelow } from "./restPose.js";

/** A character as the file that it is made of: equal for all characters of a file, wherever they are and whatever they do. */
export interface CharacterSkeleton {
  readonly tree: SkeletonTree;
  /** The nodes, in the order of the tree. */
  readonly nodes: readonly TransformNode[];
  /** The bones that the file of the character declares; null without. */
  readonly declared: DeclaredBones | null;
}

/** Describes the nodes and skeletons of a character at rest, without the node that places the character in the scene. */
export function describeSkeleton(roots: readonly Node[]): CharacterSkeleton {
  const bones = bonesOf(roots);
  const joints = new Set([...bones].flatMap(([node, bone]) => (bone.getIndex() >= 0 ? [node as Node] : [])));
  const places = new Set(roots.filter((root) => !isBelowFileRoot(root) && !joints.has(root)));
  const indices = new Map<Node, number>();
  const described: SkeletonNode[] = [];
  const all = roots.flatMap((root) => [root, ...root.getDescendants()]).filter(isTransformNode);
  const skinned = new Set(all.flatMap((node) => (skeletonOf(node) ? [fileNameOf(node)] : [])));
  const indexOf = (node: Node | null): number => {
    if (!node || places.has(node) || isFileRoot(node)) {
      return -1;
    }
    const known = indices.get(node);
    if (known !== undefined) {
      return known;
    }
    const parent = indexOf(node.parent);
    const { position, rotation, scaling } = restOfTarget(node as TransformNode, bones.get(node as TransformNode));
    const name = fileNameOf(node);
    indices.set(node, described.length);
    return (
      described.push({
        name,
        parent,
        translation: position.asArray(),
        rotation: rotation.asArray(),
        scale: scaling.asArray(),
        isJoint: joints.has(node),
        // the loader makes a mesh of a skinned node beside the node that has its place
        hasMesh: isMesh(node) || (skinned.has(name) && !joints.has(node)),
      }) - 1
    );
  };
  all.forEach(indexOf);
  const skins = skeletonsBelow(roots).map((skeleton) => describeSkin(skeleton, indexOf, all, indices));
  const nodes = [...indices.keys()] as TransformNode[];
  return { tree: new SkeletonTree(described, skins), nodes, declared: readDeclared(nodes) };
}

/** The bones that nodes are declared to be; of several declarations, the first one counts. */
function readDeclared(nodes: readonly TransformNode[]): DeclaredBones | null {
  const declared = nodes.map(declaredBoneOf);
  const extension = declared.find((each) => each !== null)?.extension;
  const bones = new Map<HumanBone, number>();
  declared.forEach((each, i) => {
    if (each && each.extension === extension && !bones.has(each.bone as HumanBone)) {
      bones.set(each.bone as HumanBone, i);
    }
  });
  return extension === undefined ? null : declaredBy(extension, bones);
}

function describeSkin(
  skeleton: Skeleton,
  indexOf: (node: Node) => number,
  all: readonly TransformNode[],
  indices: ReadonlyMap<Node, number>,
): SkeletonSkin {
  const linked = skeleton.bones.filter((bone) => bone.getIndex() >= 0 && bone.getTransformNode());
  const matrices = linked.map((bone) => bone.getAbsoluteInverseBindMatrix());
  // without matrices in the file, each is the identity, which is no pose
  const isKnown = matrices.some((matrix) => !matrix.isIdentity());
  const names = new Set(all.flatMap((node) => (skeletonOf(node) === skeleton ? [fileNameOf(node)] : [])));
  const users = all.filter((node) => names.has(fileNameOf(node)) && !isMesh(node));
  return {
    joints: linked.map((bone: Bone) => indexOf(bone.getTransformNode()!)),
    inverseBind: isKnown ? matrices.flatMap((matrix) => [...matrix.asArray()]) : null,
    users: users.map((node) => indices.get(node)!).filter((index) => index !== undefined),
  };
}

const isTransformNode = (node: Node): node is TransformNode => "scaling" in node;
const isMesh = (node: Node): node is AbstractMesh => "getTotalVertices" in node;
const skeletonOf = (node: Node): Skeleton | null => (isMesh(node) ? node.skeleton : null);

function isBelowFileRoot(node: Node | null): boolean {
  return node !== null && (isFileRoot(node) || isBelowFileRoot(node.parent));
}
