import { describe, expect, it } from "@jest/globals";
import type { IAnimationKey } from "@babylonjs/core/Animations/animationKey.js";
import { Animation } from "@babylonjs/core/Animations/animation.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { compile, GetTrack, type CompiledAnimations } from "../../../src/scene/posing/tracks/compile.js";
import type { Floats } from "../../../src/scene/keys/keyData.js";
import { OnDemandAnimation } from "../../../src/scene/keys/onDemandAnimation.js";
import { collectGarbage } from "../../helpers/garbage.js";
import { createAnimation } from "../../helpers/group.js";
import { ruleOf } from "../../helpers/rules.js";

const { ANIMATIONTYPE_FLOAT: FLOAT, ANIMATIONTYPE_VECTOR3: VECTOR3, ANIMATIONTYPE_MATRIX: MATRIX } = Animation;

const KEYS = { frames: [0, 60, 180], values: [10, 20, 0] };

function compiled(...animations: readonly Animation[]): CompiledAnimations {
  const result = compile(animations);
  if ("obstacle" in result) {
    throw new Error(result.obstacle);
  }
  return result;
}

function sample({ trackSet, scratch }: CompiledAnimations, timestamp: number): number[] {
  trackSet.sampleInto(timestamp, scratch);
  return [...scratch];
}

function floats(...values: readonly number[]): Floats {
  return { array: Float32Array.from(values), at: 0, length: values.length };
}

/** An animation of the numbers of an accessor. */
function createOnDemand(times: Floats, values: Floats): Animation {
  const sampler = { times, values, interpolation: "LINEAR", stride: 1, isQuantized: false } as const;
  return new OnDemandAnimation("x", "x", 60, FLOAT, {
    ...{ sampler, offset: 0, width: 1, isRotation: false, fromComponents: (from, at) => from[at], hasEndTangents: true },
  });
}

describe("tracks", () => {
  it.each([
    [-1, 10],
    [0, 10],
    [0.25, 12.5],
    [1, 20],
    [2, 10],
    [3, 0],
    [4, 0],
  ])("of plain keys are linear, in seconds, and hold outside of them: at %d s %d", (timestamp, value) => {
    expect(sample(compiled(createAnimation("x", KEYS)), timestamp)).toEqual([value]);
  });

  it("of STEP keys hold each value until the next key", () => {
    const animation = createAnimation("x", KEYS);
    animation.getKeys().forEach((key) => (key.interpolation = 1));
    const tracks = compiled(animation);
    expect([0, 0.999, 1, 2.999, 3].map((timestamp) => sample(tracks, timestamp)[0])).toEqual([10, 10, 20, 20, 0]);
  });

  it("of keys with tangents are cubic splines; Babylon's tangents are per frame", () => {
    const animation = createAnimation("x", { frames: [0, 60], values: [0, 1] });
    Object.assign(animation.getKeys()[0]!, { outTangent: 2 / 60 });
    Object.assign(animation.getKeys()[1]!, { inTangent: -4 / 60 });
    // Hermite at 1/2: p0/2 + m0/8 + p1/2 - m1/8, with tangents per second over one second
    expect(sample(compiled(animation), 0.5)[0]).toBeCloseTo(2 / 8 + 1 / 2 + 4 / 8, 9);
  });

  it("of animations whose keys are not made yet share the times of an accessor, and are in single precision", () => {
    const times = floats(0, 1);
    const all = [floats(1, 2), floats(3, 4)].map((values) => compiled(createOnDemand(times, values)).trackSet.tracks[0]!.track);
    expect(all[1]!.times).toBe(all[0]!.times);
    expect(all.map(({ values }) => values)).toEqual([Float32Array.of(1, 2), Float32Array.of(3, 4)]);
  });

  it("of keys beside such animations keep double precision", () => {
    const result = compiled(createOnDemand(floats(0, 1), floats(1, 2)), createAnimation("x", { frames: [0, 60], values: [0.1, 0.3] }));
    expect(result.trackSet.tracks).toHaveLength(1);
    expect([sample(result, 0), sample(result, 1)]).toEqual([
      [1, 0.1],
      [2, 0.3],
    ]);
  });

  it("of the same times and interpolation are one; the offsets say where each animation's value is", () => {
    const later = createAnimation("x", { frames: [0, 30], values: [5, 6] });
    const vector = createAnimation("v", {
      frames: [0, 60, 180],
      values: [new Vector3(1, 2, 3), new Vector3(1, 2, 3), new Vector3(1, 2, 3)],
      dataType: VECTOR3,
    });
    const result = compiled(createAnimation("x", KEYS), later, vector);
    expect(result.trackSet.tracks.map(({ track, offset }) => [track.size, offset])).toEqual([
      [4, 0],
      [1, 4],
    ]);
    expect(result.offsets).toEqual([0, 4, 1]);
    expect(sample(result, 0)).toEqual([10, 1, 2, 3, 5]);
  });

  it.each([
    { value: 0.5, array: Float32Array },
    { value: 0.1, array: Float64Array },
  ])("have the precision that their values need: $value", ({ value, array }) => {
    const [first] = compiled(createAnimation("x", { frames: [0, 60], values: [value, 1] })).trackSet.tracks;
    expect(first!.track.values).toBeInstanceOf(array);
  });
});

