import { expect, it } from "@jest/globals";
import { isComponentTarget } from "../../../src/scene/host/targets.js";
import { AnimatedPointer } from "../../../src/scene/pointer/load/pointerTarget.js";
import type { PointerType } from "../../../src/gltf/objectModel/property.js";

/** A property without Babylon objects, whose setter keeps the values it receives. */
function createProperty(type: PointerType, initial: readonly number[]): { property: AnimatedPointer; written: number[][] } {
  const written: number[][] = [];
  const write = (_: object, value: Iterable<number>): void => void written.push([...value]);
  const row = { pointer: "/nodes/{}/x", type, babylon: { target: "none", property: "nowhere", parts: [], write } } as const;
  const path = { collection: "nodes", index: 0, extension: null, property: "x" };
  return {
    property: new AnimatedPointer({ pointer: "/nodes/0/x", path, property: row, element: -1, initial, conflictKey: "/nodes/0/x" }, [{}]),
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
