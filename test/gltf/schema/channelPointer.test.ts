import { describe, expect, it } from "@jest/globals";
import { AssetError } from "../../../src/gltf/util/index.js";
import {
  readChannelPointer,
  readChannelPointers2,
  readPropertyChannel,
  readPropertyChannels,
  type ChannelPointers,
} from "../../../src/gltf/schema/index.js";
import { sentencesOf } from "../../helpers/findings.js";
import { ruleOf } from "../../helpers/rules.js";

const PLACE = "/animations/3/channels/7";

/** The pointer of the drafts' own example. */
const P = "/nodes/0/rotation";

/** The warning about a pointer without its slash. */
const slash = (at: string, pointer = P.slice(1)): string => `${at}: ${ruleOf("beginWithSlash", pointer)}`;

/** One shape of a channel, and the expected reading. */
interface ReadRow {
  readonly comment: string;
  readonly json: unknown;
  /** Relative to the channel; null where the channel does not use the extension. */
  readonly expected: { readonly at: string; readonly pointers: readonly string[]; readonly warnings?: readonly string[] } | null;
}

/** Why a channel is refused. */
interface ErrorRow {
  readonly comment: string;
  readonly json: unknown;
  /** The place relative to the channel, and the rule. */
  readonly error: readonly [place: string, rule: string];
}

type Read = (place: string, channel: unknown) => ChannelPointers | null;

/** An attempt to change anything then throws. */
function deepFreeze<T>(value: T): T {
  if (typeof value === "object" && value !== null) {
    Object.values(value).forEach(deepFreeze);
    Object.freeze(value);
  }
  return value;
}

/** Parsed from text, as a file is: `__proto__` is then a key like any other. */
function parse(json: unknown): unknown {
  return json === undefined ? undefined : deepFreeze(JSON.parse(JSON.stringify(json)));
}

function describeRead(read: Read, rows: readonly ReadRow[]): void {
  it.each(rows)("$comment", ({ json, expected }) => {
    const result = read(PLACE, parse(json));
    expect(result && { ...result, findings: sentencesOf(result.findings, "POINTER_DOUBTFUL") }).toEqual(
      expected && {
        pointer: `${PLACE}/${expected.at}`,
        pointers: expected.pointers,
        findings: (expected.warnings ?? []).map((warning) => `${PLACE}/${warning}`),
      },
    );
  });
}

function describeErrors(read: Read, rows: readonly ErrorRow[]): void {
  it.each(rows)("$comment", ({ json, error: [place, rule] }) => {
    const run = (): unknown => read(PLACE, parse(json));
    expect(run).toThrow(AssetError);
    expect(run).toThrow(expect.objectContaining({ message: `${PLACE}/${place}: ${rule}`, pointer: `${PLACE}/${place}`, rule }));
  });
}

/** Channels that belong to glTF itself, or to somebody else. */
const FOREIGN: readonly ReadRow[] = [
  { comment: "a channel of glTF itself", json: { sampler: 0, target: { node: 0, path: "rotation" } }, expected: null },
  { comment: "a channel without target", json: { sampler: 0 }, expected: null },
  { comment: "a target that is null", json: { sampler: 0, target: null }, expected: null },
  { comment: "extensions that are null", json: { sampler: 0, target: { path: "rotation", extensions: null } }, expected: null },
  {
    comment: "extensions of others",
    json: { sampler: 0, target: { path: "rotation", extensions: { VENDOR_x: { path: P } } } },
    expected: null,
  },
  { comment: "null for a channel", json: null, expected: null },
  { comment: "a number for a channel", json: 4, expected: null },
  { comment: "nothing for a channel", json: undefined, expected: null },
];

const POINTER = "KHR_animation_pointer";

/** A target of the ratified extension. */
function ratified(extension: unknown, target: object = { path: "pointer" }): object {
  return { sampler: 0, target: { ...target, extensions: { [POINTER]: extension } } };
}

