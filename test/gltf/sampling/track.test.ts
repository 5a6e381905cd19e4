import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { checkTrack, Clip, type Track, TrackSet } from "../../../src/gltf/sampling/index.js";
import { componentsPerKey } from "../../../src/gltf/sampling/track.js";
import {
  above,
  below,
  evaluateTrack,
  findDifferences,
  INTERPOLATIONS,
  KINDS,
  number,
  slerpByDefinition,
  tellingTimes,
  tracks,
} from "./oracle.js";
import { ruleOf } from "../../helpers/rules.js";

function trackOf(times: number[], values: number[], rest: Partial<Track> = {}): Track {
  const given = { size: 1, interpolation: "LINEAR" as const, isRotation: false, ...rest };
  return { times: Float64Array.from(times), values: Float64Array.from(values), ...given };
}

/** A track's value, with something before and behind it that must stay. */
function sampleTrack(track: Track, time: number): number[] {
  // as much as a quaternion, so that it would be seen where a neighbor is made one of length 1
  const neighbor = [-1, -2, -3, -4];
  const values = Float64Array.from([...neighbor, ...Array<number>(track.size).fill(-5), ...neighbor]);
  new TrackSet([{ track, offset: 4 }]).sampleInto(time, values);
  expect([...values.slice(0, 4), ...values.slice(4 + track.size)]).toEqual([...neighbor, ...neighbor]);
  return Array.from(values.slice(4, 4 + track.size));
}

/** Keeps to what both kinds of array can hold. */
function inFloat32(track: Track): Track {
  return { ...track, times: Float32Array.from(track.times), values: Float32Array.from(track.values) };
}

describe("the example of the glTF tutorial", () => {
  const values = [10, 5, -5, 14, 3, -2, 18, 1, 1];

  it("gives (16, 2, -0.5) at 1.2", () => {
    const track = trackOf([0, 0.8, 1.6], values, { size: 3 });
    // 1.2 is not in the middle of 0.8 and 1.6 in double precision, but by 1.4e-16: glTF's own precision does not see it.
    expect(sampleTrack(track, 1.2).map(Math.fround)).toEqual([16, 2, -0.5]);
    expect(findDifferences(sampleTrack(track, 1.2), [16, 2, -0.5], 1e-15)).toEqual([]);
  });

  it("gives exactly that in tenths of a second", () => {
    expect(sampleTrack(trackOf([0, 8, 16], values, { size: 3 }), 12)).toEqual([16, 2, -0.5]);
  });
});

