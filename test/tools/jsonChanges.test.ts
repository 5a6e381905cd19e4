import { describe, expect, it } from "@jest/globals";
import { findChanges } from "../../src/tools/jsonChanges.js";

describe("findChanges", () => {
  it.each([
    { comment: "nothing for equal values, whatever the order of members", a: { x: 1, y: [2] }, b: { y: [2], x: 1 }, changes: [] },
    { comment: "the root", a: 1, b: [1], changes: [{ pointer: "", before: 1, after: [1] }] },
    {
      comment: "a member, with / and ~ escaped",
      a: { "a/b~c": 1 },
      b: { "a/b~c": 2 },
      changes: [{ pointer: "/a~1b~0c", before: 1, after: 2 }],
    },
    { comment: "a member that became null", a: { x: 1 }, b: { x: null }, changes: [{ pointer: "/x", before: 1, after: null }] },
    {
      comment: "members that came and went",
      a: { x: { y: 1 } },
      b: { x: { z: 2 } },
      changes: [
        { pointer: "/x/y", before: 1 },
        { pointer: "/x/z", after: 2 },
      ],
    },
    { comment: "an item inserted between others", a: [1, 2, 3], b: [1, 9, 2, 3], changes: [{ pointer: "/1", after: 9 }] },
    { comment: "an item removed from between others", a: [1, 9, 2, 3], b: [1, 2, 3], changes: [{ pointer: "/1", before: 9 }] },
    { comment: "an item added after equal ones", a: [1, 1], b: [1, 1, 1], changes: [{ pointer: "/2", after: 1 }] },
    { comment: "an item removed after equal ones", a: [1, 1, 1], b: [1, 1], changes: [{ pointer: "/2", before: 1 }] },
    {
      comment: "an item changed, and another one added",
      a: [{ x: 1 }, 0],
      b: [{ x: 2 }, 5, 6],
      changes: [
        { pointer: "/0/x", before: 1, after: 2 },
        { pointer: "/1", before: 0, after: 5 },
        { pointer: "/2", after: 6 },
      ],
    },
  ])("gives $comment", ({ a, b, changes }) => {
    expect(findChanges(a, b)).toEqual(changes);
  });
});
