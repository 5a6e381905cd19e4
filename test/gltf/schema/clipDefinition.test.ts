import { describe, expect, it } from "@jest/globals";
import { AssetError, ReadClips, ReadControllers, type ClipAsset, type ClipReading, type ResolvedClipSettings } from "../../../src/tools.js";
import { doubtsAmong, errorsAmong, sentencesOf } from "../../helpers/findings.js";
import { ruleOf } from "../../helpers/rules.js";

type Json = Readonly<Record<string, unknown>>;

/** One extension, and how to read it. */
interface Dialect {
  readonly extension: string;
  readonly list: string;
  readonly read: typeof ReadClips;
}

const clips: Dialect = { extension: "KHR_animation_clip", list: "clips", read: ReadClips };
const controllers: Dialect = { extension: "KHR_animation_controller", list: "controllers", read: ReadControllers };
const dialects = [clips, controllers];

/** What one entry of the list is read as. */
interface ReadRow {
  readonly comment: string;
  readonly json: Json;
  readonly expected: {
    readonly animations: readonly number[];
    readonly name?: string;
    /** Those that are not defaults. */
    readonly settings?: Partial<ResolvedClipSettings>;
    readonly other?: Json;
    /** Of warnings, the place relative to the entry, and the rest of the message. */
    readonly warnings?: readonly string[];
  };
}

/** Why one entry of the list is refused. */
interface ErrorRow {
  readonly comment: string;
  readonly json: unknown;
  /** The place relative to the entry, and the rule. */
  readonly error: readonly [place: string, rule: string];
}

const defaults: ResolvedClipSettings = { start: 0, end: Infinity, offset: 0, speed: 1, repetitions: -1, reverse: false };

/** The drafts' examples have one animation; ours may ask for more. */
function assetOf({ extension, list }: Dialect, entries: readonly unknown[], animationCount = 4): ClipAsset {
  return deepFreeze({
    animations: Array.from({ length: animationCount }, () => ({ channels: [], samplers: [] })),
    extensions: { [extension]: { [list]: entries } },
  });
}

/** An attempt to change anything then throws. */
function deepFreeze<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Reflect.ownKeys(value).forEach((key) => deepFreeze((value as Record<PropertyKey, unknown>)[key]));
  }
  return value;
}

function messages(reading: ClipReading): string[] {
  return sentencesOf(errorsAmong(reading.findings), "CLIP_INVALID");
}

function itReads(dialect: Dialect, { comment, json, expected }: ReadRow): void {
  it(comment, () => {
    const place = `/extensions/${dialect.extension}/${dialect.list}/0`;
    const reading = dialect.read(assetOf(dialect, [json]));
    expect(messages(reading)).toEqual([]);
    expect(reading.definitions).toEqual([
      {
        pointer: place,
        name: expected.name,
        animations: expected.animations,
        settings: { ...defaults, ...expected.settings },
        other: expected.other ?? {},
      },
    ]);
    expect(sentencesOf(reading.findings, "CLIP_DOUBTFUL")).toEqual((expected.warnings ?? []).map((warning) => `${place}${warning}`));
  });
}

function itRefuses(dialect: Dialect, { comment, json, error: [where, rule] }: ErrorRow): void {
  it(comment, () => {
    const place = `/extensions/${dialect.extension}/${dialect.list}/0${where}`;
    const { definitions, findings } = dialect.read(assetOf(dialect, [json]));
    expect(findings).toEqual([{ code: "CLIP_INVALID", severity: 0, pointer: place, message: rule }]);
    expect(definitions).toEqual([]);
  });
}

describe("the examples of the KHR_animation_clip draft", () => {
  const rows: readonly ReadRow[] = [
    {
      comment: "minimum valid animation clip entry",
      json: { animations: [0] },
      expected: { animations: [0] },
    },
    {
      comment: "animation clip with all values set",
      json: {
        animations: [0],
        name: "Forth and back animation.",
        start: 0.0,
        end: 10.0,
        offset: 0.0,
        speed: 1.0,
        repetitions: 2,
        reverse: true,
      },
      expected: { animations: [0], name: "Forth and back animation.", settings: { end: 10, repetitions: 2, reverse: true } },
    },
    {
      comment: "example 1",
      json: { animations: [0], name: "Example 1", start: 0.0, end: 4.0, offset: 0.0, speed: 1.0, repetitions: -1, reverse: false },
      expected: { animations: [0], name: "Example 1", settings: { end: 4 } },
    },
    {
      comment: "example 2",
      json: { animations: [0], name: "Example 2", start: 2.0, offset: 0.0, speed: 1.0, repetitions: -1, reverse: false },
      expected: { animations: [0], name: "Example 2", settings: { start: 2 } },
    },
    {
      comment: "example 3",
      json: { animations: [0], name: "Example 3", start: 3.0, end: 8.0, offset: 0.0, speed: 1.0, repetitions: -1, reverse: false },
      expected: { animations: [0], name: "Example 3", settings: { start: 3, end: 8 } },
    },
    {
      comment: "example 4",
      json: { animations: [0], name: "Example 4", start: 0.0, end: 4.0, offset: 0.0, speed: 1.0, repetitions: 1, reverse: false },
      expected: { animations: [0], name: "Example 4", settings: { end: 4, repetitions: 1 } },
    },
    {
      comment: "example 5",
      json: { animations: [0], name: "Example 5", start: 1.0, end: 5.0, offset: 2.0, speed: 1.0, repetitions: 4, reverse: true },
      expected: { animations: [0], name: "Example 5", settings: { start: 1, end: 5, offset: 2, repetitions: 4, reverse: true } },
    },
    {
      comment: "example 6",
      json: { animations: [0], name: "Example 6", start: 0.0, end: 4.0, offset: 4.0, speed: -0.5, repetitions: 2, reverse: true },
      expected: { animations: [0], name: "Example 6", settings: { end: 4, offset: 4, speed: -0.5, repetitions: 2, reverse: true } },
    },
  ];

  rows.forEach((row) => itReads(clips, row));
});