describe("values worked out by hand", () => {
  const times = [1, 2, 4];
  const step = { interpolation: "STEP" } as const;
  const cubic = { interpolation: "CUBICSPLINE" } as const;
  // In-tangent, value and out-tangent of each key. Between 2 and 4, the tangents count twice.
  const spline = [99, 10, 0, 0, 20, 8, -4, 40, 99];
  const half = Math.SQRT1_2;

  it.each([
    { comment: "STEP before the first key", track: trackOf(times, [10, 20, 40], step), time: 0, expected: [10] },
    { comment: "STEP just before a key", track: trackOf(times, [10, 20, 40], step), time: below(2), expected: [10] },
    { comment: "STEP at a key", track: trackOf(times, [10, 20, 40], step), time: 2, expected: [20] },
    { comment: "STEP just after a key", track: trackOf(times, [10, 20, 40], step), time: above(2), expected: [20] },
    { comment: "STEP after the last key", track: trackOf(times, [10, 20, 40], step), time: 9, expected: [40] },
    { comment: "LINEAR before the first key", track: trackOf(times, [10, 20, 40]), time: -9, expected: [10] },
    { comment: "LINEAR between keys", track: trackOf(times, [10, 20, 40]), time: 3.5, expected: [35] },
    { comment: "LINEAR after the last key", track: trackOf(times, [10, 20, 40]), time: 9, expected: [40] },
    { comment: "CUBICSPLINE before the first key", track: trackOf(times, spline, cubic), time: 0, expected: [10] },
    { comment: "CUBICSPLINE without tangents", track: trackOf(times, spline, cubic), time: 1.25, expected: [10 + 10 * (0.1875 - 0.03125)] },
    { comment: "CUBICSPLINE at a key", track: trackOf(times, spline, cubic), time: 2, expected: [20] },
    { comment: "CUBICSPLINE with tangents", track: trackOf(times, spline, cubic), time: 3, expected: [10 + 20 + 2 * (1 + 0.5)] },
    { comment: "CUBICSPLINE after the last key", track: trackOf(times, spline, cubic), time: 9, expected: [40] },
    { comment: "one key, before it", track: trackOf([3], [7]), time: 2, expected: [7] },
    { comment: "one key, after it", track: trackOf([3], [1, 7, 2], cubic), time: 4, expected: [7] },
    { comment: "two keys at once: before them, towards the first", track: trackOf([0, 1, 1, 2], [0, 8, 2, 4]), time: 0.5, expected: [4] },
    { comment: "two keys at once: from then on, the second", track: trackOf([0, 1, 1, 2], [0, 8, 2, 4]), time: 1, expected: [2] },
    { comment: "two keys at once: after them, from the second", track: trackOf([0, 1, 1, 2], [0, 8, 2, 4]), time: 1.5, expected: [3] },
    { comment: "all keys at once, before them", track: trackOf([1, 1], [3, 4]), time: 0, expected: [3] },
    { comment: "all keys at once, after them", track: trackOf([1, 1], [3, 4]), time: 2, expected: [4] },
    {
      comment: "LINEAR quaternions of one track, each by its own arc",
      track: trackOf([0, 1], [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 0, -half, 0, 0, -half], { size: 8, isRotation: true }),
      time: 0.5,
      expected: [0, 0, half, half, Math.sin(Math.PI / 8), 0, 0, Math.cos(Math.PI / 8)],
    },
    {
      comment: "CUBICSPLINE quaternions of two halves, which take the way that they state",
      track: trackOf([0, 1], [0, 0, 0, 0, 0, 0, 0, 1, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, 0, 0, 0, 0], {
        ...cubic,
        size: 4,
        isRotation: true,
      }),
      time: 0.5,
      expected: [1, 0, 0, 0],
    },
    {
      comment: "CUBICSPLINE quaternions that cancel each other out, which have no direction",
      track: trackOf([0, 1], [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, 0, 0, 0, 0], {
        ...cubic,
        size: 4,
        isRotation: true,
      }),
      time: 0.5,
      expected: [0, 0, 0, 0],
    },
  ])("$comment", ({ track, time, expected }) => {
    expect(findDifferences(sampleTrack(track, time), expected, track.isRotation ? 1e-8 : 0)).toEqual([]);
  });
});

describe.each(INTERPOLATIONS)("%s", (interpolation) => {
  for (const kind of KINDS) {
    const tolerance = kind.isRotation ? 1e-8 : 1e-9;

    it(`gives ${kind.kind} as glTF 2.0 states it, at any time`, () => {
      fc.assert(
        fc.property(tracks(kind, interpolation), fc.array(number(-12, 40), { maxLength: 8 }), (track, times) => {
          const differences = [...times, ...tellingTimes(track.times)].flatMap((time) =>
            findDifferences(sampleTrack(track, time), evaluateTrack(track, time), tolerance),
          );
          expect(differences).toEqual([]);
        }),
        { numRuns: 50 },
      );
    });
  }

  it("gives the key itself at its time", () => {
    for (const kind of KINDS) {
      fc.assert(
        fc.property(tracks(kind, interpolation), (track) => {
          const { times, values, size } = track;
          const perKey = componentsPerKey(size, interpolation);
          times.forEach((time, key) => {
            if (time !== times[key + 1]) {
              const begin = key * perKey + (perKey - size) / 2;
              expect(sampleTrack(track, time)).toEqual(Array.from(values.slice(begin, begin + size)));
            }
          });
        }),
        { numRuns: 10 },
      );
    }
  });

  it("gives the same for Float32Array and Float64Array", () => {
    for (const kind of KINDS) {
      fc.assert(
        fc.property(tracks(kind, interpolation), number(-12, 40), (any, random) => {
          const single = inFloat32(any);
          const double = { ...single, times: Float64Array.from(single.times), values: Float64Array.from(single.values) };
          const times = [random, ...tellingTimes(single.times)];
          expect(times.map((time) => sampleTrack(single, time))).toEqual(times.map((time) => sampleTrack(double, time)));
        }),
        { numRuns: 10 },
      );
    }
  });

  it("never changes the track", () => {
    for (const kind of KINDS) {
      fc.assert(
        fc.property(tracks(kind, interpolation), (track) => {
          const before = structuredClone(track);
          Object.freeze(track);
          tellingTimes(track.times).forEach((time) => sampleTrack(track, time));
          expect(track).toEqual(before);
        }),
        { numRuns: 5 },
      );
    }
  });
});

