import { describe, expect, it } from "@jest/globals";
import { cutSettings, hintOf, moved, uniqueName, withBounds } from "../../playground/page/document/clipEdits.js";
import { TimestampAt, type ClipSettings } from "../../src/pure.js";
import { resolveClipSettings } from "../../src/gltf/timing/index.js";

const settings = (stated: ClipSettings): ReturnType<typeof resolveClipSettings> => resolveClipSettings(stated);

describe("moving the bounds of a clip", () => {
  it.each([
    { comment: "keeps an offset that fits", before: { end: 4, offset: 1 }, bounds: { end: 3 }, offset: 1 },
    { comment: "shortens an offset that does not", before: { end: 4, offset: 2 }, bounds: { end: 1 }, offset: 1 },
    { comment: "keeps a clip at its end there", before: { end: 4, offset: 4 }, bounds: { end: 5 }, offset: 5 },
    { comment: "keeps it there when the start moves", before: { end: 4, offset: 4 }, bounds: { start: 1 }, offset: 3 },
    { comment: "keeps the offset when the end is taken away", before: { end: 4, offset: 4 }, bounds: { end: Infinity }, offset: 4 },
  ])("$comment", ({ before, bounds, offset }) => {
    expect(withBounds(settings(before), bounds)).toEqual({ ...settings(before), ...bounds, offset });
  });
});

describe("cutting a clip", () => {
  it.each([
    { comment: "forwards", before: { start: 1, end: 4 }, first: { start: 1, end: 3 }, second: { start: 3, end: 4 } },
    {
      comment: "forwards, beginning in the second part",
      before: { start: 1, end: 4, offset: 2.5 },
      first: { start: 1, end: 3 },
      second: { start: 3, end: 4, offset: 0.5 },
    },
    {
      comment: "backwards from the end",
      before: { start: 1, end: 4, offset: 3, speed: -1 },
      first: { start: 1, end: 3, offset: 2, speed: -1 },
      second: { start: 3, end: 4, offset: 1, speed: -1 },
    },
    { comment: "without an end", before: { start: 1 }, first: { start: 1, end: 3 }, second: { start: 3 } },
  ])("gives two clips: $comment", ({ before, first, second }) => {
    expect(cutSettings(settings(before), 3)).toEqual([settings(first), settings(second)]);
  });

  it("gives parts that play the same timestamps as the whole clip, one after the other", () => {
    const whole = settings({ start: 1, end: 4, repetitions: 1 });
    const [first, second] = cutSettings(whole, 2.5)!;
    for (let totalTime = 0; totalTime < 1.5; totalTime += 0.125) {
      expect(TimestampAt(first, totalTime).timestamp).toBe(TimestampAt(whole, totalTime).timestamp);
      expect(TimestampAt(second, totalTime).timestamp).toBe(TimestampAt(whole, totalTime + 1.5).timestamp);
    }
  });

  it.each([0, 1, 4, 5, NaN])("gives nothing at %d, which is not between the bounds", (at) => {
    expect(cutSettings(settings({ start: 1, end: 4 }), at)).toBeNull();
  });
});

describe("a hint", () => {
  it.each([
    { speed: -1, repetitions: 1, end: 2 },
    { speed: -1, repetitions: 3, end: 2 },
    { speed: -1, repetitions: 1 },
    { repetitions: 0, end: 2 },
    { speed: 0, end: 2 },
    { start: 1, end: 1 },
  ])("is given where settings play less than expected, and its mend moves the clip: %o", (stated) => {
    const { mended } = hintOf(settings(stated), 3)!;
    expect(hintOf(mended, 3)).toBeNull();
    expect(TimestampAt(mended, 0.5).timestamp).not.toBe(TimestampAt(mended, 0).timestamp);
    expect(TimestampAt(mended, 0.5).completedRepetitions).toBe(0);
  });

  it.each([{}, { end: 2 }, { speed: -1, end: 2, offset: 2, repetitions: 1 }, { end: 2, reverse: true }])(
    "is not given for settings that play: %o",
    (stated) => {
      expect(hintOf(settings(stated), 3)).toBeNull();
    },
  );
});

describe("names", () => {
  it.each([
    { wanted: "walk", taken: [], name: "walk" },
    { wanted: "walk", taken: ["walk"], name: "walk 2" },
    { wanted: "walk 2", taken: ["walk", "walk 2"], name: "walk 3" },
    { wanted: "2", taken: ["2"], name: "2 2" },
  ])("are made unique: $wanted among $taken", ({ wanted, taken, name }) => {
    expect(uniqueName(wanted, taken)).toBe(name);
  });
});

describe("an item of a list", () => {
  it.each([
    { from: 0, to: 2, list: "bca" },
    { from: 2, to: 0, list: "cab" },
    { from: 1, to: 9, list: "acb" },
    { from: 1, to: -1, list: "bac" },
  ])("moves from $from to $to", ({ from, to, list }) => {
    expect(moved(["a", "b", "c"], from, to).join("")).toBe(list);
  });
});
