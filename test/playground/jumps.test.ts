import { describe, expect, it } from "@jest/globals";
import { TrackCurve } from "../../playground/page/channels/curve.js";
import { findJumps, hasSeam, sampleCurve, type Samples } from "../../playground/page/channels/jumps.js";
import { createRandom } from "../helpers/random.js";

const FRAME = 1 / 30;

/** One value a frame, with `size` components that are equal except for their sign. */
function sampled(valueAt: (frame: number) => number, count = 120, size = 1): Samples {
  const values = Float64Array.from({ length: count * size }, (_, i) => valueAt(Math.floor(i / size)) * (i % size === 1 ? -1 : 1));
  return { times: Float64Array.from({ length: count }, (_, i) => i * FRAME), values, size };
}

const wave = (frame: number): number => Math.sin((2 * Math.PI * frame) / 60);
/** Frames of the jumps. */
const jumpsOf = (samples: Samples, ...equality: Parameters<typeof findJumps> extends [Samples, ...infer R] ? R : never): number[] =>
  findJumps(samples, ...equality).map((time) => Math.round(time / FRAME));

describe("jumps of a curve", () => {
  it.each<[string, (frame: number) => number, number[]]>([
    ["a smooth wave", wave, []],
    ["a wave with a frame that is off", (i) => wave(i) + (i === 40 ? 0.3 : 0), [40]],
    ["a wave with two frames that are off", (i) => wave(i) + (i === 40 || i === 41 ? 0.4 : 0), [40]],
    ["a wave that jumps and stays there", (i) => wave(i) + (i >= 50 ? 0.5 : 0), [50]],
    ["a wave with three jumps close together", (i) => wave(i) + ([40, 46, 52].includes(i) ? 0.5 : 0), [40, 46, 52]],
    ["a wave with a frame that is off too little to be seen", (i) => wave(i) + (i === 40 ? 0.02 : 0), []],
    ["a value at rest", () => 5, []],
    ["a value at rest, to single precision", (i) => Math.fround(5 + (i % 7) * 3e-7), []],
    ["a value at rest with a frame that is off", (i) => (i === 33 ? 5.1 : 5), [33]],
    ["a corner", (i) => Math.abs(i - 60), []],
    ["a bouncing ball", (i) => 1 - (((i % 24) - 12) / 12) ** 2, []],
    ["a punch of five frames", (i) => [0, 0.1, 0.45, 0.8, 1][i - 50] ?? (i > 50 ? 1 : 0), []],
  ])("%s", (_name, valueAt, expected) => {
    expect(jumpsOf(sampled(valueAt))).toEqual(expected);
    // neither unit nor number of components matter
    expect(jumpsOf(sampled((i) => 1e-3 * valueAt(i)))).toEqual(expected);
    expect(jumpsOf(sampled((i) => 1e4 * valueAt(i), 120, 3))).toEqual(expected);
  });

  it("are none in noise", () => {
    const random = createRandom(11);
    const noise = Array.from({ length: 2000 }, () => random());
    expect(jumpsOf(sampled((i) => 4 * wave(i) + noise[i]!, 2000))).toEqual([]);
  });

  it("are none where a quaternion changes its sign, or an angle turns by 360 degrees", () => {
    const half = (i: number): number => (Math.PI * i) / 60;
    const values = Float64Array.from({ length: 480 }, (_, i) => {
      const frame = i >> 2;
      return [0, Math.sin(half(frame)), 0, Math.cos(half(frame))][i & 3]! * (frame % 3 === 0 ? -1 : 1);
    });
    const turning = { times: sampled(wave).times, values, size: 4 };
    expect(findJumps(turning, "rotation")).toEqual([]);
    const angle = sampled((i) => (i * 6) % 360);
    expect(findJumps(angle, { turn: 360 })).toEqual([]);
    expect(findJumps(angle)).not.toEqual([]);
    values.set([1, 0, 0, 0], 4 * 50);
    expect(jumpsOf(turning, "rotation")).toEqual([50]);
  });

  it("are found in a track of a file, whose times are rounded and whose keys are far apart elsewhere", () => {
    const frames = [0, 30, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 120];
    const times = Float32Array.from(frames, (frame) => frame * FRAME);
    const values = Float64Array.from(frames, (frame) => (frame === 70 ? 4 : frame / 100));
    const curve = new TrackCurve({ times, values, size: 1, interpolation: "LINEAR", isRotation: false });
    expect(jumpsOf(sampleCurve(curve, 0, 4))).toEqual([70]);
    expect(jumpsOf(sampleCurve(curve, 0, 2.2))).toEqual([]);
  });

  it("are not motions of a few keys", () => {
    const track = { times: [0, 1, 2, 3, 4, 5, 6, 7, 8], values: [0, 0, 0, 0, 5, 0, 0, 0, 0], size: 1, isRotation: false } as const;
    const curve = new TrackCurve({
      ...track,
      times: Float64Array.from(track.times),
      values: Float64Array.from(track.values),
      interpolation: "LINEAR",
    });
    expect(findJumps(sampleCurve(curve, 0, 8))).toEqual([]);
  });

  it("need more than a few samples", () => {
    expect(findJumps(sampled((i) => Number(i === 1), 3))).toEqual([]);
    expect(findJumps(sampled(() => 1, 1))).toEqual([]);
  });
});

describe("the seam of a loop", () => {
  it.each<[string, Samples, boolean]>([
    ["with its first frame at its end, too", sampled(wave, 61), false],
    ["without a copy of its first frame", sampled(wave, 60), false],
    ["that ends elsewhere", sampled(wave, 50), true],
    ["of a straight motion", sampled((i) => i), true],
    ["at rest", sampled(() => 3), false],
    ["of one sample", sampled(() => 3, 1), false],
  ])("of a curve %s", (_name, samples, expected) => {
    expect(hasSeam(samples)).toBe(expected);
  });

  it("is good where both ends are one rotation or angle", () => {
    const turn = sampled((i) => 6 * i, 61);
    expect([hasSeam(turn), hasSeam(turn, { turn: 360 })]).toEqual([true, false]);
    const values = Float64Array.from({ length: 244 }, (_, i) => {
      const half = (Math.PI * (i >> 2)) / 60;
      return [0, Math.sin(half), 0, Math.cos(half)][i & 3]!;
    });
    const full = { times: turn.times, values, size: 4 };
    expect([hasSeam(full), hasSeam(full, "rotation")]).toEqual([true, false]);
  });
});
