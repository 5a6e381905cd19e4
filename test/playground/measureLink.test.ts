import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { rounded, type Figures } from "../../playground/page/measure/figures.js";
import { cellsOf, COLUMNS, conditionsOf, toMarkdown } from "../../playground/page/measure/figuresTable.js";
import { readFigures, writeFigures } from "../../playground/page/measure/link.js";
import { playedAnimations } from "../../playground/page/measure/playedAnimations.js";
import { readSettings } from "../../playground/page/measure/settings.js";

const text = fc.string({ unit: "grapheme", maxLength: 40 }).filter((each) => !/\p{C}/u.test(each));
const time = fc.double({ min: 0, max: 1e5, noNaN: true }).map((value) => rounded(value) + 0);
const count = fc.nat({ max: 1e9 });
const times = fc.record({ step: time, frame: time, picture: time, gpu: fc.option(time) });
const row = fc.record({
  drawCalls: count,
  times: fc.record({ plain: times, compiled: times, following: times }, { requiredKeys: ["plain"] }),
});
const figures: fc.Arbitrary<Figures> = fc.record({
  file: text,
  plays: text,
  contents: fc.record({ channels: count, bones: count, meshes: count, vertices: count }),
  rows: fc.array(row, { minLength: 1, maxLength: 5 }).map((rows) => rows.map((each, i) => ({ instances: 10 ** i, ...each }))),
  notes: fc.array(text, { maxLength: 4 }),
  conditions: fc.record({
    ...{ browser: text, renderer: text, babylon: text, version: text, date: text },
    width: fc.integer({ min: 1, max: 4096 }),
    height: fc.integer({ min: 1, max: 4096 }),
    display: fc.constantFrom(6.944, 16.67, 33.3),
    rounds: fc.integer({ min: 1, max: 99 }),
  }),
});

const PLAIN = { step: 6.1, frame: 10.7, picture: 16.7, gpu: null };
const FOX: Figures = {
  file: "fox_|_<b>.glb",
  plays: "walk",
  contents: { channels: 72, bones: 24, meshes: 1, vertices: 1728 },
  rows: [
    { instances: 1, drawCalls: 1, times: { plain: { step: 0.0123, frame: 0.25, picture: 16.7, gpu: 0.5 } } },
    {
      instances: 1000,
      drawCalls: 1000,
      times: { plain: PLAIN, compiled: { ...PLAIN, step: 0.5 }, following: { ...PLAIN, frame: 2.61, gpu: 123.4 } },
    },
  ],
  notes: [],
  conditions: {
    ...{ browser: "Chrome 140, X11; Linux x86_64", renderer: "GeForce", width: 1280, height: 720, display: 16.67, rounds: 7 },
    ...{ babylon: "9.35.0", version: "0.1.0", date: "2026-11-28" },
  },
};

describe("figures in a link", () => {
  it("are read as they were written", () => {
    fc.assert(fc.property(figures, (written) => expect(readFigures(writeFigures(written))).toEqual(written)));
  });

  it("are read whatever names and notes a file has: long texts are cut off, notes that do not fit are left out", () => {
    const long = "\u{1F3C3}".repeat(200);
    const cut = "\u{1F3C3}".repeat(160);
    const read = readFigures(writeFigures({ ...FOX, file: long, plays: long, notes: [long, long, "A note that fits."] }));
    expect(read).toEqual({ ...FOX, file: cut, plays: cut, notes: [cut, "A note that fits."] });
  });

  it("are short, and can be read by people", () => {
    expect(writeFigures(FOX)).toBe(
      "#file=fox_%7C_%3Cb%3E.glb&plays=walk&has=72+24+1+1728&row=1+1%2Cplain+0.0123+0.25+16.7+0.5" +
        "&row=1000+1000%2Cplain+6.1+10.7+16.7+-%2Ccompiled+0.5+10.7+16.7+-%2Cfollowing+6.1+2.61+16.7+123.4" +
        "&browser=Chrome+140%2C+X11%3B+Linux+x86_64&renderer=GeForce&babylon=9.35.0&version=0.1.0&date=2026-11-28" +
        "&width=1280&height=720&display=16.67&rounds=7",
    );
  });

  it("have no control characters, no halves of characters, and no endless texts", () => {
    const name = `\u202Eglb.\u0000\uD800${"😀".repeat(200)}`;
    expect(readFigures(writeFigures({ ...FOX, file: name }))!.file).toBe(`glb.${"😀".repeat(156)}`);
  });

  it.each(["", "#", "#clip=walk", "#model=door", "#%"])("are not in %j", (hash) => {
    expect(readFigures(hash)).toBeNull();
  });

  const good = writeFigures(FOX);
  it.each([
    ["no conditions", "#row=1+1,plain+1+1+1+1", "browser is missing"],
    ["no number", good.replace("10.7", "ten"), "frame is not a number"],
    ["a negative time", good.replace("+10.7", "+-10.7"), "frame is not a number"],
    ["an infinite time", good.replace("10.7", "Infinity"), "frame is not a number"],
    ["a time that is left out", good.replace("+0.25+16.7+0.5", ""), "frame is not a number"],
    ["an enormous number", good.replace("1728", "1e99"), "vertices is not a number"],
    ["no plain groups", good.replaceAll("plain", "compiled"), "plain is missing"],
    ["an unknown kind", good.replace("plain", "__proto__"), "“__proto__” is not known"],
    ["no instances", good.replace("row=1+1%2C", "row=0+1%2C"), "instances is missing"],
    ["instances that descend", good.replace("row=1+1%2C", "row=2000+1%2C"), "the numbers of instances do not ascend"],
    ["no size", good.replace("width=1280", "width=0"), "width is missing"],
    ["a text without end", `${good}&note=${"x".repeat(9000)}`, /^it has 9,\d{3} characters$/],
  ])("are refused with %s", (_title, hash, reason) => {
    expect(() => readFigures(hash)).toThrow(reason);
  });

  it("are never anything but figures, whatever the address says", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...good.slice(1).split("&")), fc.string()), { maxLength: 4 }), (changes) => {
        const hash = changes.reduce((changed, [part, other]) => changed.replace(part, other), good);
        try {
          const read = readFigures(hash);
          expect(read === null || readFigures(writeFigures(read))).toEqual(read ?? true);
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
        }
      }),
    );
  });
});

