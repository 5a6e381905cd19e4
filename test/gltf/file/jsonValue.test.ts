/** Comparing JSON values. */
import { expect, it } from "@jest/globals";
import { countEqualEnds, isEqual } from "../../../src/gltf/file/jsonValue.js";

it("members are equal in any order, items only in the same one", () => {
  expect(isEqual({ a: [1, { b: null }], c: "x" }, { c: "x", a: [1, { b: null }] })).toBe(true);
  expect(isEqual([1, 2], [2, 1])).toBe(false);
});

it.each<{ comment: string; a: unknown; b: unknown }>([
  { comment: "an item more", a: [1], b: [1, 2] },
  { comment: "an item less", a: [1, 2], b: [1] },
  { comment: "a member more", a: { x: 1 }, b: { x: 1, y: 1 } },
  { comment: "a member of another name", a: { x: 1 }, b: { y: 1 } },
  { comment: "a member that every object inherits", a: { x: 1, toString: 1 }, b: { x: 1, y: 1 } },
  { comment: "an array and an object", a: [], b: {} },
  { comment: "an object and null", a: {}, b: null },
  { comment: "a number and a text", a: 1, b: "1" },
])("values are different: $comment", ({ a, b }) => {
  expect([isEqual(a, b), isEqual(b, a)]).toEqual([false, false]);
});

it.each([
  { comment: "equal lists", a: [1, [2]], b: [1, [2]], first: 2, last: 0 },
  { comment: "one more of the same", a: [1, 1], b: [1, 1, 1], first: 2, last: 0 },
  { comment: "one less of the same", a: [1, 1, 1], b: [1, 1], first: 2, last: 0 },
  { comment: "another first item", a: [0, 8, 9], b: [1, 8, 9], first: 0, last: 2 },
  { comment: "an item between others", a: [1, 2, 8, 9], b: [1, 2, 5, 8, 9], first: 2, last: 2 },
  { comment: "nothing in common", a: [1, 2], b: [3], first: 0, last: 0 },
  { comment: "an empty list", a: [], b: [3], first: 0, last: 0 },
])("no item counts for both ends: $comment", ({ a, b, first, last }) => {
  expect(countEqualEnds(a, b)).toEqual({ first, last });
});
