import { afterEach, describe, expect, it } from "@jest/globals";
import { writeByBabylon } from "../../../src/scene/posing/singlePose.js";
import { createAnimation, createGroup } from "../../helpers/group.js";
import { createScene, disposeScenes } from "../../helpers/scene.js";

afterEach(disposeScenes);

describe("showing a pose", () => {
  it("writes what Babylon interpolates, and marks the target dirty", () => {
    const marks: string[] = [];
    const target = { a: { x: 0 }, markAsDirty: (property: string): unknown => marks.push(property) };
    const { targetedAnimations } = createGroup(createScene(), [target, createAnimation("a.x", { frames: [0, 60], values: [0, 10] })]);
    writeByBabylon(targetedAnimations, 0.25);
    expect([target.a.x, marks]).toEqual([2.5, ["a.x"]]);
  });

  it("skips a target whose path breaks off", () => {
    const target: { a: { x: number } | null } = { a: { x: 0 } };
    const { targetedAnimations } = createGroup(createScene(), [target, createAnimation("a.x", { frames: [0, 60], values: [0, 10] })]);
    target.a = null;
    writeByBabylon(targetedAnimations, 0.25);
    expect(target.a).toBeNull();
  });
});
