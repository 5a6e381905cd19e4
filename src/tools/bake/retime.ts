import { findKey, type Track } from "../../sampling/index.js";
import type { Segment } from "./segments.js";
import { createResampler } from "./resample.js";

/** The keys of a sampler. */
export interface Keys {
  readonly times: Float32Array;
  /** Values as in a {@link Track}: three elements per key for CUBICSPLINE. */
  readonly values: Float64Array;
}

/**
 * Retimes the keys of a track to the playback of a clip: moves the keys to total time, and adds keys where the clip cuts the track.
 * Interpolation between the new keys gives the values that the clip shows. Where the clip jumps, two keys have neighboring floats as
 * times.
 * @param track a track with at least one key
 * @param segments the segments of the clip in order, at least one
 * @param tolerance the largest error of a rotation component where a rotation has to be resampled
 */
export function retime(track: Track, segments: readonly Segment[], tolerance: number): Keys {
  const keys = new KeyList(track.size, track.interpolation === "CUBICSPLINE");
  const add = track.interpolation === "STEP" ? stepsOf(track, keys) : curveOf(track, keys, tolerance);
  segments.forEach(add);
  return keys.toKeys();
}

/** Adds the keys of one segment. */
type AddSegment = (segment: Segment) => void;

/** The total time at which a segment reaches a timestamp. */
export function timeOf({ from, to, fromTimestamp, toTimestamp, slope }: Segment, timestamp: number): number {
  return timestamp === toTimestamp ? to : from + (timestamp - fromTimestamp) / slope;
}

/** The timestamps of a segment's two ends and of the keys between them, in playing order. */
function stopsOf({ times }: Pick<Track, "times">, { fromTimestamp, toTimestamp }: Segment): readonly number[] {
  const [low, high] = [Math.min(fromTimestamp, toTimestamp), Math.max(fromTimestamp, toTimestamp)];
  const between = Array.from(times).filter((time) => time > low && time < high);
  return [fromTimestamp, ...(fromTimestamp > toTimestamp ? between.reverse() : between), ...(low < high ? [toTimestamp] : [])];
}

function curveOf(track: Track, keys: KeyList, tolerance: number): AddSegment {
  const resample = createResampler(track, tolerance);
  return (segment) => {
    const stops = stopsOf(track, segment);
    for (let i = 0; i < Math.max(stops.length - 1, 1); i++) {
      const [from, to] = [stops[i]!, stops[i + 1] ?? stops[i]!];
      const points = resample(Math.min(from, to), Math.max(from, to));
      for (const { time, value, slope } of segment.slope < 0 ? [...points].reverse() : points) {
        const tangent = slope.map((component) => component * segment.slope);
        keys.add(timeOf(segment, time), value, tangent);
      }
    }
  };
}

/**
 * Retimes the keys of a STEP track. A value holds from its key until the next key. Backwards, the value still holds at the time of its key,
 * so the previous value begins just after this time.
 */
function stepsOf({ times, values, size }: Track, keys: KeyList): AddSegment {
  const valueOf = (key: number): readonly number[] => Array.from(values.subarray(Math.max(key, 0) * size, (Math.max(key, 0) + 1) * size));
  const keyAt = (timestamp: number): number => findKey(times, timestamp, 0);
  return (segment) => {
    const stops = stopsOf({ times }, segment);
    keys.add(segment.from, valueOf(keyAt(segment.fromTimestamp)));
    if (segment.slope >= 0) {
      stops.slice(1).forEach((stop) => keys.add(timeOf(segment, stop), valueOf(keyAt(stop))));
      return;
    }
    for (const stop of stops.slice(0, -1)) {
      const key = keyAt(stop);
      if (key > 0 && times[key] === stop) {
        keys.add(floatAfter(timeOf(segment, stop)), valueOf(key - 1));
      }
    }
    keys.add(segment.to, valueOf(keyAt(segment.toTimestamp)));
  };
}

interface Key {
  readonly exactTime: number;
  /** The time as a float, above the time of the previous key. */
  readonly time: number;
  readonly value: readonly number[];
  readonly inTangent: readonly number[];
  outTangent: readonly number[];
}

/** A list of keys at ascending times, which are floats. */
class KeyList {
  private readonly _keys: Key[] = [];

  constructor(
    private readonly _size: number,
    private readonly _hasTangents: boolean,
  ) {}

  /** Adds a key. A second key at the same time makes a jump if the values differ, and otherwise only changes the out-tangent. */
  add(time: number, value: readonly number[], slope: readonly number[] = []): void {
    const last = this._keys.at(-1);
    if (last && time === last.exactTime && value.every((component, i) => component === last.value[i])) {
      last.outTangent = slope;
      return;
    }
    const float = Math.fround(time);
    const ascending = last && float <= last.time ? floatAfter(last.time) : float;
    this._keys.push({ exactTime: time, time: ascending, value, inTangent: slope, outTangent: slope });
  }

  toKeys(): Keys {
    const values = new Float64Array(this._keys.length * this._size * (this._hasTangents ? 3 : 1));
    let at = 0;
    for (const { value, inTangent, outTangent } of this._keys) {
      for (const part of this._hasTangents ? [inTangent, value, outTangent] : [value]) {
        values.set(part, at);
        at += this._size;
      }
    }
    if (this._hasTangents) {
      values.fill(0, 0, this._size); // glTF ignores the first and the last tangent, but some players read them
      values.fill(0, values.length - this._size);
    }
    return { times: Float32Array.from(this._keys, ({ time }) => time), values };
  }
}

const bits = /*#__PURE__*/ new DataView(/*#__PURE__*/ new ArrayBuffer(4));

/** The smallest float above a number >= 0. */
function floatAfter(number: number): number {
  const float = Math.fround(number);
  if (float > number) {
    return float;
  }
  bits.setFloat32(0, float);
  bits.setUint32(0, bits.getUint32(0) + 1);
  return bits.getFloat32(0);
}
