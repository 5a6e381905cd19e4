import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { Clip, Pose, PoseLayout, type ClipTrack, type Track, TrackSet } from "../../../src/gltf/sampling/index.js";
import { above, below, evaluateTrack, findDifferences, INTERPOLATIONS, KINDS, number, tellingTimes, tracks, type Kind } from "./oracle.js";
import { ruleOf } from "../../helpers/rules.js";

/** A number that is the time, within the given keys. */
function trackOf(...times: number[]): Track {
  const array = Float64Array.from(times);
  return { times: array, values: array, size: 1, interpolation: "LINEAR", isRotation: false };
}

const clipOf = (looping: boolean, ...times: number[][]): Clip =>
  new Clip(
    times.map((each, offset) => ({ track: trackOf(...each), offset })),
    looping,
  );

const poseOf = (size: number): Pose => new Pose(new PoseLayout([{ size, isRotation: false }]));

/** `Clip::AdjustTimeToFitRange` of Szauer's book, line by line, but for a clip without length, of which ours gives the start. */
function adjustTimeToFitRange({ start, end, looping }: Clip, time: number): number {
  if (!looping) {
    return time < start ? start : time > end ? end : time;
  }
  const duration = end - start;
  if (duration <= 0) {
    return start;
  }
  let inTime = (time - start) % duration;
  if (inTime < 0) {
    inTime += duration;
  }
  return inTime + start;
}

const ranges = fc.tuple(number(-10, 10), number(1e-3, 10)).map(([start, length]) => [start, start + length]);

describe("start and end", () => {
  it.each([
    { comment: "no tracks", times: [], start: 0, end: 0 },
    { comment: "a track without keys", times: [[]], start: 0, end: 0 },
    { comment: "one key", times: [[3]], start: 3, end: 3 },
    { comment: "one track", times: [[1, 2, 5]], start: 1, end: 5 },
    { comment: "the lowest and the highest time of all tracks", times: [[2, 3], [1, 2.5], [2, 7, 7], [4]], start: 1, end: 7 },
    { comment: "tracks without keys count for nothing", times: [[], [2, 3]], start: 2, end: 3 },
    { comment: "negative times", times: [[-3, -2], [-5]], start: -5, end: -2 },
  ])("$comment", ({ times, start, end }) => {
    expect(clipOf(false, ...times)).toMatchObject({ start, end, looping: false });
    expect(clipOf(true, ...times)).toMatchObject({ start, end, looping: true });
  });
});

describe("the length that a pose must have", () => {
  it.each([
    { comment: "no tracks", offsets: [], length: 0 },
    { comment: "one track", offsets: [0], length: 1 },
    { comment: "the track with the last component, wherever it is", offsets: [2, 7, 3], length: 8 },
  ])("$comment", ({ offsets, length }) => {
    expect(new Clip(offsets.map((offset) => ({ track: trackOf(0), offset }))).length).toBe(length);
  });
});

