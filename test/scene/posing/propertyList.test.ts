import { describe, expect, it } from "@jest/globals";
import { Animation } from "@babylonjs/core/Animations/animation.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { propertiesOf } from "../../../src/scene/posing/properties/animatedProperty.js";
import { listProperties, PropertyList } from "../../../src/scene/posing/properties/propertyList.js";
import { addUser, createUser, propertyOf } from "../../helpers/propertyUser.js";
import { createAnimation } from "../../helpers/group.js";
import { collectGarbage } from "../../helpers/garbage.js";

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
    expect([...list.mask((i) => list.properties[i]!.kind.size === 3)]).toEqual([0, 1]);
    expect([...list.mask((i) => i === 0)]).toEqual([1, 0]);
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

describe("the list of channels", () => {
  const [N, V] = [createAnimation("n"), createAnimation("v", { dataType: Animation.ANIMATIONTYPE_VECTOR3 })];
  const createTarget = (): { n: number; v: Vector3 } => ({ n: 1, v: new Vector3(2, 3, 4) });
  const listOf = (offsets: readonly number[], ...channels: readonly (readonly [object, Animation])[]): PropertyList =>
    listProperties(
      channels.map(([target, animation]) => ({ target, animation })),
      offsets,
    ) as PropertyList;

  it("has the properties that other lists have, in any order, any number of times and beside others", () => {
    const [a, b] = [createTarget(), createTarget()];
    const [n, v] = listOf([0, 1], [a, N], [a, V]).properties;
    expect(listOf([3, 0], [a, N], [a, V]).properties).toEqual([n, v]);
    expect(listOf([0, 3], [a, V], [a, N]).properties).toEqual([v, n]);
    const mixed = listOf([0, 3, 4, 5], [b, V], [b, N], [a, N], [b, N]).properties;
    expect([mixed[2], mixed[3]]).toEqual([n, mixed[1]]);
    expect(new Set(mixed).size).toBe(3);
    expect([propertyOf(a, V), propertyOf(b, V)]).toEqual([v, mixed[0]]);
    expect(propertiesOf(b)).toHaveLength(2);
  });

  it("says where a target lacks the property", () => {
    const channels = [
      { target: createTarget(), animation: N },
      { target: { n: 1 }, animation: V },
    ];
    expect(listProperties(channels, [0, 1])).toBe(channels[1]);
  });

  it("writes, reads and returns values to rest, as lists of other orders do", () => {
    const target = createTarget();
    const [first, second] = [listOf([0, 1], [target, N], [target, V]), listOf([0, 3], [target, V], [target, N])];
    first.acquire(USER);
    first.write(Float64Array.of(10, 11, 12, 13), null);
    second.acquire(USER);
    const values = new Float64Array(4);
    second.read(values);
    expect([...values]).toEqual([11, 12, 13, 10]);
    second.writeRest(Uint8Array.of(1, 0));
    expect(target).toEqual({ n: 10, v: new Vector3(2, 3, 4) });
    first.writeRest(null);
    expect(target).toEqual(createTarget());
  });

  it("has users as a whole and one by one, and reads a value at rest when its first user begins", () => {
    const target = createTarget();
    const list = listOf([0, 1], [target, N], [target, V]);
    const [n, v] = list.properties;
    const other = createUser();
    const users = (): unknown[] => [n, v].map((each) => each!.users.map((user) => (user === USER ? "list" : "other")));
    list.acquire(USER);
    n!.release(USER);
    target.n = 5;
    target.v.set(6, 6, 6);
    addUser(n!, other);
    expect(users()).toEqual([["other"], ["list"]]);
    list.acquire(other);
    expect(users()).toEqual([
      ["other", "other"],
      ["list", "other"],
    ]);
    list.release(USER);
    list.release(other);
    expect(users()).toEqual([["other"], []]);
    target.n = 7;
    list.acquire(USER);
    expect([n, v].map((each) => [[...each!.rest!], [...each!.original!]])).toEqual([
      [[5], [1]],
      [
        [6, 6, 6],
        [2, 3, 4],
      ],
    ]);
  });

  it("keeps no target that nothing else has while another one lives", async () => {
    const kept = createTarget();
    const dropped = ((): WeakRef<object> => {
      const target = createTarget();
      const list = listOf([0, 1], [kept, N], [target, N]);
      list.acquire(USER);
      expect(list.properties).toHaveLength(2);
      list.release(USER);
      return new WeakRef(target);
    })();
    await collectGarbage();
    expect([dropped.deref(), propertiesOf(kept).length]).toEqual([undefined, 1]);
  });
});
