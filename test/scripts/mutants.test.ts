/** The changes of `npm run mutate`. */
import { describe, expect, it } from "@jest/globals";
import { mutantsOf, switchable } from "../../scripts/mutation/mutants.mjs";

const changed = (text: string): string[] =>
  mutantsOf(text).map(({ start, end, replacement }) => text.slice(0, start) + replacement + text.slice(end));

describe("mutants", () => {
  it.each([
    { text: "a + b;", expected: [";", "a - b;"] },
    { text: "x = a < b;", expected: [";", "x = a <= b;"] },
    { text: "const x = a ?? b;", expected: ["const x = ((a) && b);"] },
    { text: "const x = !a;", expected: ["const x = (a);"] },
    { text: "const x = -1.5;", expected: ["const x = (1.5);", "const x = -(1.5 + 1);"] },
    { text: "const x = a ? b : c;", expected: ["const x = true ? b : c;", "const x = false ? b : c;"] },
    { text: "const x = Math.min(a, b);", expected: ["const x = Math.max(a, b);"] },
    { text: "if (a) { f(); }", expected: ["if (true) { f(); }", "if (false) { f(); }", "if (a) { ; }"] },
    { text: "const x = true;", expected: ["const x = false;"] },
  ])("of $text", ({ text, expected }) => {
    expect(changed(text)).toEqual(expected);
  });

  it.each(['import { a } from "b";', "type A = -1 | true;", "interface A { b: 1; }", "let a: 0 | 1;", "throw new Error(`${a + b}`);"])("are not made of %s", (text) => {
    expect(changed(text)).toEqual([]);
  });
});

describe("a text with switches", () => {
  it.each([
    { text: "a(b < c);", expected: "{if (isMutant(0)) ; else a((isMutant(1) ? b <= c : b < c));}" },
    { text: "const x = a ? !b : c;", expected: "const x = (isMutant(0) ? true : isMutant(1) ? false : a) ? (isMutant(2) ? (b) : !b) : c;" },
    { text: "const x = a.min(b).c;", expected: "const x = (isMutant(0) ? a.max(b).c : a.min(b).c);" },
    { text: "const x = (a.min = b);", expected: "const x = ((isMutant(0) ? a.max = b : a.min = b));" },
  ])("keeps $text and its mutants", ({ text, expected }) => {
    expect(switchable(text, mutantsOf(text))).toBe(expected);
  });
});
