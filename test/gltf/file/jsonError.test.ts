import { describe, expect, it } from "@jest/globals";
import { FindJsonError } from "../../../src/tools.js";

describe("FindJsonError", () => {
  it.each([
    { comment: "a word that is no value", text: '{"name": walk}', index: 9 },
    { comment: "a comma too many", text: "[1, 2,]", index: 6 },
    { comment: "a text that ends too early", text: '{"a": [', index: 7 },
    { comment: "a second value", text: "1 2", index: 2 },
    { comment: "a line break in a string", text: '"a\nb"', index: 2 },
    { comment: "a valid text, at its end", text: '{"a": [1, null]}', index: 16 },
  ])("finds $comment", ({ text, index }) => {
    expect(FindJsonError(text)).toBe(index);
  });
});
