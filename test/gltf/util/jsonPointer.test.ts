import { describe, expect, it } from "@jest/globals";
import { followTokens, parseArrayIndex, parseJsonPointer } from "../../../src/gltf/util/jsonPointer.js";

/** The document of RFC 6901, section 5, and what its pointers evaluate to. */
const DOCUMENT: unknown = JSON.parse(String.raw`{
  "foo": ["bar", "baz"],
  "": 0,
  "a/b": 1,
  "c%d": 2,
  "e^f": 3,
  "g|h": 4,
  "i\\j": 5,
  "k\"l": 6,
  " ": 7,
  "m~n": 8
}`);
const EXAMPLES = [
  { pointer: "", tokens: [], value: DOCUMENT },
  { pointer: "/foo", tokens: ["foo"], value: ["bar", "baz"] },
  { pointer: "/foo/0", tokens: ["foo", "0"], value: "bar" },
  { pointer: "/", tokens: [""], value: 0 },
  { pointer: "/a~1b", tokens: ["a/b"], value: 1 },
  { pointer: "/c%d", tokens: ["c%d"], value: 2 },
  { pointer: "/e^f", tokens: ["e^f"], value: 3 },
  { pointer: "/g|h", tokens: ["g|h"], value: 4 },
  { pointer: "/i\\j", tokens: ["i\\j"], value: 5 },
  { pointer: '/k"l', tokens: ['k"l'], value: 6 },
  { pointer: "/ ", tokens: [" "], value: 7 },
  { pointer: "/m~0n", tokens: ["m~n"], value: 8 },
];

describe("the examples of RFC 6901", () => {
  it.each(EXAMPLES)("'$pointer'", ({ pointer, tokens, value }) => {
    expect(parseJsonPointer(pointer)).toEqual(tokens);
    expect(followTokens(DOCUMENT, tokens)).toEqual(value);
  });
});

describe("parseJsonPointer", () => {
  it.each([
    { pointer: "/~0", tokens: ["~"] },
    { pointer: "/~1", tokens: ["/"] },
    // first ~1, then ~0: never a slash (section 4)
    { pointer: "/~01", tokens: ["~1"] },
    { pointer: "/~001", tokens: ["~01"] },
    { pointer: "/~0~1", tokens: ["~/"] },
    { pointer: "/~1~0", tokens: ["/~"] },
    { pointer: "/~10", tokens: ["/0"] },
    { pointer: "/~1~1/~0~0", tokens: ["//", "~~"] },
    { pointer: "//", tokens: ["", ""] },
    { pointer: "/a//b/", tokens: ["a", "", "b", ""] },
    // not URI fragments: nothing is decoded (section 6)
    { pointer: "/%7E1", tokens: ["%7E1"] },
    { pointer: "/\u{1f600}/\u0000/\ud800", tokens: ["\u{1f600}", "\u0000", "\ud800"] },
    { pointer: "/__proto__/constructor", tokens: ["__proto__", "constructor"] },
  ])("unescapes $pointer", ({ pointer, tokens }) => {
    expect(parseJsonPointer(pointer)).toEqual(tokens);
  });

  it.each(["~", "a", "a/b", " /a", "#/a", "/~", "/a~", "/~2", "/~~", "/~~0", "/~/0", "/a/~01~", "/~a", "/0~-1"])(
    "refuses %s",
    (pointer) => {
      expect(parseJsonPointer(pointer)).toBeNull();
    },
  );
});

describe("parseArrayIndex", () => {
  it.each([
    { token: "0", index: 0 },
    { token: "1", index: 1 },
    { token: "10", index: 10 },
    { token: "4294967294", index: 4294967294 },
    { token: "9007199254740991", index: Number.MAX_SAFE_INTEGER },
  ])("reads $token", ({ token, index }) => {
    expect(parseArrayIndex(token)).toBe(index);
  });

  it.each([
    "",
    "-",
    "00",
    "01",
    "-0",
    "-1",
    "+1",
    "1.0",
    "1.",
    ".5",
    "1e0",
    "0x1",
    "1n",
    " 1",
    "1 ",
    "1\n",
    "1_0",
    "NaN",
    "Infinity",
    "\u0661",
    "\uff11",
  ])("does not take '%s' for an index", (token) => {
    expect(parseArrayIndex(token)).toBe(-1);
  });
});

describe("followTokens", () => {
  const json: unknown = JSON.parse(
    '{ "list": [{ "a": 1 }, null, false, "text"], "nothing": null, "toString": { "b": 2 }, "__proto__": { "c": 3 } }',
  );

  it.each([
    { tokens: ["list", "0", "a"], value: 1 },
    { tokens: ["list", "1"], value: null },
    { tokens: ["list", "2"], value: false },
    { tokens: ["nothing"], value: null },
    // members of the asset, whatever they are called
    { tokens: ["toString", "b"], value: 2 },
    { tokens: ["__proto__", "c"], value: 3 },
  ])("follows $tokens", ({ tokens, value }) => {
    expect(followTokens(json, tokens)).toBe(value);
  });

  it.each([
    { comment: "a member that is not there", tokens: ["other"] },
    { comment: "what is below it", tokens: ["other", "a", "b"] },
    { comment: "null", tokens: ["nothing", "a"] },
    { comment: "a text's characters", tokens: ["list", "3", "0"] },
    { comment: "a text's length", tokens: ["list", "3", "length"] },
    { comment: "the element after the last one", tokens: ["list", "4"] },
    { comment: "the element after the last one, as -", tokens: ["list", "-"] },
    { comment: "an index with a leading zero", tokens: ["list", "00"] },
    { comment: "an index from the end", tokens: ["list", "-1"] },
    { comment: "a float", tokens: ["list", "0.0"] },
    { comment: "a number with an exponent", tokens: ["list", "1e0"] },
    { comment: "an empty index", tokens: ["list", ""] },
    { comment: "a huge index", tokens: ["list", "1".repeat(400)] },
    { comment: "an index beyond 32 bits", tokens: ["list", "4294967296"] },
    { comment: "an array's length", tokens: ["list", "length"] },
    { comment: "an array's methods", tokens: ["list", "push"] },
    { comment: "an array's prototype", tokens: ["list", "__proto__"] },
    { comment: "an object's prototype, where the asset has no such member", tokens: ["list", "0", "__proto__"] },
    { comment: "a constructor", tokens: ["list", "0", "constructor"] },
    { comment: "a constructor's prototype", tokens: ["constructor", "prototype"] },
    { comment: "a method", tokens: ["list", "0", "hasOwnProperty"] },
    { comment: "a method of a method", tokens: ["valueOf", "call"] },
  ])("does not follow $comment", ({ tokens }) => {
    expect(followTokens(json, tokens)).toBeUndefined();
  });

  it.each([null, undefined, 5, "text", true])("finds nothing in %p, but itself", (value) => {
    expect(followTokens(value, [])).toBe(value);
    expect(followTokens(value, ["0"])).toBeUndefined();
    expect(followTokens(value, ["length"])).toBeUndefined();
  });
});
