import type { Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.js";

/**
 * Sets a vector to three numbers of an array, from an index on. As `copyFromFloats`, for which V8 may allocate 16 bytes for each number that it passes.
 * @returns the vector
 */
export function setVector(vector: Vector3, values: ArrayLike<number>, at: number): Vector3 {
  vector._x = values[at]!;
  vector._y = values[at + 1]!;
  vector._z = values[at + 2]!;
  vector._isDirty = true;
  return vector;
}

/** As {@link setVector}, of four numbers. */
export function setQuaternion(quaternion: Quaternion, values: ArrayLike<number>, at: number): Quaternion {
  quaternion._x = values[at]!;
  quaternion._y = values[at + 1]!;
  quaternion._z = values[at + 2]!;
  quaternion._w = values[at + 3]!;
  quaternion._isDirty = true;
  return quaternion;
}
