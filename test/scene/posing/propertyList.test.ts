import { describe, expect, it } from "@jest/globals";
import { Animation } from "@babylonjs/core/Animations/animation.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { propertyOf } from "../../../src/scene/posing/properties/animatedProperty.js";
import { PropertyList } from "../../../src/scene/posing/properties/propertyList.js";
import { createUser } from "../../helpers/propertyUser.js";
import { createAnimation } from "../../helpers/group.js";

const USER = createUser();

/** Two properties, whose values lie in an array in the other order: x, y, z of the vector, then the number. */
function createList(): { list: PropertyList; target: { n: number; v: Vector3 }; state: () => number[] } {
  const target = { n: 1, v: new Vector3(2, 3, 4) };
  const properties = [createAnimation("n"), createAnimation("v", { dataType: Animation.ANIMATIONTYPE_VECTOR3 })].map((animation) =>
    propertyOf(target, animation)!,
  );
  return { list: new PropertyList(properties, [3, 0]), target, state: () => [target.n, ...target.v.asArray()] };
}

describe("the values of properties", () => {
  it.each([
    { mask: null, expected: [13, 10, 11, 12] },
    { mask: [1, 0], expected: [13, 2, 3, 4] },
    { mask: [0, 1], expected: [1, 10, 11, 12] },
    { mask: [0, 0], expected: [1, 2, 3, 4] },
  ])("are written from their offsets, within the mask $mask", ({ mask, expected }) => {
    const { list, state } = createList();
    list.write(Float64Array.of(10, 11, 12, 13), mask && Uint8Array.from(mask));
    expect(state()).toEqual(expected);
  });

  it("are read to their offsets", () => {
    const values = new Float64Array(4);
    createList().list.read(values);
    expect([...values]).toEqual([2, 3, 4, 1]);
  });

  it.each([
    { mask: null, expected: [1, 2, 3, 4] },
    { mask: [1, 0], expected: [1, 10, 11, 12] },
  ])("at rest are those from before they were used, within the mask $mask", ({ mask, expected }) => {
    const { list, state } = createList();
    list.acquire(USER);
    list.write(Float64Array.of(10, 11, 12, 13), null);
    list.writeRest(mask && Uint8Array.from(mask));
    expect(state()).toEqual(expected);
  });

  it("are at rest while a function runs, and as before after it, even if it throws", () => {
    const { list, target, state } = createList();
    list.acquire(USER);
    list.write(Float64Array.of(10, 11, 12, 1), null); // the number has not moved
    const moved = target.v;
    expect(list.atRest(state)).toEqual([1, 2, 3, 4]);
    expect(state()).toEqual([1, 10, 11, 12]);
    expect(() =>
      list.atRest(() => {
        throw new Error("no");
      }),
    ).toThrow("no");
    expect([state(), target.v]).toEqual([[1, 10, 11, 12], moved]);
  });

  it("are masked by a condition", () => {
    const { list } = createList();
    expect([...list.mask(({ kind }) => kind.size === 3)]).toEqual([0, 1]);
    expect([...list.mask((_, i) => i === 0)]).toEqual([1, 0]);
  });
});

it("a user acquires and releases all properties", () => {
  const { list } = createList();
  list.acquire(USER);
  expect(list.properties.map(({ users }) => users)).toEqual([[USER], [USER]]);
  list.release(USER);
  expect(list.properties.map(({ users }) => users)).toEqual([[], []]);
});

it("remembered values are the original ones", () => {
  const { list } = createList();
  list.remember();
  list.write(Float64Array.of(10, 11, 12, 13), null);
  expect(list.properties.map(({ original }) => [...original!])).toEqual([[1], [2, 3, 4]]);
});
