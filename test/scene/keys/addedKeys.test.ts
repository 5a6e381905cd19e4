import { afterEach, describe, expect, it } from "@jest/globals";
import { Animation } from "@babylonjs/core/Animations/animation.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import {
  beginsOutOfOrder,
  dropEndlessKey,
  type KeyRange,
  keyRangeOf,
  recordOwnRange,
  timedKeys,
} from "../../../src/scene/keys/addedKeys.js";
import { createAnimation, createGroup } from "../../helpers/group.js";
import { createScene, disposeScenes } from "../../helpers/scene.js";

afterEach(disposeScenes);

const framesOf = (animation: Animation): number[] => animation.getKeys().map(({ frame }) => frame);

type Tangents = readonly [frame: number, value: number, inTangent: number, outTangent: number];

function createSpline(keys: readonly Tangents[]): Animation {
  const animation = createAnimation("x");
  animation.setKeys(keys.map(([frame, value, inTangent, outTangent]) => ({ frame, value, inTangent, outTangent })));
  return animation;
}

/** Lets Babylon add keys as it does for a group from frame 0 to 120. */
function normalize(animation: Animation): void {
  createGroup(createScene(), [{ x: 0 }, animation]).normalize(0, 120);
}

/** Lets Babylon add a key at frame 0, as it does when it starts a group. */
function start(animation: Animation): void {
  createGroup(createScene(), [{ x: 0 }, animation]).start();
}

describe("the range of an animation's own keys", () => {
  it("is that of the keys", () => {
    expect(keyRangeOf(createAnimation("x", { frames: [0, 30, 60], values: [1, 2, 3] }))).toEqual({ first: 0, last: 60 });
  });

  it("is the recorded one, although the keys at its ends have equal values", () => {
    const animation = createAnimation("x", { frames: [30, 40, 50, 60], values: [1, 1, 2, 2] });
    recordOwnRange(animation.getKeys());
    normalize(animation);
    expect(framesOf(animation)).toEqual([0, 30, 40, 50, 60, 120]);
    expect(keyRangeOf(animation)).toEqual({ first: 30, last: 60 });
  });

  it("belongs to an array of keys: others have their own", () => {
    const animation = createAnimation("x", { frames: [30, 60], values: [1, 2] });
    recordOwnRange(animation.getKeys());
    animation.setKeys([
      { frame: 10, value: 1 },
      { frame: 20, value: 2 },
    ]);
    expect(keyRangeOf(animation)).toEqual({ first: 10, last: 20 });
  });

  it("leaves out keys that Babylon has added, also where it was not recorded", () => {
    const animation = createAnimation("x", { frames: [30, 60], values: [1, 2] });
    normalize(animation);
    expect(framesOf(animation)).toEqual([0, 30, 60, 120]);
    expect(keyRangeOf(animation)).toEqual({ first: 30, last: 60 });
  });

  it("leaves out added keys whose values are vectors that are equal, but not the same", () => {
    const values = [1, 1, 2, 2].map((x) => new Vector3(x, 0, 0));
    const keys = { frames: [0, 30, 60, 120], values, dataType: Animation.ANIMATIONTYPE_VECTOR3 };
    expect(keyRangeOf(createAnimation("x", keys))).toEqual({ first: 30, last: 60 });
  });

  it.each<{ comment: string; keys: readonly Tangents[]; range: KeyRange }>([
    {
      comment: "that repeats the tangents of the first one was added",
      keys: [
        [0, 1, 5, 6],
        [30, 1, 5, 6],
        [60, 2, 0, 0],
      ],
      range: { first: 30, last: 60 },
    },
    {
      comment: "that has tangents of its own was not, although its value is that of the next one",
      keys: [
        [0, 1, 0, 6],
        [30, 1, 5, 6],
        [60, 2, 0, 0],
      ],
      range: { first: 0, last: 60 },
    },
    {
      comment: "that repeats the tangents of the last one was added",
      keys: [
        [0, 1, 0, 0],
        [30, 2, 5, 6],
        [60, 2, 5, 6],
      ],
      range: { first: 0, last: 30 },
    },
    {
      comment: "with another in-tangent was not",
      keys: [
        [0, 1, 0, 0],
        [30, 2, 5, 6],
        [60, 2, 0, 6],
      ],
      range: { first: 0, last: 60 },
    },
    {
      comment: "with another out-tangent was not",
      keys: [
        [0, 1, 0, 0],
        [30, 2, 5, 6],
        [60, 2, 5, 0],
      ],
      range: { first: 0, last: 60 },
    },
  ])("a key $comment", ({ keys, range }) => {
    expect(keyRangeOf(createSpline(keys))).toEqual(range);
  });

  it("of one key is its frame", () => {
    expect(keyRangeOf(createAnimation("x", { frames: [30], values: [1] }))).toEqual({ first: 30, last: 30 });
  });
});

describe("the key that Babylon adds at frame 0", () => {
  it("has no tangents", () => {
    expect(
      beginsOutOfOrder(
        createSpline([
          [0, 1, 5, 6],
          [-30, 1, 5, 6],
          [30, 2, 0, 0],
        ]).getKeys(),
      ),
    ).toBe(false);
  });

  it("comes before others that begin earlier, and is left out", () => {
    const animation = createAnimation("x", { frames: [-30, 30], values: [1, 2] });
    start(animation);
    expect(framesOf(animation)).toEqual([0, -30, 30]);
    expect(beginsOutOfOrder(animation.getKeys())).toBe(true);
    expect(timedKeys(animation).map(({ frame }) => frame)).toEqual([-30, 30]);
    expect(keyRangeOf(animation)).toEqual({ first: -30, last: 30 });
  });

  it.each([
    {
      comment: "of another value",
      frames: [0, -30, 30],
      values: [5, 1, 2],
    },
    {
      comment: "in order",
      frames: [0, 30],
      values: [1, 1],
    },
    { comment: "alone", frames: [0], values: [1] },
    { comment: "at another frame", frames: [10, -30, 30], values: [1, 1, 2] },
    { comment: "twice at 0", frames: [0, 0, 30], values: [1, 1, 2] },
  ] as const)("is not taken for a key of the file: $comment", ({ frames, values }) => {
    const animation = createAnimation("x", { frames, values });
    expect(beginsOutOfOrder(animation.getKeys())).toBe(false);
    expect(timedKeys(animation)).toBe(animation.getKeys());
  });
});

it.each([
  {
    comment: "repeats the one before it: removed",
    frames: [0, 30, Infinity],
    values: [1, 2, 2],
    left: [0, 30],
  },
  {
    comment: "has another value: stays",
    frames: [0, 30, Infinity],
    values: [1, 2, 3],
    left: [0, 30, Infinity],
  },
  { comment: "is the only one: stays", frames: [Infinity], values: [2], left: [Infinity] },
  {
    comment: "is finite: stays",
    frames: [0, 30],
    values: [1, 1],
    left: [0, 30],
  },
] as const)("the last key at an infinite frame $comment", ({ frames, values, left }) => {
  const animation = createAnimation("x", { frames, values });
  dropEndlessKey(animation.getKeys());
  expect(framesOf(animation)).toEqual(left);
});
