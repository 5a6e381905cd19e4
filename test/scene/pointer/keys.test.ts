import { describe, expect, it } from "@jest/globals";
import type { Floats, SamplerKeys } from "../../../src/scene/keys/keyData.js";
import { expectFinite } from "../../../src/scene/pointer/load/keys.js";
import { AssetError } from "../../../src/gltf/util/index.js";
import { ruleOf } from "../../helpers/rules.js";

/** Numbers in the middle of an array, the rest of which may be anything. */
const amid = (...numbers: number[]): Floats => ({ array: new Float32Array([NaN, NaN, ...numbers, NaN]), at: 2, length: numbers.length });

const SPLINE = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
const withNaN = (numbers: readonly number[], index: number): number[] => numbers.map((number, i) => (i === index ? NaN : number));
const keysOf = (times: Floats, values: Floats, interpolation: SamplerKeys["interpolation"] = "LINEAR"): SamplerKeys => ({
  ...{ times, values, interpolation, stride: 2, isQuantized: false },
});

describe("keys must be finite:", () => {
  it.each([0, 1, 2])("time %i", (index) => {
    const keys = keysOf(amid(...withNaN([0, 1, 2], index)), amid(1, 2, 3, 4, 5, 6));
    expect(() => expectFinite("/at", keys)).toThrow(new AssetError("/at", ruleOf("finiteArray", "times", "NaN")));
  });

  it.each([0, 1, 2, 3])("number %i of the values", (index) => {
    const keys = keysOf(amid(0, 1), amid(...withNaN([1, 2, 3, 4], index)));
    expect(() => expectFinite("/at", keys)).toThrow(new AssetError("/at", ruleOf("finiteArray", "values", "NaN")));
  });

  it("the message names the number, times first", () => {
    const keys = keysOf(amid(0, Infinity), amid(NaN, 2, 3, 4));
    expect(() => expectFinite("/at", keys)).toThrow(new AssetError("/at", ruleOf("finiteArray", "times", "Infinity")));
  });

  it("all are, whatever surrounds them", () => {
    expect(() => expectFinite("/at", keysOf(amid(0, 1), amid(1, 2, 3, 4)))).not.toThrow();
  });

  // glTF 2.0, appendix C: the first in-tangent and the last out-tangent are not used
  it.each([...SPLINE.keys()])("number %i of the values of a spline, unless it is an unused tangent", (index) => {
    const run = (): void => expectFinite("/at", keysOf(amid(0, 1), amid(...withNaN(SPLINE, index)), "CUBICSPLINE"));
    if (index < 2 || index >= 10) {
      expect(run).not.toThrow();
    } else {
      expect(run).toThrow(new AssetError("/at", ruleOf("finiteArray", "values", "NaN")));
    }
  });
});
