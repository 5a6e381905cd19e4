import { describe, expect, it } from "@jest/globals";
import { fieldText, numberText, parseNumber, stepped } from "../../playground/page/controls/numberField.js";

describe("a number in a text field", () => {
  it.each([
    ["2.75", 2.75],
    ["2.", 2],
    [".5", 0.5],
    [" -1 ", -1],
    ["−1", -1],
    ["1,5", 1.5],
    ["1e-3", 0.001],
    ["", null],
    ["-", null],
    ["abc", null],
    ["1.2.3", null],
    ["0x10", null],
    ["Infinity", null],
    ["1e999", null],
  ])("is read from %j as %j", (text, value) => {
    expect(parseNumber(text)).toBe(value);
  });

  it.each([
    [2.5, "2.5"],
    [1 / 3, "0.33333334"],
    [0.4583333432674408, "0.45833334"],
    [-0, "0"],
    [3, "3"],
  ])("is written from %d as %j", (value, text) => {
    expect(numberText(value)).toBe(text);
  });

  it.each([
    [2.0833332538604736, "2.0833"], // 50 / 24, in single precision
    [2.5, "2.5"],
    [0.00001234, "0.000012"],
    [-1 / 3, "-0.3333"],
    [-0, "0"],
    [1200, "1200"],
  ])("is shown of %d as %j", (value, text) => {
    expect(fieldText(value)).toBe(text);
  });

  it.each([
    { value: 2.5, step: 0.01, direction: 1, next: 2.51 },
    { value: 2.5, step: 0.01, direction: -1, next: 2.49 },
    { value: 0.1 + 0.2, step: 0.1, direction: 1, next: 0.4 },
    { value: 2.503, step: 0.01, direction: 1, next: 2.51 },
    { value: 2.503, step: 0.01, direction: -1, next: 2.5 },
    { value: 0, step: 1, direction: -1, next: -1 },
  ] as const)("steps from $value by $step in direction $direction to $next", ({ value, step, direction, next }) => {
    expect(stepped(value, step, direction)).toBe(next);
  });
});