describe("the examples of the KHR_animation_controller draft", () => {
  const rows: readonly ReadRow[] = [
    {
      comment: "minimum valid animation controller entry",
      json: { animation: 0 },
      expected: { animations: [0] },
    },
    {
      comment: "animation controller with all values set",
      json: {
        animation: 0,
        name: "Forth and back animation.",
        start: 0.0,
        end: 10.0,
        timestamp: 0.0,
        direction: 1.0,
        counter: 2,
        bounce: true,
      },
      expected: { animations: [0], name: "Forth and back animation.", settings: { end: 10, repetitions: 2, reverse: true } },
    },
    {
      comment: "example 1",
      json: { animation: 0, name: "Example 1", start: 0.0, end: 4.0, timestamp: 0.0, direction: 1.0, counter: -1, bounce: false },
      expected: { animations: [0], name: "Example 1", settings: { end: 4 } },
    },
    {
      comment: "example 2",
      json: { animation: 0, name: "Example 2", start: 2.0, timestamp: 2.0, direction: 1.0, counter: -1, bounce: false },
      expected: { animations: [0], name: "Example 2", settings: { start: 2 } },
    },
    {
      comment: "example 3",
      json: { animation: 0, name: "Example 3", start: 3.0, end: 8.0, timestamp: 3.0, direction: 1.0, counter: -1, bounce: false },
      expected: { animations: [0], name: "Example 3", settings: { start: 3, end: 8 } },
    },
    {
      comment: "example 4",
      json: { animation: 0, name: "Example 4", start: 0.0, end: 4.0, timestamp: 0.0, direction: 1.0, counter: 1, bounce: false },
      expected: { animations: [0], name: "Example 4", settings: { end: 4, repetitions: 1 } },
    },
    {
      comment: "example 5",
      json: { animation: 0, name: "Example 5", start: 0.0, end: 5.0, timestamp: 0.0, direction: 1.0, counter: 3, bounce: true },
      expected: { animations: [0], name: "Example 5", settings: { end: 5, repetitions: 3, reverse: true } },
    },
    {
      comment: "example 6, where start > end",
      json: { animation: 0, name: "Example 6", start: 4.0, end: 0.0, timestamp: 4.0, direction: -0.5, counter: 2, bounce: true },
      expected: { animations: [0], name: "Example 6", settings: { end: 4, offset: 4, speed: -0.5, repetitions: 2, reverse: true } },
    },
  ];

  rows.forEach((row) => itReads(controllers, row));
});