function exchangeValues([first, second]: IAnimationKey[]): void {
  [first!.value, second!.value] = [second!.value, first!.value];
}

describe("animations of the same keys", () => {
  it("are compiled once", () => {
    const [a, b] = [createAnimation("x", KEYS), createAnimation("y")];
    b.setKeys(a.getKeys(), true);
    expect(compile([b])).toBe(compile([a]));
  });

  it.each<{ comment: string; change: (animation: Animation) => void }>([
    { comment: "the number of keys", change: (animation) => animation.getKeys().pop() },
    {
      comment: "the order of the values",
      change: (animation) => exchangeValues(animation.getKeys()),
    },
    { comment: "the array of keys", change: (animation) => animation.setKeys(animation.getKeys()) },
    { comment: "the frame rate", change: (animation) => (animation.framePerSecond = 30) },
    { comment: "the type", change: (animation) => (animation.dataType = MATRIX) },
  ])("are compiled again after a change of $comment", ({ change }) => {
    const animation = createAnimation("x", KEYS);
    const before = compile([animation]);
    change(animation);
    expect(compile([animation])).not.toBe(before);
  });
});

describe("animations that cannot be compiled", () => {
  it.each<{ obstacle: string; animation: () => Animation }>([
    { obstacle: "the animation x is of matrices or sizes", animation: () => createAnimation("x", { ...KEYS, dataType: MATRIX }) },
    { obstacle: "the animation x has no keys", animation: () => createAnimation("x") },
    {
      obstacle: "the animation x has keys that are not in order",
      animation: () => createAnimation("x", { frames: [60, 30], values: [1, 2] }),
    },
    {
      obstacle: "its animations have values that are not finite",
      animation: () => createAnimation("x", { frames: [0, 30], values: [1, NaN] }),
    },
    {
      obstacle: "the animation x has more than one interpolation",
      animation() {
        const animation = createAnimation("x", KEYS);
        animation.getKeys()[0]!.interpolation = 1;
        return animation;
      },
    },
  ])("are described: $obstacle", ({ obstacle, animation }) => {
    expect(compile([createAnimation("y", { ...KEYS, dataType: FLOAT }), animation()])).toEqual({ obstacle });
  });
});

describe("GetTrack", () => {
  it("returns the keys of an animation, with times in seconds", () => {
    const track = GetTrack(createAnimation("x", KEYS));
    expect(track).toMatchObject({ size: 1, interpolation: "LINEAR", isRotation: false });
    expect([[...track.times], [...track.values]]).toEqual([
      [0, 1, 3],
      [10, 20, 0],
    ]);
  });

  it("throws for an animation that only Babylon can evaluate", () => {
    const animation = createAnimation("x", KEYS);
    animation.getKeys()[0]!.interpolation = 1;
    expect(() => GetTrack(animation)).toThrow(
      new RangeError(`animation: ${ruleOf("compilableAnimation", "the animation x has more than one interpolation")}`),
    );
  });
});

it("keys that are edited before each start do not pile up tracks", async () => {
  const animation = createAnimation("x", KEYS);
  const tracks: WeakRef<object>[] = [];
  for (let value = 0; value < 200; value++) {
    animation.getKeys()[0]!.value = value;
    const track = GetTrack(animation);
    expect(track.values[0]).toBe(value);
    tracks.push(new WeakRef(track));
  }
  await collectGarbage();
  expect(tracks.filter((track) => track.deref()).length).toBeLessThan(100);
});