it("LINEAR rotations of real precision are those of their double values", () => {
  const values = [...[0.1, 0.2, 0.3, Math.sqrt(0.86)], ...[-0.7, 0.1, 0.5, Math.sqrt(0.25)]];
  const sampled = sampleTrack(inFloat32(trackOf([0, 1], values, { size: 4, isRotation: true })), 0.25);
  // float32 keeps 24 bits: what it loses is more than what slerp loses.
  expect(findDifferences(sampled, slerpByDefinition(values.slice(0, 4), values.slice(4), 0.25), 1e-7)).toEqual([]);
});

it("numbers that a key has", () => {
  expect(INTERPOLATIONS.map((interpolation) => componentsPerKey(4, interpolation))).toEqual([4, 4, 12]);
});

describe("checkTrack", () => {
  it.each([
    { comment: "a track", track: trackOf([0, 1], [2, 3]) },
    { comment: "keys of the same time", track: trackOf([1, 1], [2, 3]) },
    { comment: "no keys", track: trackOf([], []) },
    { comment: "negative times", track: trackOf([-2, -1], [2, 3]) },
    { comment: "CUBICSPLINE", track: trackOf([0], [1, 2, 3], { interpolation: "CUBICSPLINE" }) },
    { comment: "two quaternions", track: trackOf([0], [0, 0, 0, 1, 0, 0, 0, 1], { size: 8, isRotation: true }) },
  ])("lets $comment pass, and returns it", ({ track }) => {
    expect(checkTrack(track)).toBe(track);
  });

  it.each([
    { track: trackOf([], [], { size: 0 }), message: `size: ${ruleOf("integerAbove0", 0)}` },
    { track: trackOf([], [], { size: -1 }), message: `size: ${ruleOf("integerAbove0", -1)}` },
    { track: trackOf([], [], { size: 1.5 }), message: `size: ${ruleOf("integerAbove0", 1.5)}` },
    { track: trackOf([], [], { size: NaN }), message: `size: ${ruleOf("integerAbove0", "NaN")}` },
    { track: trackOf([], [], { size: 3, isRotation: true }), message: `size: ${ruleOf("multipleOf4", 3)}` },
    { track: trackOf([], [], { size: 0, isRotation: true }), message: `size: ${ruleOf("multipleOf4", 0)}` },
    { track: trackOf([0, 1], [1]), message: `values: ${ruleOf("components", 2, 1)}` },
    { track: trackOf([0, 1], [1, 2, 3]), message: `values: ${ruleOf("components", 2, 3)}` },
    { track: trackOf([], [1]), message: `values: ${ruleOf("components", 0, 1)}` },
    { track: trackOf([0], [1], { size: 3 }), message: `values: ${ruleOf("components", 3, 1)}` },
    { track: trackOf([0, 1], [1, 2], { interpolation: "CUBICSPLINE" }), message: `values: ${ruleOf("components", 6, 2)}` },
    { track: trackOf([1, 0], [1, 2]), message: `times/1: ${ruleOf("finiteAscending", 0)}` },
    { track: trackOf([0, 2, 1], [1, 2, 3]), message: `times/2: ${ruleOf("finiteAscending", 1)}` },
    { track: trackOf([NaN], [1]), message: `times/0: ${ruleOf("finiteAscending", "NaN")}` },
    { track: trackOf([0, NaN], [1, 2]), message: `times/1: ${ruleOf("finiteAscending", "NaN")}` },
    { track: trackOf([0, Infinity], [1, 2]), message: `times/1: ${ruleOf("finiteAscending", "Infinity")}` },
    { track: trackOf([-Infinity], [1]), message: `times/0: ${ruleOf("finiteAscending", "-Infinity")}` },
  ])("$message", ({ track, message }) => {
    expect(() => checkTrack(track)).toThrow(new RangeError(message));
    expect(() => checkTrack(track)).toThrow(RangeError);
  });

  it("is done by a clip for its tracks, with the index of the wrong one", () => {
    const tracks = [
      { track: trackOf([0], [1]), offset: 0 },
      { track: trackOf([0], [1, 2]), offset: 1 },
    ];
    expect(() => new Clip(tracks)).toThrow(new RangeError(`tracks/1/values: ${ruleOf("components", 1, 2)}`));
  });
});