describe("KHR_animation_pointer", () => {
  const at = `target/extensions/${POINTER}/pointer`;
  const oldAt = `target/extensions/${POINTER}/path`;
  const notPointer = (got: string): string => `target/path: ${ruleOf("pathPointer", got)}`;
  const node = (got: string): string => `target/node: ${ruleOf("nodeNotSet", got)}`;

  describe("reads", () => {
    describeRead(readChannelPointer, [
      ...FOREIGN,
      { comment: "the ratified form", json: ratified({ pointer: P }), expected: { at, pointers: [P] } },
      { comment: "path in place of pointer, as in May 2022", json: ratified({ path: P }), expected: { at: oldAt, pointers: [P] } },
      {
        comment: "pointer where both are there",
        json: ratified({ path: "/nodes/1/scale", pointer: P }),
        expected: { at, pointers: [P] },
      },
      {
        comment: "a pointer without its slash",
        json: ratified({ pointer: "nodes/0/rotation" }),
        expected: { at, pointers: [P], warnings: [slash(at)] },
      },
      {
        comment: "escapes as they are",
        json: ratified({ pointer: "/materials/0/extras/a~1b~0c" }),
        expected: { at, pointers: ["/materials/0/extras/a~1b~0c"] },
      },
      {
        comment: "the slash alone, which is a pointer to the member without name",
        json: ratified({ pointer: "/" }),
        expected: { at, pointers: ["/"] },
      },
      {
        comment: "a target with a node, which does not count",
        json: ratified({ pointer: P }, { node: 5, path: "pointer" }),
        expected: { at, pointers: [P], warnings: [node("5")] },
      },
      {
        comment: "a target with node 0, which does not count either",
        json: ratified({ pointer: P }, { node: 0, path: "pointer" }),
        expected: { at, pointers: [P], warnings: [node("0")] },
      },
      {
        comment: "a target with another path",
        json: ratified({ pointer: P }, { path: "translation" }),
        expected: { at, pointers: [P], warnings: [notPointer('"translation"')] },
      },
      {
        comment: "a target without path",
        json: ratified({ pointer: P }, {}),
        expected: { at, pointers: [P], warnings: [notPointer("undefined")] },
      },
      {
        comment: "a target with a node and another path",
        json: ratified({ pointer: P }, { node: 2, path: "scale" }),
        expected: { at, pointers: [P], warnings: [node("2"), notPointer('"scale"')] },
      },
    ]);
  });

  describe("refuses", () => {
    describeErrors(readChannelPointer, [
      { comment: "no pointer", json: ratified({}), error: [at, ruleOf("string", "undefined")] },
      { comment: "null for the extension", json: ratified(null), error: [at, ruleOf("string", "undefined")] },
      { comment: "a string for the extension", json: ratified(P), error: [at, ruleOf("string", "undefined")] },
      { comment: "an array for the extension", json: ratified([P]), error: [at, ruleOf("string", "undefined")] },
      { comment: "a number", json: ratified({ pointer: 5 }), error: [at, ruleOf("string", 5)] },
      { comment: "null", json: ratified({ pointer: null }), error: [at, ruleOf("string", "null")] },
      { comment: "an array", json: ratified({ pointer: [P] }), error: [at, ruleOf("string", `["${P}"]`)] },
      {
        comment: "an empty pointer, which is the whole asset",
        json: ratified({ pointer: "" }),
        error: [at, ruleOf("nameProperty")],
      },
      { comment: "an empty path of May 2022", json: ratified({ path: "" }), error: [oldAt, ruleOf("nameProperty")] },
      { comment: "a path of May 2022 that is no string", json: ratified({ path: true }), error: [oldAt, ruleOf("string", "true")] },
      {
        comment: "a value that is too long, shortened",
        json: ratified({ pointer: { a: "0123456789012345678901234567890123456789" } }),
        error: [at, ruleOf("string", '{"a":"0123456789012345678901234567890...')],
      },
    ]);
  });
});

const SECOND = "KHR_animation2";

function draft(extension: unknown, target: object = { path: "rotation" }): object {
  return { sampler: 0, target: { ...target, extensions: { [SECOND]: extension } } };
}