const shapes: readonly ReadRow[] = [
  { comment: "animations", json: { animations: [2, 0, 3] }, expected: { animations: [2, 0, 3] } },
  { comment: "animation", json: { animation: 3 }, expected: { animations: [3] } },
  { comment: "both of them, agreeing", json: { animations: [1], animation: 1 }, expected: { animations: [1] } },
  {
    comment: "repetitions",
    json: { animation: 0, repetitions: 3 },
    expected: { animations: [0], settings: { repetitions: 3 } },
  },
  { comment: "counter", json: { animations: [0], counter: 3 }, expected: { animations: [0], settings: { repetitions: 3 } } },
  {
    comment: "repetitions and counter, agreeing",
    json: { animations: [0], repetitions: 3, counter: 3 },
    expected: { animations: [0], settings: { repetitions: 3 } },
  },
  { comment: "repetitions 0", json: { animations: [0], repetitions: 0 }, expected: { animations: [0], settings: { repetitions: 0 } } },
  {
    comment: "repetitions 2^31",
    json: { animations: [0], repetitions: 2 ** 31 },
    expected: { animations: [0], settings: { repetitions: 2 ** 31 } },
  },
  { comment: "reverse", json: { animation: 0, reverse: true }, expected: { animations: [0], settings: { reverse: true } } },
  { comment: "bounce", json: { animations: [0], bounce: true }, expected: { animations: [0], settings: { reverse: true } } },
  {
    comment: "reverse and bounce, agreeing",
    json: { animations: [0], reverse: true, bounce: true },
    expected: { animations: [0], settings: { reverse: true } },
  },
  {
    comment: "reverse and bounce, agreeing that they are false",
    json: { animations: [0], reverse: false, bounce: false },
    expected: { animations: [0] },
  },
  { comment: "speed", json: { animation: 0, speed: 2.5 }, expected: { animations: [0], settings: { speed: 2.5 } } },
  { comment: "direction", json: { animations: [0], direction: 2.5 }, expected: { animations: [0], settings: { speed: 2.5 } } },
  {
    comment: "speed and direction, agreeing",
    json: { animations: [0], speed: 2.5, direction: 2.5 },
    expected: { animations: [0], settings: { speed: 2.5 } },
  },
  { comment: "speed 0", json: { animations: [0], speed: 0 }, expected: { animations: [0], settings: { speed: 0 } } },
  {
    comment: "offset counts from start",
    json: { animation: 0, start: 2, end: 6, offset: 3 },
    expected: { animations: [0], settings: { start: 2, end: 6, offset: 3 } },
  },
  {
    comment: "timestamp counts from 0",
    json: { animations: [0], start: 2, end: 6, timestamp: 3 },
    expected: { animations: [0], settings: { start: 2, end: 6, offset: 1 } },
  },
  {
    comment: "offset and timestamp, agreeing",
    json: { animations: [0], start: 2, end: 6, offset: 1, timestamp: 3 },
    expected: { animations: [0], settings: { start: 2, end: 6, offset: 1 } },
  },
  {
    comment: "offset and timestamp, agreeing but for rounding",
    json: { animations: [0], start: 0.1, end: 6, offset: 0.2, timestamp: 0.3 },
    expected: { animations: [0], settings: { start: 0.1, end: 6, offset: 0.2 } },
  },
  {
    comment: "offset without end",
    json: { animations: [0], start: 2, offset: 100 },
    expected: { animations: [0], settings: { start: 2, offset: 100 } },
  },
  {
    comment: "offset at end",
    json: { animations: [0], start: 2, end: 6, offset: 4 },
    expected: { animations: [0], settings: { start: 2, end: 6, offset: 4 } },
  },
  {
    comment: "timestamp at end",
    json: { animations: [0], start: 2, end: 6, timestamp: 6 },
    expected: { animations: [0], settings: { start: 2, end: 6, offset: 4 } },
  },
  {
    comment: "offset at end but for rounding, kept to the last bit",
    json: { animations: [0], start: 0.8, end: 1, offset: 0.2 },
    expected: { animations: [0], settings: { start: 0.8, end: 1, offset: 0.2 } },
  },
  {
    comment: "offset before start by a microsecond, as rounding of stated times may place it",
    json: { animations: [0], offset: -1e-6 },
    expected: { animations: [0] },
  },
  {
    comment: "offset and timestamp, a microsecond apart",
    json: { animations: [0], offset: 1e-6, timestamp: 0 },
    expected: { animations: [0], settings: { offset: 1e-6 } },
  },
  {
    comment: "a clip without length",
    json: { animations: [0], start: 3, end: 3 },
    expected: { animations: [0], settings: { start: 3, end: 3 } },
  },
  {
    comment: "an end that is Infinity, in an asset made in memory",
    json: { animations: [0], end: Infinity },
    expected: { animations: [0] },
  },
  { comment: "an empty name", json: { animations: [0], name: "" }, expected: { animations: [0], name: "" } },
  {
    comment: "members that are undefined, in an asset made in memory, are missing",
    json: { animations: [1], animation: undefined, name: undefined, start: undefined, end: undefined, offset: undefined, speed: undefined },
    expected: { animations: [1] },
  },
  {
    comment: "all older names together",
    json: { animation: 1, start: 1, end: 5, timestamp: 4, direction: -2, counter: 7, bounce: true },
    expected: { animations: [1], settings: { start: 1, end: 5, offset: 3, speed: -2, repetitions: 7, reverse: true } },
  },
  {
    comment: "all newer names together",
    json: { animations: [1, 2], start: 1, end: 5, offset: 3, speed: -2, repetitions: 7, reverse: true },
    expected: { animations: [1, 2], settings: { start: 1, end: 5, offset: 3, speed: -2, repetitions: 7, reverse: true } },
  },
  {
    comment: "extras, extensions and unknown members are kept",
    json: { animations: [0], extras: { a: [1] }, extensions: { EXT_x: {} }, loop: true, Speed: -1 },
    expected: { animations: [0], other: { extras: { a: [1] }, extensions: { EXT_x: {} }, loop: true, Speed: -1 } },
  },
];

