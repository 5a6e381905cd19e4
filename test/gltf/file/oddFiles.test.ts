/** Unusual files: clips are written into them, and nothing else changes. */
import { describe, expect, it } from "@jest/globals";
import { GltfFile, ReadClips, WriteClips, type ClipInput } from "../../../src/tools.js";
import { chunkOf, packChunks } from "../../helpers/glbChunks.js";
import { errorsAmong } from "../../helpers/findings.js";
import { ruleOf } from "../../helpers/rules.js";

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array): string => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
const BYTES = Uint8Array.from({ length: 32 }, (_, i) => 7 * i);
const DATA_URI = `data:application/octet-stream;base64,${Buffer.from(BYTES).toString("base64")}`;

/** A .gltf laid out by hand, with numbers that no program would spell so. */
function createText({ newline = "\n", indent = "  ", uri = DATA_URI } = {}): string {
  const lines = [
    "{",
    '>"asset" : { "version":"2.0" },',
    '>"nodes": [',
    '>>{ "name": "caf\\u00e9", "translation": [ 1.0, 2.50, -0.0 ] }, {"scale": [1E+0, 1e0, 1]}',
    ">],",
    ">",
    `>"buffers": [ { "uri": "${uri}", "byteLength": 32 } ],`,
    '>"bufferViews": [ { "buffer": 0, "byteLength": 8 }, { "buffer": 0, "byteOffset": 8, "byteLength": 24 } ],',
    '>"accessors": [',
    '>>{ "bufferView": 0, "componentType": 5126, "count": 2, "type": "SCALAR" },',
    '>>{ "bufferView": 1, "componentType": 5126, "count": 2, "type": "VEC3" }',
    ">],",
    '>"animations": [',
    '>>{ "channels": [ { "sampler": 0, "target": { "node": 0, "path": "translation" } } ], "samplers": [{"input":0,"output":1}] }',
    ">]",
    "}",
    "",
  ];
  return lines.map((line) => line.replace(/^>+/, (marks) => indent.repeat(marks.length))).join(newline);
}

const WALK: ClipInput = { name: "walk", animations: [0], settings: { start: 0.25, end: 0.75, reverse: true } };

/** The lines that are only in the second text; all lines of the first one must be in it, in order. They may end with a comma more. */
function addedLines(before: string, after: string): string[] {
  const rest = before.split("\n");
  const added: string[] = [];
  for (const line of after.split("\n")) {
    if (line === rest[0] || line.replace(/,(\r?)$/, "$1") === rest[0]) {
      rest.shift();
    } else {
      added.push(line);
    }
  }
  expect(rest).toEqual([]);
  return added;
}

