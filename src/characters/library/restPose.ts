import { Animation } from "@babylonjs/core/Animations/animation.js";
import type { Bone } from "@babylonjs/core/Bones/bone.js";
import { Matrix, Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { Skeleton } from "@babylonjs/core/Bones/skeleton.js";
import type { AbstractMesh } from "@babylonjs/core/Meshes/abstractMesh.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Node } from "@babylonjs/core/node.js";
import { propertiesOf } from "../../scene/posing/index.js";
import type { GltfNode } from "../../gltf/file/index.js";

/** The skeletons of a character. */
export function skeletonsBelow(roots: readonly Node[]): readonly Skeleton[] {
  const meshes = roots.flatMap((root) => [root as AbstractMesh, ...root.getChildMeshes()]);
  return [...new Set(meshes.flatMap(({ skeleton }) => skeleton ?? []))];
}

/** The bones of a character by their nodes. */
export function bonesOf(roots: readonly Node[]): ReadonlyMap<TransformNode, Bone> {
  const bones = skeletonsBelow(roots).flatMap((skeleton) => skeleton.bones);
  return new Map(bones.map((bone) => [bone.getTransformNode()!, bone]));
}

/** The transform of a node at rest. */
export interface Rest {
  readonly position: Vector3;
  readonly rotation: Quaternion;
  readonly scaling: Vector3;
}

/**
 * The rest pose of a node of a scene.
 * @param bone of the node, if there is one
 */
export function restOfTarget(target: TransformNode, bone?: Bone): Rest {
  return bone ? restOf({ matrix: [...bone.getRestMatrix().asArray()] }) : restOfNode(target);
}

function restOfNode(node: TransformNode): Rest {
  const rotation = node.rotationQuaternion ?? Quaternion.FromEulerVector(node.rotation);
  return {
    position: Vector3.FromArray(originalOf(node, "position", Animation.ANIMATIONTYPE_VECTOR3) ?? node.position.asArray()),
    rotation: Quaternion.FromArray(originalOf(node, "rotationQuaternion", Animation.ANIMATIONTYPE_QUATERNION) ?? rotation.asArray()),
    scaling: Vector3.FromArray(originalOf(node, "scaling", Animation.ANIMATIONTYPE_VECTOR3) ?? node.scaling.asArray()),
  };
}

/** The value of a property before anything animated it. */
function originalOf(node: TransformNode, targetProperty: string, dataType: number): Float64Array | undefined {
  return propertiesOf(node).find((property) => property.isOf({ targetProperty, dataType }))?.original ?? undefined;
}

/** The rest pose of a node of a file. */
export function restOf({ matrix, translation, rotation, scale }: GltfNode): Rest {
  const rest = { position: new Vector3(), rotation: new Quaternion(), scaling: new Vector3() };
  if (isNumbers(matrix, 16)) {
    Matrix.FromArray(matrix).decompose(rest.scaling, rest.rotation, rest.position);
  } else {
    Vector3.FromArrayToRef(isNumbers(translation, 3) ? translation : [0, 0, 0], 0, rest.position);
    Quaternion.FromArrayToRef(isNumbers(rotation, 4) ? rotation : [0, 0, 0, 1], 0, rest.rotation);
    Vector3.FromArrayToRef(isNumbers(scale, 3) ? scale : [1, 1, 1], 0, rest.scaling);
  }
  return rest;
}

function isNumbers(value: unknown, count: number): value is number[] {
  return Array.isArray(value) && value.length === count && value.every((each) => typeof each === "number");
}
