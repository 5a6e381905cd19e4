import { describe, expect, it } from "@jest/globals";
import { argumentError, excerpt, show } from "../../../src/gltf/util/messages.js";

function nested(depth: number, wrap: (value: unknown) => unknown): unknown {
  let value: unknown = 1;
  for (let i = 0; i < depth; i++) {
    value = wrap(value);
  }
  return value;
}

describe("show", () => {
  it.each([
    [1.5, "1.5"],
    [NaN, "NaN"],
    [-Infinity, "-Infinity"],
    ["word", '"word"'],
    [undefined, "undefined"],
    [null, "null"],
    [true, "true"],
    [[1, "a"], '[1,"a"]'],
    [{ a: { b: [] } }, '{"a":{"b":[]}}'],
    [10n, '"10"'],
    [Symbol("s"), '"Symbol(s)"'],
    [{ a: 1n }, '{"a":"1"}'],
    [JSON.parse('{"__proto__": 1}'), '{"__proto__":1}'],
    [new Map(), '"[Map]"'],
    [Promise.resolve(1), "a Promise, which needs await"],
    [{ constructor: 1 }, '{"constructor":1}'],
    ["a\nb\u001b[0m", '"a\\nb\\u001b[0m"'],
    ["\u0085\u009b\u200f\u202e\u2028\u2029\ufeff", '"\\u{85}\\u{9b}\\u{200f}\\u{202e}\\u{2028}\\u{2029}\\u{feff}"'],
  ])("shows %p as %s", (value, expected) => {
    expect(show(value)).toBe(expected);
  });

  it.each([
    ["an array nested 100,000 deep", nested(100_000, (value) => [value])],
    ["an object nested 100,000 deep", nested(100_000, (value) => ({ a: value }))],
    ["an array of a million numbers", new Array(1e6).fill(1)],
    ["four million characters", "x".repeat(4e6)],
    ["a member with a long name", { ["x".repeat(4e6)]: 1 }],
    ["an object of many members", Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`member ${i}`, i]))],
  ])("shows the beginning of %s", (_, value) => {
    const shown = show(value);
    expect(shown).toContain("...");
    expect(shown.length).toBeLessThanOrEqual(40);
  });
});

describe("excerpt", () => {
  it("keeps a text of up to 140 characters as it is", () => {
    const text = "ü😀/".repeat(35);
    expect(excerpt(text)).toBe(text);
  });

  it("cuts a longer one, between characters", () => {
    expect(excerpt("a".repeat(141))).toBe(`${"a".repeat(137)}...`);
    expect(excerpt(`${"a".repeat(136)}😀${"b".repeat(9)}`)).toBe(`${"a".repeat(136)}...`);
  });

  it("escapes control characters", () => {
    expect(excerpt("/a\n\u001b[31m\u009b")).toBe("/a\\u{a}\\u{1b}[31m\\u{9b}");
    expect(excerpt("\ud800")).toBe("\\u{d800}");
  });
});

describe("argumentError", () => {
  it.each([
    ["0.5", "number", TypeError, 'weight: must be valid (got "0.5")'],
    [2, "number", RangeError, "weight: must be valid (got 2)"],
    [NaN, "number", RangeError, "weight: must be valid (got NaN)"],
    [undefined, "string", TypeError, "weight: must be valid (got undefined)"],
    [null, "object", TypeError, "weight: must be valid (got null)"],
    [[], "object", RangeError, "weight: must be valid (got [])"],
  ] as const)("of %p, for values of type %s", (value, type, expected, message) => {
    const error = argumentError("weight", "must be valid", value, type);
    expect([error.constructor, error.message]).toEqual([expected, message]);
  });
});
