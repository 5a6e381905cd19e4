import { describe, expect, it } from "@jest/globals";
import { frameTimes, passOf, timestampInPass } from "../../playground/page/sharing/filmTiming.js";
import { resolveClipSettings } from "../../src/gltf/timing/index.js";

describe("the frames of a film", () => {
  it("are at whole milliseconds, 30 in a second, without the one that begins the next pass", () => {
    expect(frameTimes(0.2)).toEqual([0, 33, 67, 100, 133, 167]);
    expect(frameTimes(1)).toHaveLength(30);
    expect(frameTimes(1.001)).toHaveLength(31);
    expect(frameTimes(0)).toEqual([0]);
    expect(() => frameTimes(601)).toThrow("A film has at most 600 s; one pass of this clip takes 601 s.");
  });

  it.each([
    { comment: "a loop", settings: { start: 2, end: 4, speed: 2 }, seconds: 1, at: { 0: 2, 0.25: 2.5, 0.75: 3.5 } },
    { comment: "backwards", settings: { start: 2, end: 4, speed: -2 }, seconds: 1, at: { 0: 4, 0.25: 3.5, 0.75: 2.5 } },
    { comment: "there and back", settings: { end: 1, reverse: true }, seconds: 2, at: { 0: 0, 0.75: 0.75, 1.25: 0.75 } },
    { comment: "from the start, whatever the offset", settings: { end: 2, offset: 1, repetitions: 1 }, seconds: 2, at: { 0: 0, 1.5: 1.5 } },
    { comment: "without an end, until the last key", settings: { start: 1 }, seconds: 4, at: { 0: 1, 3: 4 } },
    { comment: "at rest", settings: { start: 1, end: 2, speed: 0 }, seconds: 0, at: { 0: 1 } },
  ])("show one pass: $comment", ({ settings, seconds, at }) => {
    const resolved = resolveClipSettings(settings);
    expect(passOf(resolved, 5)).toBe(seconds);
    for (const [time, timestamp] of Object.entries(at)) {
      expect(timestampInPass(resolved, 5, Number(time))).toBeCloseTo(timestamp, 12);
    }
  });
});
