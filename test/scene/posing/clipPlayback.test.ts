import { describe, expect, it } from "@jest/globals";
import { frameAt } from "../../../src/scene/posing/clipPlayback.js";
import { createAnimation } from "../../helpers/group.js";

describe("the frame of a timestamp", () => {
  const ANIMATION = createAnimation("x");

  it.each([
    { timestamp: 1.5, frame: 90 },
    { timestamp: 0.25, frame: 30 },
    { timestamp: 99, frame: 120 },
    { timestamp: -Infinity, frame: 30 },
    { timestamp: Infinity, frame: 120 },
  ])("at $timestamp s is $frame, within keys from 30 to 120 at 60 frames per second", ({ timestamp, frame }) => {
    expect(frameAt(timestamp, ANIMATION, { first: 30, last: 120 })).toBe(frame);
  });

  it("is never below the frame whose time it is", () => {
    const wrong: number[] = [];
    for (let i = -3000; i <= 3000; i++) {
      for (const frame of [i / 2, i / 3, i / 7]) {
        const found = frameAt(frame / 60, ANIMATION, { first: -Infinity, last: Infinity });
        if (!(found >= frame && found - frame < 5e-10)) {
          wrong.push(frame);
        }
      }
    }
    expect(wrong).toEqual([]);
  });
});
