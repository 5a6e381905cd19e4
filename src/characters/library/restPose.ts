import { Animation } from "@babylonjs/core/Animations/animation.js";
import type { Bone } from "@babylonjs/core/Bones/bone.js";
import { Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { Skeleton } from "@babylonjs/core/Bones/skeleton.js";
import type { AbstractMesh } from "@babylonjs/core/Meshes/abstractMesh.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Node } from "@babylonjs/core/node.js";
import { knownPropertyOf } from "../../scene/posing/index.js";

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
interface Rest {
  readonly position: Vector3;
  readonly rotation: Quaternion;
  readonly scaling: Vector3;
}

/**
 * The rest pose of a node of a scene.
 * @param bone of the node, if there is one
 */
export function restOfTarget(target: TransformNode, bone?: Bone): Rest {
  if (!bone) {
    return restOfNode(target);
  }
  const rest = { position: new Vector3(), rotation: new Quaternion(), scaling: new Vector3() };
  bone.getRestMatrix().decompose(rest.scaling, rest.rotation, rest.position);
  return rest;
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
  return knownPropertyOf(node, { targetProperty, dataType })?.original ?? undefined;
}
