import { afterEach, describe, expect, it } from "@jest/globals";
import { frameAt, showPose } from "../../../src/scene/posing/evaluator.js";
import { createAnimation, createGroup } from "../../helpers/group.js";
import { createScene, disposeScenes } from "../../helpers/scene.js";

afterEach(disposeScenes);

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

describe("showing a pose", () => {
  it("writes what Babylon interpolates, and marks the target dirty", () => {
    const marks: string[] = [];
    const target = { a: { x: 0 }, markAsDirty: (property: string): unknown => marks.push(property) };
    const { targetedAnimations } = createGroup(createScene(), [target, createAnimation("a.x", { frames: [0, 60], values: [0, 10] })]);
    showPose(targetedAnimations, 0.25);
    expect([target.a.x, marks]).toEqual([2.5, ["a.x"]]);
  });

  it("skips a target whose path breaks off", () => {
    const target: { a: { x: number } | null } = { a: { x: 0 } };
    const { targetedAnimations } = createGroup(createScene(), [target, createAnimation("a.x", { frames: [0, 60], values: [0, 10] })]);
    target.a = null;
    showPose(targetedAnimations, 0.25);
    expect(target.a).toBeNull();
  });
});
