import { describe, expect, it } from "@jest/globals";
import { keysOf, type KeyData } from "../../../src/scene/keys/keyData.js";

/** Two keys of a spline, in the middle of arrays that others share: in-tangent, value and out-tangent of each. */
function splineOf(hasEndTangents: boolean): KeyData {
  const times = { array: Float32Array.of(9, 1, 2), at: 1, length: 2 };
  const values = { array: Float32Array.of(9, 9, 60, 1, 120, 180, 2, 240), at: 2, length: 6 };
  const sampler = { times, values, interpolation: "CUBICSPLINE", stride: 1, isQuantized: false } as const;
  return { sampler, offset: 0, width: 1, isRotation: false, fromComponents: (components, at) => components[at], hasEndTangents };
}

describe("the keys of a spline", () => {
  it("have tangents per frame", () => {
    expect(keysOf(splineOf(true), 60)).toEqual([
      { frame: 60, inTangent: 1, value: 1, outTangent: 2 },
      { frame: 120, inTangent: 3, value: 2, outTangent: 4 },
    ]);
  });

  it("leave out the first and the last tangent, which glTF does not use, unless they are asked for", () => {
    expect(keysOf(splineOf(false), 60)).toEqual([
      { frame: 60, inTangent: undefined, value: 1, outTangent: 2 },
      { frame: 120, inTangent: 3, value: 2, outTangent: undefined },
    ]);
  });
});
