import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { asDecimal } from "../../playground/page/controls/decimal.js";

describe("a number as people write it", () => {
  it.each([
    [0.4583333432674408, 0.45833334],
    [0.10000000149011612, 0.1],
    [0.1 + 0.2, 0.3],
    [2.7083333333333335, 2.7083333],
    [16_777_217, 16_777_217],
    [-0.30000001192092896, -0.3],
    [0, 0],
    [Infinity, Infinity],
    [1e300 / 3, 1e300 / 3],
    [1e-60, 1e-60],
  ])("of %d is %d", (value, decimal) => {
    expect(asDecimal(value)).toBe(decimal);
  });

  it("is the same number in single precision, with at most 9 digits, and as people write it itself", () => {
    fc.assert(
      fc.property(fc.float({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const decimal = asDecimal(value);
        expect(Math.fround(decimal) + 0).toBe(value + 0);
        expect(decimal).toBe(Number.isInteger(value) ? value : Number(decimal.toPrecision(9)));
        expect(asDecimal(decimal)).toBe(decimal);
      }),
    );
  });

  it("of any number is as people write it itself", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true }), (value) => expect(asDecimal(asDecimal(value))).toBe(asDecimal(value))),
      {
        examples: [[-1.84534388e-8]],
      },
    );
  });
});