describe("KHR_animation2", () => {
  const at = `target/extensions/${SECOND}/path`;
  const node = (got: string): string => `target/node: ${ruleOf("nodeNotSet", got)}`;
  const notLegal = (got: string): string => `target/path: ${ruleOf("pathOfGltf", got)}`;
  const [x, y, z] = ["/materials/0/emissiveFactor/0", "/materials/0/emissiveFactor/1", "/materials/0/emissiveFactor/2"];

  describe("reads", () => {
    describeRead(readChannelPointers2, [
      ...FOREIGN,
      ...["translation", "rotation", "scale", "weights"].map((path) => ({
        comment: `the last draft's form, beside ${path}`,
        json: draft({ path: P }, { path }),
        expected: { at, pointers: [P] },
      })),
      { comment: "a pointer in target.path", json: draft({}, { path: P }), expected: { at: "target/path", pointers: [P] } },
      { comment: "target.pointer", json: { sampler: 0, target: { pointer: P } }, expected: { at: "target/pointer", pointers: [P] } },
      { comment: "targetpointer", json: { sampler: 0, targetpointer: P }, expected: { at: "targetpointer", pointers: [P] } },
      {
        comment: "one pointer for each component",
        json: { sampler: 0, targets: [x, y, z] },
        expected: { at: "targets", pointers: [x, y, z] },
      },
      { comment: "one pointer in targets", json: { sampler: 0, targets: [P] }, expected: { at: "targets", pointers: [P] } },
      {
        comment: "every form without the leading slash: the extension's path",
        json: draft({ path: "nodes/0/rotation" }),
        expected: { at, pointers: [P], warnings: [slash(at)] },
      },
      {
        comment: "... target.path",
        json: draft({}, { path: "nodes/0/rotation" }),
        expected: { at: "target/path", pointers: [P], warnings: [slash("target/path")] },
      },
      {
        comment: "... target.pointer",
        json: { sampler: 0, target: { pointer: "nodes/0/rotation" } },
        expected: { at: "target/pointer", pointers: [P], warnings: [slash("target/pointer")] },
      },
      {
        comment: "... targetpointer",
        json: { sampler: 0, targetpointer: "nodes/0/rotation" },
        expected: { at: "targetpointer", pointers: [P], warnings: [slash("targetpointer")] },
      },
      {
        comment: "... each of targets",
        json: { sampler: 0, targets: [x, y.slice(1), z.slice(1)] },
        expected: { at: "targets", pointers: [x, y, z], warnings: [slash("targets/1", y.slice(1)), slash("targets/2", z.slice(1))] },
      },
      {
        comment: "the newest form where all are there",
        json: {
          sampler: 0,
          target: { path: "rotation", pointer: "/b", extensions: { [SECOND]: { path: P } } },
          targetpointer: "/c",
          targets: ["/d"],
        },
        expected: { at, pointers: [P] },
      },
      {
        comment: "target.path before target.pointer beside the empty extension",
        json: { sampler: 0, target: { path: P, pointer: "/b", extensions: { [SECOND]: {} } }, targetpointer: "/c", targets: ["/d"] },
        expected: { at: "target/path", pointers: [P] },
      },
      {
        comment: "target.pointer before targetpointer",
        json: { sampler: 0, target: { pointer: P }, targetpointer: "/c", targets: ["/d"] },
        expected: { at: "target/pointer", pointers: [P] },
      },
      {
        comment: "targetpointer before targets",
        json: { sampler: 0, targetpointer: P, targets: ["/d"] },
        expected: { at: "targetpointer", pointers: [P] },
      },
      {
        comment: "a node beside the extension, which does not count",
        json: draft({ path: P }, { node: 4, path: "scale" }),
        expected: { at, pointers: [P], warnings: [node("4")] },
      },
      {
        comment: "a node beside the empty extension",
        json: draft({}, { node: 4, path: P }),
        expected: { at: "target/path", pointers: [P], warnings: [node("4")] },
      },
      {
        comment: "a node beside target.pointer",
        json: { sampler: 0, target: { node: 4, pointer: P } },
        expected: { at: "target/pointer", pointers: [P], warnings: [node("4")] },
      },
      {
        comment: "a node beside targetpointer",
        json: { sampler: 0, target: { node: 4 }, targetpointer: P },
        expected: { at: "targetpointer", pointers: [P], warnings: [node("4")] },
      },
      {
        comment: "a node beside targets",
        json: { sampler: 0, target: { node: 4 }, targets: [P] },
        expected: { at: "targets", pointers: [P], warnings: [node("4")] },
      },
      {
        comment: "a path that glTF does not have",
        json: draft({ path: P }, { path: "color" }),
        expected: { at, pointers: [P], warnings: [notLegal('"color"')] },
      },
      {
        comment: "a path that is no string",
        json: draft({ path: P }, { path: ["rotation"] }),
        expected: { at, pointers: [P], warnings: [notLegal('["rotation"]')] },
      },
      {
        comment: "no path, which the draft wants there",
        json: draft({ path: P }, {}),
        expected: { at, pointers: [P], warnings: [notLegal("undefined")] },
      },
      {
        comment: "a node and a path that glTF does not have",
        json: draft({ path: P }, { node: 1, path: 7 }),
        expected: { at, pointers: [P], warnings: [node("1"), notLegal("7")] },
      },
    ]);
  });

  describe("refuses", () => {
    describeErrors(readChannelPointers2, [
      { comment: "a pointer that is no string", json: draft({ path: 5 }), error: [at, ruleOf("string", 5)] },
      { comment: "a pointer that is null", json: draft({ path: null }), error: [at, ruleOf("string", "null")] },
      { comment: "an empty pointer", json: draft({ path: "" }), error: [at, ruleOf("nameProperty")] },
      { comment: "the empty extension without path", json: draft({}, {}), error: ["target/path", ruleOf("string", "undefined")] },
      {
        comment: "null for the extension, without path",
        json: draft(null, {}),
        error: ["target/path", ruleOf("string", "undefined")],
      },
      { comment: "an empty target.path", json: draft({}, { path: "" }), error: ["target/path", ruleOf("nameProperty")] },
      {
        comment: "a target.pointer that is no string",
        json: { sampler: 0, target: { pointer: [P] } },
        error: ["target/pointer", ruleOf("string", `["${P}"]`)],
      },
      {
        comment: "an empty target.pointer",
        json: { sampler: 0, target: { pointer: "" } },
        error: ["target/pointer", ruleOf("nameProperty")],
      },
      {
        comment: "a targetpointer that is no string",
        json: { sampler: 0, targetpointer: 1 },
        error: ["targetpointer", ruleOf("string", 1)],
      },
      {
        comment: "an empty targetpointer",
        json: { sampler: 0, targetpointer: "" },
        error: ["targetpointer", ruleOf("nameProperty")],
      },
      { comment: "no targets", json: { sampler: 0, targets: [] }, error: ["targets", ruleOf("arrayOfPointers", "[]")] },
      {
        comment: "targets that are no array",
        json: { sampler: 0, targets: P },
        error: ["targets", ruleOf("arrayOfPointers", `"${P}"`)],
      },
      {
        comment: "targets that are null",
        json: { sampler: 0, targets: null },
        error: ["targets", ruleOf("arrayOfPointers", "null")],
      },
      {
        comment: "one of targets that is no string",
        json: { sampler: 0, targets: [x, 5] },
        error: ["targets/1", ruleOf("string", 5)],
      },
      {
        comment: "one of targets that is empty",
        json: { sampler: 0, targets: [x, y, ""] },
        error: ["targets/2", ruleOf("nameProperty")],
      },
    ]);
  });
});

