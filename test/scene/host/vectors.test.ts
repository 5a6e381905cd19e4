import { expect, it } from "@jest/globals";
import { Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { setQuaternion, setVector } from "../../../src/scene/host/index.js";

const VALUES = Float32Array.of(9, 0.5, -1, 2, 0.25);

// Babylon's own setters are the oracle, also of what tells a node that its matrix is out of date
it("setVector sets Vector3._x, _y, _z and _isDirty as copyFromFloats does", () => {
  const [vector, expected] = [new Vector3(), new Vector3()];
  vector._isDirty = expected._isDirty = false;
  expect(setVector(vector, VALUES, 1)).toBe(vector);
  expect(vector).toEqual(expected.copyFromFloats(0.5, -1, 2));
});

it("setQuaternion sets Quaternion._x, _y, _z, _w and _isDirty as copyFromFloats does", () => {
  const [quaternion, expected] = [new Quaternion(), new Quaternion()];
  quaternion._isDirty = expected._isDirty = false;
  expect(setQuaternion(quaternion, VALUES, 1)).toBe(quaternion);
  expect(quaternion).toEqual(expected.copyFromFloats(0.5, -1, 2, 0.25));
});
