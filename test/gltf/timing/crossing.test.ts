import { describe, expect, it } from "@jest/globals";
import { crossingAt, resolveClipSettings } from "../../../src/gltf/timing/index.js";
import { flip, headingOfCrossing, type Heading } from "../../../src/gltf/timing/crossing.js";

const LOOP = resolveClipSettings({ start: 1, end: 4 });
const PING_PONG = resolveClipSettings({ start: 1, end: 4, reverse: true });

describe("the n-th bound that a clip crosses", () => {
  it.each([
    { first: 1, n: 1, bound: 4, resume: 1 },
    { first: 1, n: 2, bound: 4, resume: 1 },
    { first: 1, n: 1_000_001, bound: 4, resume: 1 },
    { first: -1, n: 1, bound: 1, resume: 4 },
    { first: -1, n: 2, bound: 1, resume: 4 },
  ] as const)(
    "of a loop is always the same, and the clip goes on from the other one (heading $first, n $n)",
    ({ first, n, bound, resume }) => {
      expect(crossingAt(LOOP, first, n)).toEqual({ bound, resume });
    },
  );

  it.each([
    { first: 1, n: 1, bound: 4 },
    { first: 1, n: 2, bound: 1 },
    { first: 1, n: 3, bound: 4 },
    { first: 1, n: 1_000_000, bound: 1 },
    { first: -1, n: 1, bound: 1 },
    { first: -1, n: 2, bound: 4 },
    { first: -1, n: 1_000_001, bound: 1 },
  ] as const)("of ping-pong alternates, and the clip turns there (heading $first, n $n)", ({ first, n, bound }) => {
    expect(crossingAt(PING_PONG, first, n)).toEqual({ bound, resume: bound });
  });

  it("of a clip without length is its start", () => {
    expect(crossingAt(resolveClipSettings({ start: 2, end: 2 }), 1, 3)).toEqual({ bound: 2, resume: 2 });
  });
});

describe("the heading at a crossing", () => {
  it("is the first one in a loop, and turns each time in ping-pong", () => {
    const headings = (reverse: boolean, first: Heading): Heading[] => [1, 2, 3].map((n) => headingOfCrossing(reverse, first, n));
    expect(headings(false, -1)).toEqual([-1, -1, -1]);
    expect(headings(true, -1)).toEqual([-1, 1, -1]);
    expect([flip(1), flip(-1)]).toEqual([-1, 1]);
  });
});
