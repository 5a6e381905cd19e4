import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { findKey, TrackSet } from "../../../src/gltf/sampling/index.js";
import { keyTimes, lastKeyAt, number, tellingTimes } from "./oracle.js";

/** Times that count how often one of them is read. */
class CountedTimes {
  reads = 0;
  readonly times: Float64Array;

  constructor(times: Float64Array) {
    this.times = new Proxy(times, {
      get: (target, property): unknown => {
        this.reads += typeof property === "string" && /^\d+$/.test(property) ? 1 : 0;
        return Reflect.get(target, property);
      },
    });
  }
}

describe("the last key at or before a time", () => {
  it.each([
    { comment: "no keys", times: [], time: 1, key: -1 },
    { comment: "before the only key", times: [1], time: 0.5, key: -1 },
    { comment: "at the only key", times: [1], time: 1, key: 0 },
    { comment: "after the only key", times: [1], time: 2, key: 0 },
    { comment: "between keys", times: [0, 1, 2], time: 1.5, key: 1 },
    { comment: "at a key", times: [0, 1, 2], time: 1, key: 1 },
    { comment: "at keys of the same time, the last of them", times: [0, 1, 1, 1, 2], time: 1, key: 3 },
    { comment: "where all keys have the same time", times: [1, 1, 1], time: 1, key: 2 },
    { comment: "at minus infinity", times: [0, 1], time: -Infinity, key: -1 },
    { comment: "at infinity", times: [0, 1], time: Infinity, key: 1 },
  ])("$comment", ({ times, time, key }) => {
    for (let near = -3; near <= times.length + 3; near++) {
      expect({ near, key: findKey(Float64Array.from(times), time, near) }).toEqual({ near, key });
      expect({ near, key: findKey(Float32Array.from(times), time, near) }).toEqual({ near, key });
    }
  });

  it("is the one that a search through all of them finds, wherever it begins", () => {
    const cursors = fc.oneof(fc.integer({ min: -2, max: 20 }), fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }));
    fc.assert(
      fc.property(keyTimes, number(-12, 40), cursors, (times, time, near) => {
        for (const each of [time, ...tellingTimes(times)]) {
          expect(findKey(times, each, near)).toBe(lastKeyAt(times, each));
        }
      }),
    );
  });

  it("is found in few steps, however far it is, forwards and backwards", () => {
    const length = 100_000;
    const times = Float64Array.from({ length }, (_, i) => i);
    const counted = new CountedTimes(times);
    // Four keys are walked, with two reads each; then one read for each halving of the keys and the place before them.
    const most = 8 + Math.ceil(Math.log2(length + 1));
    const places = fc.integer({ min: -1, max: length - 1 });
    fc.assert(
      fc.property(places, places, (from, to) => {
        counted.reads = 0;
        expect(findKey(counted.times, to + 0.5, from)).toBe(to);
        expect(counted.reads).toBeLessThanOrEqual(most);
      }),
    );
  });

  it.each([
    { comment: "the same key again", to: 0 },
    { comment: "the next key", to: 1 },
    { comment: "the key before", to: -1 },
    { comment: "three keys on", to: 3 },
    { comment: "three keys back", to: -3 },
  ])("$comment is found without halving, however many keys there are", ({ to }) => {
    const counted = new CountedTimes(Float64Array.from({ length: 100_000 }, (_, i) => i));
    for (const after of [0, 0.5]) {
      counted.reads = 0;
      expect(findKey(counted.times, 50_000 + to + after, 50_000)).toBe(50_000 + to);
      expect(counted.reads).toBeLessThanOrEqual(2 * (Math.abs(to) + 1));
    }
  });

  it("the next time of tracks is searched from their cursor on", () => {
    const counted = new CountedTimes(Float64Array.from({ length: 100_000 }, (_, i) => i));
    const track = { times: counted.times, values: new Float64Array(100_000), size: 1, interpolation: "LINEAR", isRotation: false } as const;
    const tracks = new TrackSet([{ track, offset: 0 }]);
    const cursors = tracks.createCursors();
    const readsAt = (timestamp: number): number => {
      counted.reads = 0;
      tracks.sampleInto(timestamp, new Float64Array(1), cursors);
      return counted.reads;
    };
    readsAt(50_000.5);
    expect(readsAt(50_001.5)).toBeLessThanOrEqual(6);
  });

  it("a time before all keys is found so after one read, by a search that begins there", () => {
    const counted = new CountedTimes(Float64Array.of(1, 2, 3));
    expect(findKey(counted.times, 0, -1)).toBe(-1);
    expect(counted.reads).toBe(1);
  });
});