describe("the text of a .gltf", () => {
  it.each([
    { comment: "LF and two spaces", newline: "\n", indent: "  ", mark: "" },
    { comment: "CRLF", newline: "\r\n", indent: "  ", mark: "" },
    { comment: "tabs", newline: "\n", indent: "\t", mark: "" },
    { comment: "CRLF, tabs and a byte order mark", newline: "\r\n", indent: "\t", mark: "\uFEFF" },
  ])("changes only in the lines of our extension, which are laid out like the others: $comment", ({ newline, indent, mark }) => {
    const text = mark + createText({ newline, indent });
    const file = GltfFile.parse(encode(text));
    expect(decode(file.toFiles()["model.gltf"]!)).toBe(text);

    WriteClips(file.json, [WALK]);
    const written = decode(file.toFiles()["model.gltf"]!);
    const lines = [
      ...['>"extensions": {', '>>"KHR_animation_clip": {', '>>>"clips": [', ">>>>{", '>>>>>"name": "walk",', '>>>>>"animations": ['],
      ...[">>>>>>0", ">>>>>],", '>>>>>"start": 0.25,', '>>>>>"end": 0.75,', '>>>>>"reverse": true', ">>>>}", ">>>]", ">>}", ">},"],
      ...['>"extensionsUsed": [', '>>"KHR_animation_clip"', ">]"],
    ].map((line) => line.replace(/^>+/, (marks) => indent.repeat(marks.length)) + newline.slice(0, -1));
    expect(addedLines(text, written)).toEqual(lines);

    const again = GltfFile.parse(encode(written));
    WriteClips(again.json, [{ ...WALK, settings: { ...WALK.settings, end: 0.5 } }]);
    expect(decode(again.toFiles()["model.gltf"]!)).toBe(written.replace('"end": 0.75', '"end": 0.5'));
    WriteClips(again.json, []);
    expect(decode(again.toFiles()["model.gltf"]!)).toBe(text);
  });

  it.each([
    {
      comment: "a comment",
      text: '{\n  // by hand\n  "asset": {}\n}',
      message: ", without comments (got // by hand in line 2, column 3",
    },
    {
      comment: "a comment in a line",
      text: '{"a": [1, /* two */ 2]}',
      message: ", without comments (got /* two */ 2]} in line 1, column 11",
    },
    { comment: "an extra comma", text: '{\r\n\t"a": [1, 2],\r\n}', message: "} in line 3, column 1" },
    { comment: "a missing comma", text: '{"a": {"b": 1 "c": 2}}', message: '"c": 2}} in line 1, column 15' },
    { comment: "a missing colon", text: '{"a" 1}', message: "1} in line 1, column 6" },
    { comment: "a key without quotes", text: "{a: 1}", message: "a: 1} in line 1, column 2" },
    { comment: "brackets that do not match", text: '{"a": [1}', message: "} in line 1, column 9" },
    { comment: "a key without quotes after another", text: '{"a": 1, 2: 3}', message: "2: 3} in line 1, column 10" },
    { comment: "brackets that do not match, behind others that do", text: '{"a": [1, {}]]', message: "] in line 1, column 14" },
    { comment: "a word behind nested brackets", text: '[[[1], 2], {"a": 3} x]', message: "x] in line 1, column 21" },
    { comment: "a long word", text: `{"a": ${"word ".repeat(9)}}`, message: "word word word wo... in line 1, column 7" },
    { comment: "a number that JSON does not allow", text: '{"a": NaN}', message: "NaN} in line 1, column 7" },
    { comment: "an escape that JSON does not allow", text: '["a", "b\\x41"]', message: '\\x41"] in line 1, column 9' },
    { comment: "a line break in a string", text: '{"a": "b\nc"}', message: " in line 1, column 9" },
    { comment: "two values", text: '{"a": "\\"\\u00e9"} {}', message: "{} in line 1, column 19" },
    { comment: "an end too early", text: '{"a": [true, null,\n', message: "; the file is cut off (got the end in line 2, column 1" },
    { comment: "an end within a string", text: '{"a', message: "; the file is cut off (got the end in line 1, column 4" },
    { comment: "an end within an escape", text: '{"a\\u00', message: "; the file is cut off (got \\u00 in line 1, column 4" },
    { comment: "an end within a word", text: '{"a": fals', message: "; the file is cut off (got fals in line 1, column 7" },
    { comment: "an end within a number", text: '{"a": 1.5e+', message: "; the file is cut off (got e+ in line 1, column 10" },
    { comment: "zeros after the end", text: "[-1.5e+3]\0\0", message: "\\u{0}\\u{0} in line 1, column 10" },
  ])("is refused with line and column if it is not JSON: $comment", ({ text, message }) => {
    expect(() => GltfFile.parse(encode(text))).toThrow(`/: ${ruleOf("validJson")}${/^[,;]/.test(message) ? "" : " (got "}${message})`);
  });
});

describe("many", () => {
  it("clips, 1,000 of them, are written and read back, and the rest of the text is kept", () => {
    const clips = Array.from({ length: 1000 }, (_, i) => ({
      name: `clip ${i}`,
      animations: [0],
      settings: { start: i / 8, end: i / 8 + 1 },
    }));
    const text = createText();
    const file = GltfFile.parse(encode(text));
    WriteClips(file.json, clips);
    const written = decode(file.toFiles()["model.gltf"]!);
    const { definitions, findings } = ReadClips(GltfFile.parse(encode(written)).json);
    expect(errorsAmong(findings)).toEqual([]);
    expect(definitions).toMatchObject(clips);
    expect(addedLines(text, written).filter((line) => line.includes('"name"')).length).toBe(1000);
  });

  it("animations, 10,000 of them, keep their text when a clip of all of them is written", () => {
    const animation = '{"channels":[{"sampler":0,"target":{"node":0,"path":"scale"}}],"samplers":[{"input":0,"output":1}]}';
    const before = `{"asset":{"version":"2.0"},"animations":[\n${new Array<string>(10_000).fill(animation).join(",\n")}\n],"nodes":[{}]}`;
    const file = GltfFile.parse(encode(before));
    const animations = Array.from({ length: 10_000 }, (_, i) => i);
    WriteClips(file.json, [{ animations }]);
    const clips = `"extensions":{"KHR_animation_clip":{"clips":[{"animations":[${animations.join()}]}]}}`;
    expect(decode(file.toFiles()["model.gltf"]!)).toBe(`${before.slice(0, -1)},${clips},"extensionsUsed":["KHR_animation_clip"]}`);
  });
});

