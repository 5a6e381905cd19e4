import { expect, it } from "@jest/globals";
import { stripComments } from "../../scripts/comments.mjs";

it.each([
  { comment: "a line", code: "// one\na(); // two\n  // three\nb();\n// four\n", stripped: "a(); \nb();\n" },
  {
    comment: "a block of lines",
    code: "/**\n * One.\n */\nexport function f(/* x */ a) {\n  /* two */\n}\n",
    stripped: "export function f( a) {\n}\n",
  },
  { comment: "an annotation", code: "const a = /*#__PURE__*/ new A(/* b */);\n", stripped: "const a = /*#__PURE__*/ new A();\n" },
  {
    comment: "the name of a chunk",
    code: 'import(/* webpackChunkName: "a" */ "./a.js");\n',
    stripped: 'import(/* webpackChunkName: "a" */ "./a.js");\n',
  },
  { comment: "texts", code: 'a("// b", `\n// c\n${/* d */ 1}`, /\\/\\*e/);\n', stripped: 'a("// b", `\n// c\n${ 1}`, /\\/\\*e/);\n' },
  { comment: "nothing", code: "", stripped: "" },
])("stripComments removes comments, and nothing else: $comment", ({ code, stripped }) => {
  expect(stripComments(code)).toBe(stripped);
});