describe("figures as a table", () => {
  it("have a row for each number of instances and kind", () => {
    expect(cellsOf(FOX)).toEqual([
      ["1", "Plain groups", "0.012", "0.25", "16.7", "0.5"],
      ["1,000", "Plain groups", "6.1", "10.7", "16.7", "–"],
      ["1,000", "Compiled groups", "0.5", "10.7", "16.7", "–"],
      ["1,000", "Compiled groups and skeletons", "6.1", "2.6", "16.7", "123"],
    ]);
  });

  it("are Markdown, with the conditions, in which no name is markup", () => {
    const lines = toMarkdown(FOX).split("\n");
    expect(lines.slice(0, 4)).toEqual([
      `| ${COLUMNS.join(" | ")} |`,
      "| --- | --- | --: | --: | --: | --: |",
      "| 1 | Plain groups | 0.012 | 0.25 | 16.7 | 0.5 |",
      "| 1,000 | Plain groups | 6.1 | 10.7 | 16.7 | – |",
    ]);
    expect(lines).toContain("- File: fox\\_\\|\\_\\<b\\>.glb");
    expect(lines).toContain("- Measured: 2026-11-28, in turns, the median of 7 rounds");
    expect(conditionsOf({ ...FOX, plays: "" })[1]).toEqual(["Plays", "nothing"]);
  });
});

describe("the animations that a measurement plays", () => {
  const channel = (node: number, path = "rotation"): unknown => ({ sampler: 0, target: { node, path } });
  const pointer = (address: string): unknown => ({
    target: { path: "pointer", extensions: { KHR_animation_pointer: { pointer: address } } },
  });

  it.each<readonly [string, Record<string, unknown>, readonly number[], string]>([
    ["none", {}, [], ""],
    ["no list", { animations: 5 }, [], ""],
    ["animations without channels", { animations: [{ name: "empty", channels: [] }, null, { channels: 1 }] }, [], ""],
    [
      "one of several of the same character, with the most channels",
      {
        animations: [
          { name: "idle", channels: [channel(0)] },
          { name: "walk", channels: [channel(0), channel(1)] },
        ],
      },
      [1],
      "walk",
    ],
    [
      "all that move different things",
      {
        animations: [
          { channels: [channel(0)] },
          { name: "a", channels: [channel(0, "scale")] },
          { name: "b", channels: [channel(1)] },
          { name: "c", channels: [channel(2)] },
        ],
      },
      [0, 1, 2, 3],
      "animation 0, a, b and 1 more",
    ],
    [
      "pointers to different properties",
      {
        animations: [
          { name: "a", channels: [pointer("/a")] },
          { name: "b", channels: [pointer("/b")] },
          { name: "c", channels: [pointer("/a")] },
        ],
      },
      [0, 1],
      "a, b",
    ],
  ])("are %s", (_title, json, indices, names) => {
    expect(playedAnimations(json)).toEqual({ indices, text: names });
  });
});

describe("the settings of a measurement", () => {
  const usual = { instances: [1, 10, 100], rounds: 7, seconds: 30, width: 1280, height: 720 };

  it.each([
    ["", {}],
    ["?rounds=1&instances=3,1", { rounds: 1, instances: [1, 3] }],
    ["?seconds=0", { seconds: 0 }],
    ["?seconds=-1", {}],
    ["?seconds=", {}],
    ["?size=320x180", { width: 320, height: 180 }],
    ["?instances=0,-1,x,1.5,100000&rounds=0&size=0x9", {}],
    ["?instances=5,5,nothing&rounds=1000&size=99999x1", { instances: [5] }],
    ["?instances=1,2,3,4,5,6,7", { instances: [1, 2, 3, 4, 5] }],
  ])("of %j", (search, changed) => {
    expect(readSettings(search)).toEqual({ ...usual, ...changed });
  });
});
