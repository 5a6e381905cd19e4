import { describe, expect, it } from "@jest/globals";
import { format } from "../../playground/page/controls/dom.js";

describe("a number", () => {
  it.each([
    [0, 3, "0"],
    [-0, 3, "0"],
    [1.23456, 3, "1.235"],
    [2.5, 3, "2.5"],
    [-0.5, 2, "−0.5"],
    [1_234_567, 3, "1.23e+6"],
    [0.00001, 3, "1.00e−5"],
    [Infinity, 3, "∞"],
    [-Infinity, 3, "−∞"],
  ])("%d with %d digits is %s", (value, digits, text) => {
    expect(format(value, digits)).toBe(text);
  });

  it.each([
    [0.001, 2, "0.001"],
    [0.0004, 3, "0.0004"],
    [-0.00456, 2, "−0.0046"],
    [0.04, 1, "0.04"],
  ])("%d with %d digits is not rounded to 0", (value, digits, text) => {
    expect(format(value, digits)).toBe(text);
  });
});
