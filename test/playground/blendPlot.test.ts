/** The plot of a blend: which numbers its places are. */
import { describe, expect, it } from "@jest/globals";
import { placeAt, rangeOf } from "../../playground/page/states/blendPlot.js";

describe("an axis of the plot", () => {
  it("has all places, and a fifth of their distance beside them", () => {
    expect(rangeOf([0, 4, 1])).toEqual([-0.8, 4.8]);
    expect(rangeOf([3])).toEqual([2.6, 3.4]);
  });

  it("gives a place as many digits as a pixel can tell apart, and none outside", () => {
    expect([0, 0.5, 0.12345, 1, 2, -1].map((share) => placeAt(share, [-0.8, 4.8]))).toEqual([-0.8, 2, -0.11, 4.8, 4.8, -0.8]);
    expect(placeAt(0.12345, [0, 1000])).toBe(123);
    expect(placeAt(0.12345, [0, 0.01])).toBe(0.0012);
    expect(Object.is(placeAt(0.5, [-1, 1 - 1e-9]), 0)).toBe(true);
  });
});
