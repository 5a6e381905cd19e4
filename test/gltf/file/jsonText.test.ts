/** Changing the value of a JSON text: the new value is right, and nothing else in the text changes. */
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { editJson } from "../../../src/gltf/file/jsonText.js";
import type { Json } from "../../helpers/gltfPose.js";

const PRETTY = `{
    "asset": { "version": "2.0" },
    "numbers": [1.50, 1e2, -0.0],
    "nodes": [
        {
            "name": "a\\u0020b"
        },
        {
            "name": "c"
        }
    ]
}
`;

/** The text with changes made to its value. */
function edit(text: string, change: (json: Json) => void): string {
  const json = JSON.parse(text) as Json;
  change(json);
  return editJson(text, json);
}

interface Row {
  readonly comment: string;
  readonly text: string;
  readonly change: (json: Json) => void;
  readonly expected: string;
}

const rows: readonly Row[] = [
  { comment: "no change: the same text", text: PRETTY, change: () => {}, expected: PRETTY },
  {
    comment: "a number: only that number",
    text: PRETTY,
    change: (json) => (json["numbers"][1] = 7),
    expected: PRETTY.replace("1e2", "7"),
  },
  {
    comment: "a value of another type: with the indentation of its line",
    text: PRETTY,
    change: (json) => (json["nodes"][1].name = { x: 1 }),
    expected: PRETTY.replace('"name": "c"', '"name": {\n                "x": 1\n            }'),
  },
  {
    comment: "a new item: after the last one, with its indentation",
    text: PRETTY,
    change: (json) => json["nodes"].push({ name: "d" }),
    expected: PRETTY.replace(`"c"\n        }`, `"c"\n        },\n        {\n            "name": "d"\n        }`),
  },
  {
    comment: "a new item of an array in one line: in that line",
    text: PRETTY,
    change: (json) => json["numbers"].push(3),
    expected: PRETTY.replace("-0.0]", "-0.0, 3]"),
  },
  {
    comment: "a new object in an array in one line: in one line, too",
    text: '{\n  "a": [{"b": 1}, {"c": 2}]\n}',
    change: (json) => json["a"].push({ d: 3 }),
    expected: '{\n  "a": [{"b": 1}, {"c": 2}, {"d":3}]\n}',
  },
  {
    comment: "an object at the beginning of a line that is not indented",
    text: '{\n  "a": 1,\n"b": 2\n}',
    change: (json) => (json["b"] = { c: 3 }),
    expected: '{\n  "a": 1,\n"b": {\n  "c": 3\n}\n}',
  },
  {
    comment: "removing the first of two arrays: the second keeps its text",
    text: "[[1.0], [2.0]]",
    change: (json) => (json as unknown as unknown[]).shift(),
    expected: "[[2.0]]",
  },
  {
    comment: "a new member: after the last one",
    text: PRETTY,
    change: (json) => (json["extras"] = [1]),
    expected: PRETTY.replace(/\n}\n$/, `,\n    "extras": [\n        1\n    ]\n}\n`),
  },
  {
    comment: "removing the last item: with the comma before it",
    text: PRETTY,
    change: (json) => json["nodes"].pop(),
    expected: PRETTY.replace(`,\n        {\n            "name": "c"\n        }`, ""),
  },
  {
    comment: "removing the first item: with the comma after it",
    text: PRETTY,
    change: (json) => json["nodes"].shift(),
    expected: PRETTY.replace(`{\n            "name": "a\\u0020b"\n        },\n        `, ""),
  },
  {
    comment: "an item before the first one",
    text: PRETTY,
    change: (json) => json["numbers"].unshift(0),
    expected: PRETTY.replace("[1.50", "[0, 1.50"),
  },
  {
    comment: "a removed and an added member",
    text: '{"a": 1, "b": 2}',
    change: (json) => {
      delete json["b"];
      json["c"] = 3;
    },
    expected: '{"a": 1, "c": 3}',
  },
  {
    comment: "minified text: stays minified",
    text: '{"a":[1],"b":{}}',
    change: (json) => (json["b"] = { c: [2] }),
    expected: '{"a":[1],"b":{"c":[2]}}',
  },
  {
    comment: "line ends of Windows",
    text: '{\r\n\t"a": 1\r\n}',
    change: (json) => (json["b"] = [1]),
    expected: '{\r\n\t"a": 1,\r\n\t"b": [\r\n\t\t1\r\n\t]\r\n}',
  },
  {
    comment: "a repeated key",
    text: '{"x":{"a":[1],"a":{"b":1}},"y":1.0}',
    change: (json) => (json["x"].a.b = 2),
    expected: '{"x":{"a":{"b":2}},"y":1.0}',
  },
  {
    comment: "escapes and brackets in strings",
    text: '{"a\\"}":"]\\\\","b":1}',
    change: (json) => (json["b"] = 2),
    expected: '{"a\\"}":"]\\\\","b":2}',
  },
  {
    comment: "a member called __proto__",
    text: '{"__proto__":{"a":1}}',
    change: (json) => ((Object.values(json)[0] as Json)["a"] = 2),
    expected: '{"__proto__":{"a":2}}',
  },
];

describe("editJson", () => {
  it.each(rows)("$comment", ({ text, change, expected }) => {
    expect(edit(text, change)).toBe(expected);
  });

  const json = fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.parse(JSON.stringify(value)) as unknown);

  it("changes any value to any other", () => {
    fc.assert(
      fc.property(json, json, fc.constantFrom("", " ", "\t", "    "), (before, after, indent) => {
        expect(JSON.parse(editJson(JSON.stringify(before, null, indent), after))).toEqual(after);
      }),
      { numRuns: 2000 },
    );
  });

  it("changes a value to a similar one", () => {
    const item = fc.oneof(
      fc.integer({ min: 0, max: 3 }),
      fc.record({ a: fc.integer({ min: 0, max: 2 }), b: fc.boolean() }, { requiredKeys: [] }),
    );
    const similar = fc.record(
      { x: fc.array(item), y: fc.dictionary(fc.constantFrom("a", "b", "c", "d"), item), z: item },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(similar, similar, fc.constantFrom("", "  "), (before, after, indent) => {
        expect(JSON.parse(editJson(JSON.stringify(before, null, indent), after))).toEqual(after);
      }),
      { numRuns: 3000 },
    );
  });

  it("keeps the text if the value is equal", () => {
    fc.assert(
      fc.property(json, fc.constantFrom("", "  "), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(editJson(text, value)).toBe(text);
      }),
    );
  });
});