const warnings: readonly ReadRow[] = [
  {
    comment: "offset beyond end",
    json: { animations: [0], start: 2, end: 6, offset: 9 },
    expected: {
      animations: [0],
      settings: { start: 2, end: 6, offset: 4 },
      warnings: [`/offset: ${ruleOf("withinClip", 4, 9, 4)}`],
    },
  },
  {
    comment: "offset before start",
    json: { animations: [0], start: 2, end: 6, offset: -1 },
    expected: {
      animations: [0],
      settings: { start: 2, end: 6 },
      warnings: [`/offset: ${ruleOf("withinClip", 4, -1, 0)}`],
    },
  },
  {
    comment: "offset before start of a clip without end",
    json: { animations: [0], start: 2, offset: -1 },
    expected: {
      animations: [0],
      settings: { start: 2 },
      warnings: [`/offset: ${ruleOf("withinClip", "Infinity", -1, 0)}`],
    },
  },
  {
    comment: "timestamp beyond end",
    json: { animations: [0], start: 2, end: 6, timestamp: 9 },
    expected: {
      animations: [0],
      settings: { start: 2, end: 6, offset: 4 },
      warnings: [`/timestamp: ${ruleOf("withinClipOfController", 2, 6, 9, 6)}`],
    },
  },
  {
    comment: "timestamp before start",
    json: { animations: [0], start: 2, end: 6, timestamp: 0 },
    expected: {
      animations: [0],
      settings: { start: 2, end: 6 },
      warnings: [`/timestamp: ${ruleOf("withinClipOfController", 2, 6, 0, 2)}`],
    },
  },
  {
    comment: "timestamp before start of a clip without end",
    json: { animations: [0], start: 2, timestamp: -1 },
    expected: {
      animations: [0],
      settings: { start: 2 },
      warnings: [`/timestamp: ${ruleOf("withinClipOfController", 2, "Infinity", -1, 2)}`],
    },
  },
  {
    comment: "speed < 0 from start",
    json: { animations: [0], start: 1, end: 5, speed: -1 },
    expected: {
      animations: [0],
      settings: { start: 1, end: 5, speed: -1 },
      warnings: [`/speed: ${ruleOf("backwardsFromStart", -1)}; offset 4 is probably meant`],
    },
  },
  {
    comment: "direction < 0 from start",
    json: { animation: 0, start: 1, end: 5, timestamp: 1, direction: -0.5 },
    expected: {
      animations: [0],
      settings: { start: 1, end: 5, speed: -0.5 },
      warnings: [`/direction: ${ruleOf("backwardsFromStart", -0.5)}; offset 4 is probably meant`],
    },
  },
  {
    comment: "speed < 0 from start of a clip without end",
    json: { animations: [0], start: 1, speed: -1 },
    expected: {
      animations: [0],
      settings: { start: 1, speed: -1 },
      warnings: [`/speed: ${ruleOf("backwardsFromStart", -1)}; an end, and an offset up to it, are missing`],
    },
  },
  {
    comment: "none for speed < 0 from start where nothing plays",
    json: { animations: [0], end: 5, speed: -1, repetitions: 0 },
    expected: { animations: [0], settings: { end: 5, speed: -1, repetitions: 0 } },
  },
  {
    comment: "none for speed < 0 in a clip without length",
    json: { animations: [0], start: 5, end: 5, speed: -1 },
    expected: { animations: [0], settings: { start: 5, end: 5, speed: -1 } },
  },
  {
    comment: "an offset before start, and then speed < 0 from start",
    json: { animations: [0], end: 5, offset: -2, speed: -1 },
    expected: {
      animations: [0],
      settings: { end: 5, speed: -1 },
      warnings: [`/offset: ${ruleOf("withinClip", 5, -2, 0)}`, `/speed: ${ruleOf("backwardsFromStart", -1)}; offset 5 is probably meant`],
    },
  },
];

const noIndex = (value: string): string => ruleOf("indexOfAnimations", 4, value);

