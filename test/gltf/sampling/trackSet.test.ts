/** Tracks that are received straight from their keys. */
import { describe, expect, it } from "@jest/globals";
import type { Interpolation, KeyPosition, Numbers } from "../../../src/gltf/sampling/index.js";
import { type ClipTrack, type TrackReceiver, TrackSet } from "../../../src/gltf/sampling/trackSet.js";

const TIMES = [0.5, 1, 2];

function createTrack(interpolation: Interpolation, offset: number, times: Numbers, isRotation = false): ClipTrack {
  const size = 4;
  const count = times.length * (interpolation === "CUBICSPLINE" ? 3 : 1);
  const values = Float32Array.from({ length: count * size }, (_, i) => (isRotation ? Number(i % 4 === 3) : Math.sin(7 * i + offset)));
  return { offset, track: { times, values, size, interpolation, isRotation } };
}

/** Puts what it receives into a pose. */
class Receiver implements TrackReceiver {
  count = 0;

  constructor(
    private readonly _pose: Float64Array,
    private readonly _offset: number,
    private readonly _isEnough: boolean,
  ) {}

  receive(values: Numbers, from: number, next: number, { amount }: KeyPosition): boolean {
    this.count++;
    for (let i = 0; i < 4; i++) {
      this._pose[this._offset + i] = values[from + i]! + amount * (values[next + i]! - values[from + i]!);
    }
    return this._isEnough;
  }
}

describe.each([true, false])("values that are received, in one copy of the numbers: %s,", (isFinal) => {
  const [times, others] = [Float32Array.from(TIMES), Float32Array.from(TIMES, (time) => time + 0.25)];
  // those of the same times do not follow one another
  const set = new TrackSet(
    [
      createTrack("LINEAR", 0, times),
      createTrack("LINEAR", 4, others),
      createTrack("STEP", 8, times),
      createTrack("CUBICSPLINE", 12, times),
      createTrack("LINEAR", 16, others, true),
    ],
    isFinal,
  );

  it.each([0, 0.5, 0.6, 1, 1.5, 2, 3])("are those of the pose, at %d s; a pose has only those of which it is told", (time) => {
    const expected = new Float64Array(20);
    set.sampleInto(time, expected);
    const received = new Float64Array(20).fill(NaN);
    const pose = new Float64Array(20).fill(NaN);
    const receivers = set.tracks.map(({ offset }) => new Receiver(received, offset, offset !== 8));
    set.sampleInto(time, pose, set.createCursors(), receivers);
    const countOf = new Map(set.tracks.map(({ offset }, i) => [offset, receivers[i]!.count]));
    expect([0, 4, 8, 12, 16].map((offset) => countOf.get(offset))).toEqual([1, 1, 1, 0, 0]);
    expect([...received.subarray(0, 12)]).toEqual([...expected.subarray(0, 12)]);
    expect([...pose]).toEqual([...new Array<number>(8).fill(NaN), ...expected.subarray(8)]);
  });

  it("go to the pose where a track has no receiver", () => {
    const [expected, pose] = [new Float64Array(20), new Float64Array(20)];
    set.sampleInto(1.2, expected);
    set.sampleInto(1.2, pose, undefined, [null, null, null, null, null]);
    expect([...pose]).toEqual([...expected]);
  });
});