describe("the buffers of a .gltf", () => {
  it.each([
    { comment: "a data URI", uri: DATA_URI, resources: {} },
    { comment: "a data URI in capitals", uri: DATA_URI.replace("data:", "DATA:").replace(";base64", ";BASE64"), resources: {} },
    { comment: "a file beside it", uri: "my%20data.bin", resources: { "my%20data.bin": BYTES } },
  ])("do not change when clips are written or data is appended: $comment", ({ uri, resources }) => {
    const text = createText({ uri });
    const file = GltfFile.parse(encode(text), resources);
    const values = [...file.readAccessor(1)];
    expect(values).toEqual([...new Float32Array(BYTES.buffer, 8, 6)]);
    WriteClips(file.json, [WALK]);
    const appended = file.append(new Float32Array([1, 2]), "SCALAR");
    const files = file.toFiles("a.gltf");
    expect(Object.keys(files).sort()).toEqual([...Object.keys(resources), "a.gltf"].sort());
    expect(files).toMatchObject(resources);
    const again = GltfFile.parse(files["a.gltf"]!, files);
    expect(again.json.buffers![0]).toEqual({ uri, byteLength: 32 });
    expect([...again.readAccessor(1)]).toEqual(values);
    expect([...again.readAccessor(appended)]).toEqual([1, 2]);
  });
});

describe("the chunks of a .glb", () => {
  const text = createText().replace(`"uri": "${DATA_URI}", `, "");
  const binary = (padding: number): Buffer => chunkOf("BIN\0", Buffer.concat([BYTES, Buffer.alloc(padding, 9)]));

  it.each([
    { comment: "spaces up to the next multiple of 4", padded: text.padEnd(Math.ceil(text.length / 4) * 4), padding: 0 },
    { comment: "more padding than is needed", padded: text.padEnd(Math.ceil(text.length / 4) * 4 + 64), padding: 12 },
    { comment: "line breaks and tabs", padded: text.padEnd(Math.ceil(text.length / 4) * 4 + 4, "\n\t"), padding: 4 },
  ])("are written unchanged, and only the JSON changes when clips are written: $comment", ({ padded, padding }) => {
    const rest = [
      chunkOf("more", Buffer.from("1234")),
      chunkOf("JSON", Buffer.from("null")),
      chunkOf("none", Buffer.alloc(0)),
      chunkOf("BIN\0", BYTES),
    ];
    const others = [binary(padding), ...rest];
    const bytes = packChunks([chunkOf("JSON", Buffer.from(padded)), ...others]);
    const file = GltfFile.parse(bytes);
    expect(Buffer.compare(file.toFiles()["model.glb"]!, bytes)).toBe(0);
    WriteClips(file.json, [WALK]);
    const written = Buffer.from(file.toFiles()["model.glb"]!);
    const end = Buffer.concat(others);
    expect(Buffer.compare(written.subarray(-end.length), end)).toBe(0);
    expect(written.readUInt32LE(8)).toBe(written.length);
    expect(written.readUInt32LE(12)).toBe(written.length - end.length - 20);
    expect(ReadClips(GltfFile.parse(written).json).definitions).toMatchObject([WALK]);
  });

  it("are read without padding, and written with it", () => {
    const unpadded = [
      chunkOf("JSON", Buffer.from(`${text} `.slice(0, text.length + (text.length % 2 ? 0 : 1)))),
      chunkOf("BIN\0", BYTES.subarray(0, 31)),
    ];
    const file = GltfFile.parse(packChunks(unpadded));
    expect(unpadded.map(({ length }) => length % 4 > 0)).toEqual([true, true]);
    file.json.buffers![0]!["byteLength"] = 31;
    const written = Buffer.from(file.toFiles()["model.glb"]!);
    expect(written.subarray(-40)).toEqual(chunkOf("BIN\0", Buffer.concat([BYTES.subarray(0, 31), Buffer.alloc(1)])));
    expect(GltfFile.parse(written).json).toEqual(file.json);
  });
});