const errors: readonly ErrorRow[] = [
  { comment: "null", json: null, error: ["", ruleOf("object", "null")] },
  { comment: "an array", json: [0], error: ["", ruleOf("object", "[0]")] },
  { comment: "a string", json: "walk", error: ["", ruleOf("object", '"walk"')] },
  { comment: "a number", json: 0, error: ["", ruleOf("object", 0)] },
  { comment: "true", json: true, error: ["", ruleOf("object", "true")] },
  { comment: "undefined, in an asset made in memory", json: undefined, error: ["", ruleOf("object", "undefined")] },

  { comment: "no animations", json: {}, error: ["/animations", ruleOf("atLeastOneAnimation")] },
  { comment: "empty animations", json: { animations: [] }, error: ["/animations", ruleOf("notEmpty")] },
  { comment: "animations that is an index", json: { animations: 0 }, error: ["/animations", ruleOf("array", 0)] },
  { comment: "animations null", json: { animations: null }, error: ["/animations", ruleOf("array", "null")] },
  { comment: "animations an object", json: { animations: { 0: 0 } }, error: ["/animations", ruleOf("array", '{"0":0}')] },
  { comment: "a repeated index", json: { animations: [1, 2, 1] }, error: ["/animations/2", ruleOf("notRepeatIndex", 1)] },
  { comment: "an index too large", json: { animations: [0, 4] }, error: ["/animations/1", noIndex("4")] },
  { comment: "a negative index", json: { animations: [-1] }, error: ["/animations/0", noIndex("-1")] },
  { comment: "an index that is no integer", json: { animations: [0.5] }, error: ["/animations/0", noIndex("0.5")] },
  { comment: "an index that is a string", json: { animations: ["0"] }, error: ["/animations/0", noIndex('"0"')] },
  { comment: "an index that is null", json: { animations: [0, null] }, error: ["/animations/1", noIndex("null")] },
  { comment: "an index that is NaN", json: { animations: [NaN] }, error: ["/animations/0", noIndex("NaN")] },
  { comment: "an index that is an array", json: { animations: [[0]] }, error: ["/animations/0", noIndex("[0]")] },
  { comment: "animation too large", json: { animation: 4 }, error: ["/animation", noIndex("4")] },
  { comment: "animation negative", json: { animation: -1 }, error: ["/animation", noIndex("-1")] },
  { comment: "animation no integer", json: { animation: 1.5 }, error: ["/animation", noIndex("1.5")] },
  { comment: "animation a string", json: { animation: "length" }, error: ["/animation", noIndex('"length"')] },
  { comment: "animation an array", json: { animation: [0] }, error: ["/animation", noIndex("[0]")] },
  { comment: "animation null", json: { animation: null }, error: ["/animation", noIndex("null")] },
  {
    comment: "animations and animation, disagreeing",
    json: { animations: [1], animation: 0 },
    error: ["/animations", ruleOf("agreeWithAnimation", "[1]", 0)],
  },
  {
    comment: "animations with more than animation",
    json: { animations: [0, 1], animation: 0 },
    error: ["/animations", ruleOf("agreeWithAnimation", "[0,1]", 0)],
  },

  { comment: "name a number", json: { animations: [0], name: 1 }, error: ["/name", ruleOf("string", 1)] },
  { comment: "name null", json: { animations: [0], name: null }, error: ["/name", ruleOf("string", "null")] },
  { comment: "start a string", json: { animations: [0], start: "0" }, error: ["/start", ruleOf("number", '"0"')] },
  { comment: "start NaN", json: { animations: [0], start: NaN }, error: ["/start", ruleOf("number", "NaN")] },
  { comment: "end null", json: { animations: [0], end: null }, error: ["/end", ruleOf("number", "null")] },
  { comment: "end NaN", json: { animations: [0], end: NaN }, error: ["/end", ruleOf("number", "NaN")] },
  { comment: "offset true", json: { animations: [0], offset: true }, error: ["/offset", ruleOf("number", "true")] },
  { comment: "offset NaN", json: { animations: [0], offset: NaN }, error: ["/offset", ruleOf("number", "NaN")] },
  {
    comment: "offset Infinity",
    json: { animations: [0], offset: Infinity },
    error: ["/offset", ruleOf("finiteNumber", "Infinity")],
  },
  { comment: "timestamp an array", json: { animations: [0], timestamp: [] }, error: ["/timestamp", ruleOf("number", "[]")] },
  { comment: "timestamp NaN", json: { animations: [0], timestamp: NaN }, error: ["/timestamp", ruleOf("number", "NaN")] },
  {
    comment: "timestamp Infinity",
    json: { animations: [0], end: 4, timestamp: Infinity },
    error: ["/timestamp", ruleOf("finiteNumber", "Infinity")],
  },
  {
    comment: "timestamp a string beside a good offset",
    json: { animations: [0], offset: 1, timestamp: "1" },
    error: ["/timestamp", ruleOf("number", '"1"')],
  },
  {
    comment: "offset a string beside a good timestamp",
    json: { animations: [0], offset: "1", timestamp: 1 },
    error: ["/offset", ruleOf("number", '"1"')],
  },
  { comment: "speed a string", json: { animations: [0], speed: "fast" }, error: ["/speed", ruleOf("number", '"fast"')] },
  { comment: "speed NaN", json: { animations: [0], speed: NaN }, error: ["/speed", ruleOf("number", "NaN")] },
  {
    comment: "speed -Infinity",
    json: { animations: [0], speed: -Infinity },
    error: ["/speed", ruleOf("finiteNumber", "-Infinity")],
  },
  { comment: "direction a string", json: { animations: [0], direction: "up" }, error: ["/direction", ruleOf("number", '"up"')] },
  {
    comment: "direction Infinity",
    json: { animations: [0], direction: Infinity },
    error: ["/direction", ruleOf("finiteNumber", "Infinity")],
  },
  { comment: "repetitions null", json: { animations: [0], repetitions: null }, error: ["/repetitions", ruleOf("number", "null")] },
  { comment: "counter an object", json: { animations: [0], counter: {} }, error: ["/counter", ruleOf("number", "{}")] },
  { comment: "reverse 1", json: { animations: [0], reverse: 1 }, error: ["/reverse", ruleOf("trueOrFalse", 1)] },
  { comment: "bounce a string", json: { animations: [0], bounce: "no" }, error: ["/bounce", ruleOf("trueOrFalse", '"no"')] },

  {
    comment: "repetitions below -1",
    json: { animations: [0], repetitions: -2 },
    error: ["/repetitions", ruleOf("integerAtLeastMinus1", -2)],
  },
  {
    comment: "repetitions fractional",
    json: { animations: [0], repetitions: 1.5 },
    error: ["/repetitions", ruleOf("integerAtLeastMinus1", 1.5)],
  },
  {
    comment: "repetitions Infinity",
    json: { animations: [0], repetitions: Infinity },
    error: ["/repetitions", ruleOf("integerAtLeastMinus1", "Infinity")],
  },
  { comment: "repetitions NaN", json: { animations: [0], repetitions: NaN }, error: ["/repetitions", ruleOf("number", "NaN")] },
  { comment: "counter below -1", json: { animations: [0], counter: -3 }, error: ["/counter", ruleOf("integerAtLeastMinus1", -3)] },
  { comment: "counter fractional", json: { animations: [0], counter: 0.5 }, error: ["/counter", ruleOf("integerAtLeastMinus1", 0.5)] },

  { comment: "start negative", json: { animations: [0], start: -1, end: 4 }, error: ["/start", ruleOf("atLeast0", -1)] },
  { comment: "start negative without end", json: { animations: [0], start: -0.5 }, error: ["/start", ruleOf("atLeast0", -0.5)] },
  {
    comment: "start Infinity",
    json: { animations: [0], start: Infinity },
    error: ["/start", ruleOf("finiteNumber", "Infinity")],
  },

  {
    comment: "speed and direction, disagreeing",
    json: { animations: [0], speed: 1, direction: -1 },
    error: ["/speed", ruleOf("agreeWithOlder", "direction", 1, "direction", -1)],
  },
  {
    comment: "repetitions and counter, disagreeing",
    json: { animations: [0], repetitions: 2, counter: 3 },
    error: ["/repetitions", ruleOf("agreeWithOlder", "counter", 2, "counter", 3)],
  },
  {
    comment: "reverse and bounce, disagreeing",
    json: { animations: [0], reverse: false, bounce: true },
    error: ["/reverse", ruleOf("agreeWithOlder", "bounce", "false", "bounce", "true")],
  },
  {
    comment: "reverse a boolean and bounce not",
    json: { animations: [0], reverse: false, bounce: 0 },
    error: ["/bounce", ruleOf("trueOrFalse", 0)],
  },
  {
    comment: "repetitions and counter that agree, by the newer name",
    json: { animations: [0], repetitions: -2, counter: -2 },
    error: ["/repetitions", ruleOf("integerAtLeastMinus1", -2)],
  },
  {
    comment: "offset and timestamp, two microseconds apart",
    json: { animations: [0], offset: 2e-6, timestamp: 0 },
    error: ["/offset", ruleOf("agreeWithTimestamp", 0.000002, 0)],
  },
  {
    comment: "offset and timestamp, disagreeing",
    json: { animations: [0], start: 2, end: 6, offset: 3, timestamp: 3 },
    error: ["/offset", ruleOf("agreeWithTimestamp", 3, 3)],
  },
  {
    comment: "offset and timestamp, disagreeing the other way",
    json: { animations: [0], start: 2, end: 6, offset: 1, timestamp: 5 },
    error: ["/offset", ruleOf("agreeWithTimestamp", 1, 5)],
  },
];

