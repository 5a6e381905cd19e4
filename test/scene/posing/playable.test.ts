import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import type { Animation } from "@babylonjs/core/Animations/animation.js";
import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { Logger } from "@babylonjs/core/Misc/logger.js";
import { playableOf } from "../../../src/scene/posing/playable.js";
import { createAnimation, createGroup } from "../../helpers/group.js";
import { ruleOf } from "../../helpers/rules.js";
import { createScene, disposeScenes } from "../../helpers/scene.js";

const warn = jest.spyOn(Logger, "Warn");

beforeEach(() => void warn.mockReset());
afterEach(disposeScenes);

function groupOf(...animations: readonly Animation[]): AnimationGroup {
  return createGroup(createScene(), ...animations.map((animation) => [{ x: 0, y: 0 }, animation] as const));
}

const SOUND = { frames: [0, 60], values: [1, 2] };

describe("the channels that clips play", () => {
  it("are all of a group whose keys are finite or missing, in the same array", () => {
    const [some, none] = [createAnimation("x", SOUND), createAnimation("y", SOUND)];
    const group = groupOf(some, none);
    none.setKeys([]);
    expect(playableOf(group)).toBe(group.targetedAnimations);
    expect(warn).not.toHaveBeenCalled();
  });

  it.each([
    {
      comment: "value",
      frames: [0, 60],
      values: [1, NaN],
      got: NaN,
    },
    {
      comment: "time",
      frames: [0, -Infinity, 60],
      values: [1, 2, 3],
      got: -Infinity,
    },
  ] as const)("are not those with a $comment that is not finite, with one warning", ({ frames, values, got }) => {
    const [broken, sound] = [createAnimation("x", { frames, values }), createAnimation("y", SOUND)];
    const group = groupOf(broken, sound);
    for (let i = 0; i < 2; i++) {
      expect(playableOf(group).map(({ animation }) => animation)).toEqual([sound]);
    }
    const rule = ruleOf("finiteKeys", got, 1);
    expect(warn.mock.calls).toEqual([[`babylon-gltf-animation: x: ${rule}; clips leave its target as it is`]]);
  });

  it("are looked at again when the number of keys changes", () => {
    const animation = createAnimation("x", SOUND);
    const group = groupOf(animation);
    expect(playableOf(group)).toHaveLength(1);
    animation.getKeys().push({ frame: 90, value: NaN });
    expect(playableOf(group)).toHaveLength(0);
    animation.getKeys().pop();
    expect(playableOf(group)).toHaveLength(1);
  });
});

describe("tangents that are not finite", () => {
  function withTangents(member: "inTangent" | "outTangent", key: number): Animation {
    const animation = createAnimation("x", SOUND);
    animation.getKeys().forEach((each) => Object.assign(each, { inTangent: 0, outTangent: 0 }));
    animation.getKeys()[key]![member] = NaN;
    return animation;
  }

  it.each([
    { member: "inTangent", key: 0 },
    { member: "outTangent", key: 1 },
  ] as const)("are removed outside of the keys, where nobody needs them: $member of key $key", ({ member, key }) => {
    const animation = withTangents(member, key);
    expect(playableOf(groupOf(animation))).toHaveLength(1);
    expect(animation.getKeys()[key]![member]).toBeUndefined();
  });

  it.each([
    { member: "outTangent", key: 0 },
    { member: "inTangent", key: 1 },
  ] as const)("between keys make the channel unplayable: $member of key $key", ({ member, key }) => {
    expect(playableOf(groupOf(withTangents(member, key)))).toHaveLength(0);
  });
});
