import { findKey, type Track } from "../../sampling/index.js";
import { createResampler } from "./resample.js";
import type { Shift } from "./rootMotion.js";
import type { Segment } from "./segments.js";

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
 * @param shift added to the values of a translation
 */
export function retime(track: Track, segments: readonly Segment[], tolerance: number, shift: Shift | null = null): Keys {
  const keys = new KeyList(track.size, track.interpolation === "CUBICSPLINE");
  const add = track.interpolation === "STEP" ? stepsOf(track, keys) : curveOf(track, keys, tolerance, shift?.rate);
  segments.forEach((segment, i) => {
    // as floats, the end of a segment and the beginning of the next one are equal
    const move: Move = (value, timestamp) => {
      const offset = shift?.at(i, timestamp);
      return offset ? value.map((component, axis) => Math.fround(component + offset[axis]!)) : value;
    };
    add(segment, move);
  });
  return keys.toKeys();
}

/** Moves a value that the clip shows at a timestamp. */
type Move = (value: readonly number[], timestamp: number) => readonly number[];

/** Adds the keys of one segment. */
type AddSegment = (segment: Segment, move: Move) => void;

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

/** @param rate added to the slope of the curve, if it has slopes */
function curveOf(track: Track, keys: KeyList, tolerance: number, rate?: readonly number[]): AddSegment {
  const resample = createResampler(track, tolerance);
  return (segment, move) => {
    const stops = stopsOf(track, segment);
    for (let i = 0; i < Math.max(stops.length - 1, 1); i++) {
      const [from, to] = [stops[i]!, stops[i + 1] ?? stops[i]!];
      const points = resample(Math.min(from, to), Math.max(from, to));
      for (const { time, value, slope } of segment.slope < 0 ? [...points].reverse() : points) {
        const tangent = slope.map((component, axis) => (component + (rate?.[axis] ?? 0)) * segment.slope);
        keys.add(timeOf(segment, time), move(value, time), tangent);
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
  return (segment, move) => {
    const stops = stopsOf({ times }, segment);
    keys.add(segment.from, move(valueOf(keyAt(segment.fromTimestamp)), segment.fromTimestamp));
    if (segment.slope >= 0) {
      stops.slice(1).forEach((stop) => keys.add(timeOf(segment, stop), move(valueOf(keyAt(stop)), stop)));
      return;
    }
    for (const stop of stops.slice(0, -1)) {
      const key = keyAt(stop);
      if (key > 0 && times[key] === stop) {
        keys.add(floatAfter(timeOf(segment, stop)), move(valueOf(key - 1), stop));
      }
    }
    keys.add(segment.to, move(valueOf(keyAt(segment.toTimestamp)), segment.toTimestamp));
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
