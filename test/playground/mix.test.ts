import { describe, expect, it } from "@jest/globals";
import { timestampInStep } from "../../playground/page/playback/mix.js";

const clip = (start: number, end: number, timestamp: number, direction = 1): Parameters<typeof timestampInStep>[0] => ({
  bounds: { start, end },
  timestamp,
  time: { direction },
});

describe("a clip in step with another one", () => {
  it("has played the same share of its cycle", () => {
    expect(timestampInStep(clip(1, 3, 1.5), clip(4, 5, 0))).toBe(4.25);
    expect(timestampInStep(clip(0, 2, 2), clip(4, 5, 4))).toBe(5);
  });

  it("counts from its end where it plays the other way", () => {
    expect(timestampInStep(clip(0, 2, 0.5), clip(4, 8, 0, -1))).toBe(7);
    expect(timestampInStep(clip(0, 2, 0.5, -1), clip(4, 8, 0, -1))).toBe(5);
  });

  it("is at its start beside a clip without length", () => {
    expect(timestampInStep(clip(2, 2, 2), clip(4, 8, 5))).toBe(4);
  });
});
