import { afterEach, describe, expect, it } from "@jest/globals";
import { Animation } from "@babylonjs/core/Animations/animation.js";
import type { TargetedAnimation } from "@babylonjs/core/Animations/animationGroup.js";
import { bind } from "../../../src/scene/posing/clipBinding.js";
import { createAnimation, createGroup } from "../../helpers/group.js";
import { createScene, disposeScenes } from "../../helpers/scene.js";
import { propertyOf } from "../../helpers/propertyUser.js";

afterEach(disposeScenes);

const KEYS = { frames: [0, 60], values: [1, 2] };

describe("a group whose animations compile", () => {
  it("has tracks, and the property of each channel", () => {
    const [a, b] = [{ x: 0 }, { y: 0 }];
    const [x, y] = [createAnimation("x", KEYS), createAnimation("y", KEYS)];
    const { targetedAnimations, properties, tracks, obstacle } = bind(createGroup(createScene(), [a, x], [b, y]), null);
    expect(targetedAnimations.map(({ animation }) => animation)).toEqual([x, y]);
    expect(properties.properties).toEqual([propertyOf(a, x), propertyOf(b, y)]);
    expect(properties.offsets).toBe(tracks!.offsets);
    expect(obstacle).toBeNull();
  });

  it("leaves out channels whose keys are not finite", () => {
    const [broken, sound] = [createAnimation("x", { frames: [0, 60], values: [1, NaN] }), createAnimation("x", KEYS)];
    const { targetedAnimations, tracks } = bind(createGroup(createScene(), [{ x: 0 }, broken], [{ x: 0 }, sound]), null);
    expect([targetedAnimations.map(({ animation }) => animation), tracks!.layout.length]).toEqual([[sound], 1]);
  });

  it("keeps its tracks while it needs Babylon's animatables", () => {
    const animation = createAnimation("x", KEYS);
    animation.loopMode = Animation.ANIMATIONLOOPMODE_CONSTANT;
    const { tracks, obstacle } = bind(createGroup(createScene(), [{ x: 0 }, animation]), null);
    expect([tracks === null, obstacle]).toEqual([false, "the animation x has a loop mode other than CYCLE"]);
  });
});

describe("the properties of the last binding", () => {
  it("are used again where nothing has changed", () => {
    const group = createGroup(createScene(), [{ x: 0 }, createAnimation("x", KEYS)]);
    const before = bind(group, null);
    expect(bind(group, before).properties).toBe(before.properties);
  });

  it.each<{ comment: string; change: (group: ReturnType<typeof createGroup>) => void }>([
    { comment: "target", change: (group) => (group.targetedAnimations[0]!.target = { x: 0 }) },
    { comment: "array of keys", change: (group) => group.targetedAnimations[0]!.animation.setKeys([{ frame: 0, value: 1 }]) },
    { comment: "number of channels", change: (group) => void group.addTargetedAnimation(createAnimation("x", KEYS), { x: 0 }) },
  ])("are not used for another $comment", ({ change }) => {
    const group = createGroup(createScene(), [{ x: 0 }, createAnimation("x", KEYS)]);
    const before = bind(group, null);
    change(group);
    const after = bind(group, before);
    expect(after.properties).not.toBe(before.properties);
    expect(after.properties.properties.map(({ target }) => target)).toEqual(
      group.targetedAnimations.map(({ target }) => target as unknown),
    );
  });
});

describe("the last binding", () => {
  it("is used again where nothing has changed", () => {
    const group = createGroup(createScene(), [{ x: 0 }, createAnimation("x", KEYS)]);
    const before = bind(group, null);
    expect(bind(group, before)).toBe(before);
  });

  it("keeps all but the obstacle where only that has changed", () => {
    const animation = createAnimation("x", KEYS);
    const group = createGroup(createScene(), [{ x: 0 }, animation]);
    const before = bind(group, null);
    animation.loopMode = Animation.ANIMATIONLOOPMODE_CONSTANT;
    const holding = bind(group, before);
    expect(holding).toEqual({ ...before, obstacle: "the animation x has a loop mode other than CYCLE" });
    expect(holding.properties).toBe(before.properties);
    animation.loopMode = Animation.ANIMATIONLOOPMODE_CYCLE;
    expect(bind(group, holding).obstacle).toBeNull();
  });

  it.each<{ comment: string; change: (channel: TargetedAnimation) => void; name: string; last: number }>([
    { comment: "another animation", change: (each) => (each.animation = createAnimation("y", KEYS)), name: "y", last: 2 },
    { comment: "a new key", change: ({ animation }) => animation.getKeys().push({ frame: 120, value: 7 }), name: "x", last: 7 },
  ])("is not used for $comment", ({ change, name, last }) => {
    const target: Record<string, number> = { x: 0, y: 0 };
    const group = createGroup(createScene(), [target, createAnimation("x", KEYS)]);
    const before = bind(group, null);
    change(group.targetedAnimations[0]!);
    const { properties, tracks } = bind(group, before);
    tracks!.trackSet.sampleInto(9, tracks!.scratch);
    properties.write(tracks!.scratch, null);
    expect(target).toEqual({ x: 0, y: 0, [name]: last });
  });

  it("that could not be compiled is not used", () => {
    const target: Record<string, number> = {};
    const group = createGroup(createScene(), [target, createAnimation("x", KEYS)]);
    const before = bind(group, null);
    target["x"] = 0;
    expect([before.tracks, bind(group, before).obstacle]).toEqual([null, null]);
  });
});

describe("a group that cannot be compiled says why, and has no properties", () => {
  it.each([
    { target: { y: 0 }, dataType: Animation.ANIMATIONTYPE_FLOAT, obstacle: "the animation x has a target without x" },
    { target: [{ x: 0 }], dataType: Animation.ANIMATIONTYPE_FLOAT, obstacle: "the animation x has a target without x" },
    { target: { x: 0 }, dataType: Animation.ANIMATIONTYPE_MATRIX, obstacle: "the animation x is of matrices or sizes" },
  ])("$obstacle", ({ target, dataType, obstacle }) => {
    const binding = bind(createGroup(createScene(), [target, createAnimation("x", { ...KEYS, dataType })]), null);
    expect([binding.obstacle, binding.tracks, binding.properties.properties]).toEqual([obstacle, null, []]);
  });
});