for (const dialect of dialects) {
  describe(dialect.extension, () => {
    describe("reads, whichever draft's names", () => {
      shapes.forEach((row) => itReads(dialect, row));
    });
    describe("warns of", () => {
      warnings.forEach((row) => itReads(dialect, row));
    });
    describe("refuses", () => {
      errors.forEach((row) => itRefuses(dialect, row));
    });
  });
}

describe("KHR_animation_clip, bounds", () => {
  itRefuses(clips, {
    comment: "end < start",
    json: { animations: [0], start: 2, end: 1 },
    error: ["/end", ruleOf("atLeastStart", 1, 2)],
  });
  itRefuses(clips, {
    comment: "end < start where start is missing",
    json: { animations: [0], end: -1 },
    error: ["/end", ruleOf("atLeastStart", -1, 0)],
  });
});

describe("KHR_animation_controller, bounds", () => {
  itReads(controllers, {
    comment: "start > end is swapped, and timestamp counts from 0 as ever",
    json: { animation: 0, start: 6, end: 2, timestamp: 5, direction: -1 },
    expected: { animations: [0], settings: { start: 2, end: 6, offset: 3, speed: -1 } },
  });
  itReads(controllers, {
    comment: "start > end is swapped, and offset counts from the lower one",
    json: { animations: [0], start: 6, end: 2, offset: 4, speed: -1 },
    expected: { animations: [0], settings: { start: 2, end: 6, offset: 4, speed: -1 } },
  });
  itReads(controllers, {
    comment: "a timestamp beyond the higher one of swapped bounds is clamped to it",
    json: { animation: 0, start: 6, end: 2, timestamp: 7 },
    expected: {
      animations: [0],
      settings: { start: 2, end: 6, offset: 4 },
      warnings: [`/timestamp: ${ruleOf("withinClipOfController", 2, 6, 7, 6)}`],
    },
  });
  itRefuses(controllers, {
    comment: "a negative end becomes the lower bound, and is refused where it stands",
    json: { animation: 0, start: 2, end: -1 },
    error: ["/end", ruleOf("atLeast0", -1)],
  });
  itRefuses(controllers, {
    comment: "a negative end without start",
    json: { animation: 0, end: -1 },
    error: ["/end", ruleOf("atLeast0", -1)],
  });
});

