import { expect, it } from "@jest/globals";
import { isComponentTarget } from "../../src/host/targets.js";
import { PointerProperty } from "../../src/pointer/pointerTarget.js";
import type { PointerType } from "../../src/objectModel/property.js";

/** A property without Babylon objects, whose landing keeps what it is given. */
function createProperty(type: PointerType, initial: readonly number[]): { property: PointerProperty; written: number[][] } {
  const written: number[][] = [];
  const landing = { owner: "none", at: "nowhere", write: (_: object, value: Iterable<number>) => void written.push([...value]) } as const;
  const row = { template: "/nodes/{}/x", type, landing };
  const path = { collection: "nodes", index: 0, extension: null, property: "x" };
  return {
    property: new PointerProperty({ pointer: "/nodes/0/x", path, row, element: -1, initial, claimKey: "/nodes/0/x" }, landing, [{}]),
    written,
  };
}

it.each([
  { comment: "a number", type: "float", initial: [1], element: -1, offset: 0, width: 1 },
  { comment: "a rotation", type: "quat", initial: [0, 0, 0, 1], element: -1, offset: 0, width: 4 },
  { comment: "a vector", type: "float3", initial: [1, 2, 3], element: -1, offset: 0, width: 3 },
  { comment: "one component of a vector", type: "float3", initial: [1, 2, 3], element: 2, offset: 2, width: 1 },
  { comment: "one weight of many", type: "float[]", initial: [1, 2, 3, 4, 5, 6], element: 5, offset: 5, width: 1 },
] as const)("a target says which components it stands for: $comment", ({ type, initial, element, offset, width }) => {
  const { property } = createProperty(type, initial);
  const target = property.targetFor(element);
  expect(isComponentTarget(target)).toBe(true);
  expect(target).toMatchObject({ offset, width });
  expect(target.holder).toBe(property);
});

it("components are set without being written, and written once", () => {
  const { property, written } = createProperty("float3", [1, 2, 3]);
  for (const element of [0, 1, 2]) {
    const { holder, offset } = property.targetFor(element);
    holder.components[offset] = 10 + element;
  }
  expect(written).toEqual([]);
  property.targetFor(0).holder.write();
  expect(written).toEqual([[10, 11, 12]]);
});

it.each([null, undefined, 1, {}, { value: 1 }])("%j stands for no components", (target) => {
  expect(isComponentTarget(target)).toBe(false);
});
