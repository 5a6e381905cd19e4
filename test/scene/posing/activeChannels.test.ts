import { afterEach, expect, it } from "@jest/globals";
import { AnimationGroupMask, AnimationGroupMaskMode } from "@babylonjs/core/Animations/animationGroupMask.js";
import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { ActiveChannels, isRetained } from "../../../src/scene/posing/activeChannels.js";
import { createAnimation, createGroup } from "../../helpers/group.js";
import { createScene, disposeScenes } from "../../helpers/scene.js";

afterEach(disposeScenes);

/** A group with a channel each for the targets a, b and c. */
function createAbc(): { group: AnimationGroup; active: ActiveChannels; mask: () => number[] | null; names: () => string } {
  const channels = ["a", "b", "c"].map((name) => [{ name, x: 0 }, createAnimation("x", { frames: [0], values: [1] })] as const);
  const group = createGroup(createScene(), ...channels);
  const active = new ActiveChannels(group);
  const { targetedAnimations } = group;
  return {
    ...{ group, active },
    mask: () => active.maskOf(targetedAnimations) && [...active.maskOf(targetedAnimations)!],
    names: () =>
      active
        .among(targetedAnimations)
        .map(({ target }) => (target as { name: string }).name)
        .join(""),
  };
}

it("all channels are active at first, and there is no mask", () => {
  const { mask, names } = createAbc();
  expect([names(), mask()]).toEqual(["abc", null]);
});

it("a channel that is stopped is not active until stops are forgotten", () => {
  const { group, active, mask, names } = createAbc();
  const [a, b] = group.targetedAnimations;
  expect(active.stop([b!])).toEqual([b]);
  expect(active.stop([a!, b!])).toEqual([a]); // the other one was stopped before
  expect([names(), mask(), active.isStopped(b!)]).toEqual(["c", [0, 0, 1], true]);
  active.clear();
  expect([names(), mask(), active.isStopped(b!)]).toEqual(["abc", null, false]);
});

it.each([
  {
    comment: "including a and b",
    names: ["a", "b"],
    mode: AnimationGroupMaskMode.Include,
    disabled: false,
    retained: "ab",
    mask: [1, 1, 0],
  },
  {
    comment: "excluding a and b",
    names: ["a", "b"],
    mode: AnimationGroupMaskMode.Exclude,
    disabled: false,
    retained: "c",
    mask: [0, 0, 1],
  },
  { comment: "disabled", names: ["a"], mode: AnimationGroupMaskMode.Include, disabled: true, retained: "abc", mask: [1, 1, 1] },
])("a group's mask retains targets: $comment", ({ names: masked, mode, disabled, retained, mask: expected }) => {
  const { group, mask, names } = createAbc();
  group.mask = new AnimationGroupMask(masked, mode);
  group.mask.disabled = disabled;
  expect([names(), mask()]).toEqual([retained, expected]);
  expect(group.targetedAnimations.map(({ target }) => Number(isRetained(group, target)))).toEqual(expected);
});

it("a channel has to be retained and not stopped", () => {
  const { group, active, names } = createAbc();
  group.mask = new AnimationGroupMask(["a", "b"]);
  active.stop([group.targetedAnimations[0]!]);
  expect(names()).toBe("b");
});