describe.each(dialects)("$extension as a whole", (dialect) => {
  const { extension, list, read } = dialect;
  const place = `/extensions/${extension}`;
  const nothing = { definitions: [], findings: [] };
  const animations = [{}, {}];

  it.each([
    { comment: "an asset without extensions", asset: { animations } },
    { comment: "an asset with others", asset: { animations, extensions: { EXT_other: { [list]: [{ animations: [0] }] } } } },
    { comment: "an empty asset", asset: {} },
  ])("$comment has no definitions", ({ asset }) => {
    expect(read(deepFreeze(asset))).toEqual(nothing);
  });

  it("is not read for the other one", () => {
    const other = dialects.find((one) => one !== dialect)!;
    expect(other.read(assetOf(dialect, [{ animations: [0] }]))).toEqual(nothing);
  });

  it.each([
    { value: null, error: `${place}: ${ruleOf("object", "null")}` },
    { value: [], error: `${place}: ${ruleOf("object", "[]")}` },
    { value: "x", error: `${place}: ${ruleOf("object", '"x"')}` },
    { value: 1, error: `${place}: ${ruleOf("object", 1)}` },
    { value: {}, error: `${place}/${list}: ${ruleOf("array", "undefined")}` },
    { value: { [list]: null }, error: `${place}/${list}: ${ruleOf("array", "null")}` },
    { value: { [list]: {} }, error: `${place}/${list}: ${ruleOf("array", "{}")}` },
    { value: { [list]: { animations: [0] } }, error: `${place}/${list}: ${ruleOf("array", '{"animations":[0]}')}` },
    { value: { [list]: "walk" }, error: `${place}/${list}: ${ruleOf("array", '"walk"')}` },
    { value: { [list]: [] }, error: `${place}/${list}: ${ruleOf("notEmpty")}` },
  ])("$error", ({ value, error }) => {
    const reading = read(deepFreeze({ animations, extensions: { [extension]: value } }));
    expect(messages(reading)).toEqual([error]);
    expect(reading).toMatchObject({ definitions: [], findings: [{ severity: 0 }] });
  });

  it("has no animation to name in an asset without any", () => {
    const reading = read({ extensions: { [extension]: { [list]: [{ animations: [0] }] } } });
    expect(messages(reading)).toEqual([`${place}/${list}/0/animations/0: ${ruleOf("indexOfAnimations", 0, 0)}`]);
  });

  it("skips only the wrong definitions, and keeps the asset's order", () => {
    const reading = read(
      assetOf(dialect, [
        { animations: [2], name: "a" },
        null,
        { animations: [1], name: "b", end: 2, offset: 3 },
        { animations: [9], name: "c" },
        { animations: [0, 3], name: "d", speed: -1, end: 1, repetitions: 1.5 },
        { animation: 0, name: "e" },
      ]),
    );
    expect(reading.definitions.map(({ pointer, name, animations }) => ({ pointer, name, animations }))).toEqual([
      { pointer: `${place}/${list}/0`, name: "a", animations: [2] },
      { pointer: `${place}/${list}/2`, name: "b", animations: [1] },
      { pointer: `${place}/${list}/5`, name: "e", animations: [0] },
    ]);
    expect(messages(reading)).toEqual([
      `${place}/${list}/1: ${ruleOf("object", "null")}`,
      `${place}/${list}/3/animations/0: ${ruleOf("indexOfAnimations", 4, 9)}`,
      `${place}/${list}/4/repetitions: ${ruleOf("integerAtLeastMinus1", 1.5)}`,
    ]);
    // A clip that is left out is not warned of as well.
    expect(sentencesOf(doubtsAmong(reading.findings), "CLIP_DOUBTFUL")).toEqual([
      `${place}/${list}/2/offset: ${ruleOf("withinClip", 2, 3, 2)}`,
    ]);
  });

  it("several clips may share an animation, and a name", () => {
    const reading = read(
      assetOf(dialect, [
        { animations: [0], name: "a", end: 1 },
        { animations: [0], name: "a", start: 1, end: 2 },
      ]),
    );
    expect(errorsAmong(reading.findings)).toEqual([]);
    expect(reading.definitions.map(({ name, settings }) => [name, settings.start, settings.end])).toEqual([
      ["a", 0, 1],
      ["a", 1, 2],
    ]);
  });

  it("as many entries as maxClips are read, and one finding reports the rest", () => {
    const asset = assetOf(
      dialect,
      ["a", "b", "c"].map((name) => ({ name, animations: [0] })),
    );
    const namesOf = ({ definitions }: ClipReading): unknown[] => definitions.map(({ name }) => name);
    const some = read(asset, { maxClips: 2 });
    expect(namesOf(some)).toEqual(["a", "b"]);
    expect(messages(some)).toEqual([`${place}/${list}/2: ${ruleOf("countAtMost", 2, list, 3)}`]);
    for (const options of [{ maxClips: 3 }, {}, undefined]) {
      expect([namesOf(read(asset, options)), messages(read(asset, options))]).toEqual([["a", "b", "c"], []]);
    }
  });

  it("warnings are in the order of the entries", () => {
    const entries = [4, 5].map((offset) => ({ animations: [0], end: 3, offset }));
    const [first, second] = sentencesOf(read(assetOf(dialect, entries)).findings, "CLIP_DOUBTFUL");
    expect(first).toMatch(/\/0\/offset: must lie within the clip, 0..3 \(got 4\)/);
    expect(second).toMatch(/\/1\/offset: must lie within the clip, 0..3 \(got 5\)/);
  });

  it("no entry is read where maxClips is 0", () => {
    const none = read(assetOf(dialect, [{ animations: [0] }]), { maxClips: 0 });
    expect(none.definitions).toEqual([]);
    expect(messages(none)).toEqual([`${place}/${list}/0: ${ruleOf("countAtMost", 0, list, 1)}`]);
  });

  it.each([-1, -Infinity, NaN, "2", null])("maxClips must not be %p", (maxClips) => {
    const wrong = { maxClips: maxClips as number };
    expect(() => read({}, wrong)).toThrow(typeof maxClips === "number" ? RangeError : TypeError);
    expect(() => read({}, wrong)).toThrow(/^maxClips: must be a number >= 0 \(got /);
  });

  it("neither changes the asset nor follows later changes of it", () => {
    const json = { animations: [0, 1], name: "a", end: 2, offset: 9, speed: -1 };
    const asset = { animations: [{}, {}], extensions: { [extension]: { [list]: [json] } } };
    const before = structuredClone(asset);
    const { definitions } = read(asset);
    expect(asset).toEqual(before);
    json.animations.push(7);
    json.end = 1;
    expect(definitions[0]).toMatchObject({ animations: [0, 1], settings: { end: 2, offset: 2 } });
  });

  it.each([60, 10_000])("a value of %i characters is shortened in a message", (length) => {
    const [message] = messages(read(assetOf(dialect, ["x".repeat(length)])));
    expect(message).toMatch(/^\S+: must be an object \(got "x+\.\.\.\)$/);
    expect(message!.length).toBeLessThan(150);
  });

  it("members called as those of every object are as good as any unknown ones", () => {
    const text = `{
      "animations": [{}],
      "extensions": { "${extension}": { "__proto__": { "${list}": [] }, "constructor": 1, "${list}": [
        { "animations": [0], "__proto__": { "speed": -5, "end": 1 }, "constructor": { "prototype": { "end": 1 } }, "toString": 1, "hasOwnProperty": 2 }
      ] } }
    }`;
    const reading = read(deepFreeze(JSON.parse(text) as ClipAsset));
    expect(errorsAmong(reading.findings)).toEqual([]);
    const { settings, other } = reading.definitions[0]!;
    expect(settings).toEqual(defaults);
    expect(Object.keys(other).sort()).toEqual(["__proto__", "constructor", "hasOwnProperty", "toString"]);
    expect(Object.getPrototypeOf(other)).toBe(Object.prototype);
    expect(Object.getOwnPropertyDescriptor(other, "__proto__")?.value).toEqual({ speed: -5, end: 1 });
    expect(Reflect.get({}, "speed")).toBeUndefined();
  });

  it("members called __proto__ do not stand in for missing ones", () => {
    const entry = JSON.parse('{ "__proto__": { "animations": [0] } }') as unknown;
    expect(messages(read(assetOf(dialect, [entry])))).toEqual([`${place}/${list}/0/animations: ${ruleOf("atLeastOneAnimation")}`]);
    const asset = JSON.parse(`{ "animations": [{}], "extensions": { "__proto__": { "${extension}": { "${list}": [] } } } }`) as ClipAsset;
    expect(read(asset)).toEqual(nothing);
  });
});

describe("AssetError", () => {
  it("says the place, the rule and the value", () => {
    const error = new AssetError("/extensions/KHR_animation_clip/clips/2/end", ruleOf("atLeastStart", 1, 2));
    expect(error).toBeInstanceOf(Error);
    expect(error.name).toBe("AssetError");
    expect(error.message).toBe(`/extensions/KHR_animation_clip/clips/2/end: ${ruleOf("atLeastStart", 1, 2)}`);
    expect(error.pointer).toBe("/extensions/KHR_animation_clip/clips/2/end");
    expect(error.rule).toBe(ruleOf("atLeastStart", 1, 2));
  });
});