describe("the time that is sampled", () => {
  it.each([
    { comment: "within", looping: false, time: 2.5, expected: 2.5 },
    { comment: "at the start", looping: false, time: 1, expected: 1 },
    { comment: "at the end", looping: false, time: 5, expected: 5 },
    { comment: "before the start: the start", looping: false, time: 0, expected: 1 },
    { comment: "after the end: the end", looping: false, time: 8, expected: 5 },
    { comment: "at infinity: the end", looping: false, time: Infinity, expected: 5 },
    { comment: "at minus infinity: the start", looping: false, time: -Infinity, expected: 1 },
    { comment: "looping, within", looping: true, time: 2.5, expected: 2.5 },
    { comment: "looping, at the start", looping: true, time: 1, expected: 1 },
    { comment: "looping, at the end: the start", looping: true, time: 5, expected: 1 },
    { comment: "looping, just before the end", looping: true, time: below(5), expected: below(5) },
    { comment: "looping, beyond the end", looping: true, time: 5.5, expected: 1.5 },
    { comment: "looping, many times beyond the end", looping: true, time: 4001.5, expected: 1.5 },
    { comment: "looping, before the start", looping: true, time: 0.5, expected: 4.5 },
    { comment: "looping, many times before the start", looping: true, time: -3999.5, expected: 4.5 },
    { comment: "looping, whole lengths before the start", looping: true, time: -7, expected: 1 },
  ])("$comment", ({ looping, time, expected }) => {
    const clip = clipOf(looping, [1, 3], [2, 5]);
    const pose = poseOf(2);
    expect(clip.timeFor(time)).toBe(expected);
    expect(clip.sample(time, pose)).toBe(expected);
    expect(Array.from(pose.values)).toEqual([Math.min(expected, 3), Math.max(expected, 2)]);
  });

  it("is held at the end unless the clip is made to loop", () => {
    expect(new Clip([{ track: trackOf(1, 5), offset: 0 }]).timeFor(6)).toBe(5);
  });

  it.each([true, false])("is the start where the clip has no length (looping: %p)", (looping) => {
    const pose = poseOf(1);
    for (const time of [-7, 3, 3.5, 1e9]) {
      expect(clipOf(looping, [3]).sample(time, pose)).toBe(3);
      expect(Array.from(pose.values)).toEqual([3]);
      expect(clipOf(looping, []).sample(time, pose)).toBe(0);
      expect(Array.from(pose.values)).toEqual([3]);
    }
  });

  it("is the book's, and never outside of the clip", () => {
    fc.assert(
      fc.property(ranges, fc.boolean(), number(-1000, 1000), (range, looping, time) => {
        const clip = clipOf(looping, range);
        for (const each of [time, ...tellingTimes(clip.tracks[0]!.track.times).filter(Number.isFinite)]) {
          const at = clip.timeFor(each);
          expect(at).toBeGreaterThanOrEqual(clip.start);
          expect(at).toBeLessThanOrEqual(clip.end);
          // Rounding may lead to the other side of where the clip repeats itself.
          const distance = Math.abs(at - adjustTimeToFitRange(clip, each));
          expect(Math.min(distance, looping ? Math.abs(distance - (clip.end - clip.start)) : distance)).toBeLessThan(1e-9);
        }
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    { start: 0.3, end: 0.9 },
    { start: -0.8, end: 0.9 },
    { start: -1, end: -0.1 },
  ])("does not leave $start..$end by rounding", ({ start, end }) => {
    // Where the length, too, is rounded: start + (end - start) > end.
    expect(start + (end - start)).toBeGreaterThan(end);
    expect(clipOf(true, [start, end]).timeFor(start - Number.EPSILON / 8)).toBeLessThanOrEqual(end);
    expect(clipOf(true, [start, end]).timeFor(below(start))).toBeLessThanOrEqual(end);
  });

  it("is the very time within the clip, so that a key is met at its own time", () => {
    expect(clipOf(true, [0.2, 1.2]).timeFor(0.9)).toBe(0.9);
    fc.assert(
      fc.property(ranges, fc.boolean(), number(0, 1), ([start, end], looping, part) => {
        const time = start! + part * (end! - start!);
        fc.pre(time < end!);
        expect(clipOf(looping, [start!, end!]).timeFor(time)).toBe(time);
      }),
    );
  });

  it.each([
    { looping: false, time: NaN, message: `time: ${ruleOf("number", "NaN")}` },
    { looping: true, time: NaN, message: `time: ${ruleOf("finiteNumber", "NaN")}` },
    { looping: true, time: Infinity, message: `time: ${ruleOf("finiteNumber", "Infinity")}` },
    { looping: true, time: -Infinity, message: `time: ${ruleOf("finiteNumber", "-Infinity")}` },
  ])("$message (looping: $looping)", ({ looping, time, message }) => {
    const pose = poseOf(1);
    for (const keys of [[1, 2], [3], []]) {
      expect(() => clipOf(looping, keys).sample(time, pose)).toThrow(new RangeError(message));
    }
    expect(Array.from(pose.values)).toEqual([0]);
  });
});

/** Tracks of all kinds, one behind the other; those with the same kind of interpolation share their times. */
const clipTracks: fc.Arbitrary<ClipTrack[]> = fc
  .tuple(...INTERPOLATIONS.flatMap((interpolation) => KINDS.map((kind: Kind) => tracks(kind, interpolation))))
  .map((all) => {
    let end = 0;
    return all.map((track) => ({ track, offset: (end += track.size) - track.size }));
  });

const components = INTERPOLATIONS.length * KINDS.reduce((sum, { size }) => sum + size, 0);

describe("sampling", () => {
  it("gives each track the value of its own, held outside of its own keys", () => {
    fc.assert(
      fc.property(clipTracks, fc.array(number(-15, 40), { minLength: 1, maxLength: 5 }), (all, times) => {
        const [clip, pose] = [new Clip(all), poseOf(components)];
        for (const time of times) {
          const at = clip.sample(time, pose);
          const expected = all.flatMap(({ track }) => evaluateTrack(track, at));
          expect(findDifferences(pose.values, expected, 1e-8)).toEqual([]);
        }
      }),
      { numRuns: 30 },
    );
  });

  it("gives the same with cursors and without, after any earlier sample", () => {
    fc.assert(
      fc.property(clipTracks, fc.boolean(), fc.array(number(-50, 50), { minLength: 1, maxLength: 10 }), (all, looping, times) => {
        const [clip, walked, searched] = [new Clip(all, looping), poseOf(components), poseOf(components)];
        const cursors = clip.createCursors();
        for (const time of times) {
          expect(clip.sample(time, walked, cursors)).toBe(clip.sample(time, searched));
          expect(walked.values).toEqual(searched.values);
        }
        const stale = cursors.map((_, i) => [-7, 0, 3, 1000, 2 ** 31 - 1][i % 5]!);
        clip.sample(times[0]!, walked, stale);
        clip.sample(times[0]!, searched);
        expect(walked.values).toEqual(searched.values);
      }),
      { numRuns: 20 },
    );
  });

  it("searches once for the tracks that share their times", () => {
    const [shared, other] = [trackOf(0, 1, 2), trackOf(0, 1, 2)];
    const clip = new Clip([
      { track: shared, offset: 0 },
      { track: other, offset: 1 },
      { track: { ...shared, values: Float64Array.of(5, 6, 7), interpolation: "STEP" }, offset: 2 },
      { track: trackOf(), offset: 3 },
    ]);
    const [cursors, pose] = [clip.createCursors(), poseOf(4)];
    expect(Array.from(cursors)).toEqual([-1, -1]);
    clip.sample(1.5, pose, cursors);
    expect(Array.from(cursors)).toEqual([1, 1]);
    expect(Array.from(pose.values)).toEqual([1.5, 1.5, 6, 0]);
  });

  it("leaves the components alone that no track with keys is for", () => {
    const clip = new Clip([
      { track: trackOf(0, 1), offset: 1 },
      { track: trackOf(), offset: 2 },
    ]);
    const pose = poseOf(4);
    pose.values.set([11, 12, 13, 14]);
    clip.sample(0.5, pose);
    expect(Array.from(pose.values)).toEqual([11, 0.5, 13, 14]);
  });

  it("meets the keys of a clip that loops at their own times", () => {
    const times = Float64Array.of(0.2, 0.9, 1.2);
    const track: Track = { times, values: Float64Array.of(1, 2, 3), size: 1, interpolation: "STEP", isRotation: false };
    const [clip, pose] = [new Clip([{ track, offset: 0 }], true), poseOf(1)];
    const valueAt = (time: number): number => {
      clip.sample(time, pose);
      return pose.values[0]!;
    };
    expect([below(0.9), 0.9, above(0.9)].map(valueAt)).toEqual([1, 2, 2]);
  });

  it("fills bare arrays of either kind", () => {
    const { tracks } = clipOf(false, [0, 2], [1, 3]);
    for (const values of [new Float32Array(2), new Float64Array(2)]) {
      new TrackSet(tracks).sampleInto(1.5, values);
      expect(Array.from(values)).toEqual([1.5, 1.5]);
    }
  });
});

describe("refusals", () => {
  it.each([-1, 0.5, NaN, Infinity])("an offset of %d", (offset) => {
    expect(() => new Clip([{ track: trackOf(0), offset }])).toThrow(
      new RangeError(`tracks/0/offset: ${ruleOf("integerAtLeast0", offset)}`),
    );
  });

  it("a pose that is too short", () => {
    const clip = new Clip([{ track: trackOf(0), offset: 2 }]);
    expect(() => clip.sample(0, poseOf(2))).toThrow(new RangeError(`pose: ${ruleOf("componentsAtLeast", 3, 2)}`));
  });

  it("cursors of another clip", () => {
    const clip = clipOf(false, [0, 1], [0, 1]);
    expect(() => clip.sample(0, poseOf(2), new Int32Array(1))).toThrow(new RangeError(`cursors: ${ruleOf("length", 2, 1)}`));
  });
});

describe("the easing of a track", () => {
  const LINE = trackOf(0, 2, 4);
  const at = (time: number, ease: Track["ease"]): number => {
    const values = new Float64Array(1);
    new TrackSet([{ track: { ...LINE, ease }, offset: 0 }]).sampleInto(time, values);
    return values[0]!;
  };

  it("changes the amount between two keys, and may leave 0..1", () => {
    expect([0.5, 1, 3].map((time) => at(time, (amount) => amount * amount))).toEqual([2 * 0.0625, 2 * 0.25, 2 + 2 * 0.25]);
    expect([0.5, 3].map((time) => at(time, (amount) => amount - 1))).toEqual([-1.5, 1]);
  });

  it("knows the key, and counts at a key, but not at the last one nor outside", () => {
    const ease = (amount: number, key: number): number => amount + 0.25 * (key + 1);
    expect([-1, 0, 1, 2, 4, 5].map((time) => at(time, ease))).toEqual([0, 0.5, 1.5, 3, 4, 4]);
  });

  it("does not affect a track beside it that has the same times", () => {
    const other = { track: LINE, offset: 1 };
    const both = new Clip([{ track: { ...LINE, ease: () => 0.25 }, offset: 0 }, other]);
    const pose = poseOf(2);
    both.sample(1, pose);
    expect([...pose.values]).toEqual([0.5, 1]);
  });
});
