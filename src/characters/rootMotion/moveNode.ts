import { Quaternion, type Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Motion } from "./motionTrack.js";

/**
 * Converts the way of a motion from the local space of a node to the space of its parent, in double precision.
 * @returns `ref`
 */
export function toParentSpace(
  { scaling, rotationQuaternion, rotation }: TransformNode,
  { x, y, z }: Readonly<Motion>,
  ref: Vector3,
): Vector3 {
  ref.set(x * scaling.x, y * scaling.y, z * scaling.z);
  const turned = rotationQuaternion ?? Quaternion.FromEulerVectorToRef(rotation, scratch);
  return ref.applyRotationQuaternionToRef(turned, ref);
}

/**
 * Moves and turns a node.
 * @param way in the space of the node's parent
 * @param turn in radians, about the axis `up` of the node's local space
 */
export function moveNode(node: TransformNode, way: Vector3, turn: number, up: Vector3): void {
  node.position = node.position.addInPlace(way); // an assignment marks the node as dirty
  if (turn !== 0) {
    const { x, y, z } = node.scaling;
    // the turn comes before the scaling, which may be a reflection
    const isMirrored = x * y * z * (up.x * up.x * x + up.y * up.y * y + up.z * up.z * z) < 0;
    const rotation = node.rotationQuaternion ?? Quaternion.FromEulerVector(node.rotation);
    rotation.multiplyToRef(Quaternion.RotationAxisToRef(up, isMirrored ? -turn : turn, scratch), rotation);
    node.rotationQuaternion = rotation;
  }
}

const scratch = /*#__PURE__*/ new Quaternion();
