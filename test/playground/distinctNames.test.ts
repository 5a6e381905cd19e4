import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { distinctNames } from "../../playground/page/stage/distinctNames.js";

describe("distinct names", () => {
  it.each([
    [[], []],
    [["lens"], ["lens"]],
    [
      ["lens", "eye", "lens"],
      ["lens (1)", "eye", "lens (2)"],
    ],
    [
      ["lens", "lens", "lens (1)"],
      ["lens (2)", "lens (3)", "lens (1)"],
    ],
  ])("%j become %j", (names, expected) => {
    expect(distinctNames(names)).toEqual(expected);
  });

  it("are all different, and each begins with its name", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("a", "b", "a (1)", "a (2)", "")), (names) => {
        const made = distinctNames(names);
        expect(new Set(made).size).toBe(names.length);
        made.forEach((name, i) => expect(name.startsWith(names[i]!)).toBe(true));
      }),
    );
  });
});
