import { describe, expect, it } from "@jest/globals";
import { RULES, ruleOf } from "./helpers/rules.js";
import { rulesOfSource } from "./helpers/rulesOfSource.js";

describe("the table of rules", () => {
  it("has the wording of each rule in src, and no other", () => {
    expect(Object.values<string>(RULES).sort()).toEqual([...rulesOfSource("src")].sort());
  });

  it("is in the order of the names", () => {
    expect(Object.keys(RULES)).toEqual(Object.keys(RULES).sort());
  });
});

describe("ruleOf", () => {
  const [start, middle, end] = RULES.atLeastStart.split("%s");

  it("states a rule with its values, and with what was got", () => {
    expect(ruleOf("number")).toBe(RULES.number);
    expect(ruleOf("number", "NaN")).toBe(`${RULES.number} (got NaN)`);
    expect(ruleOf("atLeastStart", 1, 2)).toBe(`${start}1${middle}2${end}`);
  });

  it("ends before the first value that is missing", () => {
    expect(ruleOf("atLeastStart")).toBe(start);
    expect(ruleOf("atLeastStart", 1)).toBe(`${start}1${middle}`);
  });
});