describe("EXT_property_animation", () => {
  const animation = (extension: unknown): unknown =>
    parse({ channels: [], samplers: [], extensions: { EXT_property_animation: extension } });

  it.each([
    { comment: "a channel", json: { sampler: 2, target: P }, warnings: [] },
    {
      comment: "a pointer without its slash",
      json: { sampler: 2, target: "nodes/0/rotation" },
      warnings: [`${PLACE}/${slash("target")}`],
    },
  ])("reads $comment", ({ json, warnings }) => {
    const { findings, ...rest } = readPropertyChannel(PLACE, parse(json));
    expect(rest).toEqual({ sampler: 2, pointers: [P], pointer: `${PLACE}/target` });
    expect(sentencesOf(findings, "POINTER_DOUBTFUL")).toEqual(warnings);
  });

  describe("refuses", () => {
    const sampler = (got: string): readonly [string, string] => ["sampler", ruleOf("indexOfSampler", got)];
    describeErrors(readPropertyChannel, [
      { comment: "no sampler", json: { target: P }, error: sampler("undefined") },
      { comment: "a sampler that is no number", json: { sampler: "0", target: P }, error: sampler('"0"') },
      { comment: "a sampler between two", json: { sampler: 0.5, target: P }, error: sampler("0.5") },
      { comment: "a sampler before the first", json: { sampler: -1, target: P }, error: sampler("-1") },
      { comment: "null for a channel", json: null, error: sampler("undefined") },
      { comment: "no target", json: { sampler: 0 }, error: ["target", ruleOf("string", "undefined")] },
      {
        comment: "the target of a channel of glTF",
        json: { sampler: 0, target: { node: 0 } },
        error: ["target", ruleOf("string", '{"node":0}')],
      },
      { comment: "an empty target", json: { sampler: 0, target: "" }, error: ["target", ruleOf("nameProperty")] },
    ]);
  });

  it("lists its channels in the animation", () => {
    const channels = [
      { sampler: 0, target: P },
      { sampler: 1, target: "/nodes/1/scale" },
    ];
    expect(readPropertyChannels("/animations/1", animation({ channels }))).toEqual(channels);
  });

  it.each([
    { comment: "an animation without it", json: { channels: [], samplers: [] } },
    { comment: "an animation with extensions of others", json: { extensions: { VENDOR_x: { channels: [{}] } } } },
    { comment: "null for an animation", json: null },
  ])("lists no channel in $comment", ({ json }) => {
    expect(readPropertyChannels("/animations/1", parse(json))).toEqual([]);
  });

  it.each([
    { comment: "null", json: null, error: `: ${ruleOf("object", "null")}` },
    { comment: "an array", json: [], error: `: ${ruleOf("object", "[]")}` },
    { comment: "no channels", json: {}, error: `/channels: ${ruleOf("array", "undefined")}` },
    { comment: "channels that are an object", json: { channels: {} }, error: `/channels: ${ruleOf("array", "{}")}` },
    { comment: "an empty array of channels", json: { channels: [] }, error: `/channels: ${ruleOf("notEmpty")}` },
  ])("refuses $comment", ({ json, error }) => {
    const run = (): unknown => readPropertyChannels("/animations/1", animation(json));
    expect(run).toThrow(AssetError);
    expect(run).toThrow(expect.objectContaining({ message: `/animations/1/extensions/EXT_property_animation${error}` }));
  });
});
