import { findKey, leastGap, spreadTimes, type Track } from "../../gltf/sampling/index.js";
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
 * Interpolation between the new keys gives the values that the clip shows. Where the clip jumps, the second of two keys comes
 * {@link leastGap} later.
 * @param track a track with at least one key
 * @param segments the segments of the clip in order, at least one
 * @param tolerance the largest error of a rotation component where a rotation has to be resampled
 * @param shift added to the values of a translation
 */
export function retime(track: Track, segments: readonly Segment[], tolerance: number, shift: Shift | null = null): Keys {
  const keys = new KeyList(track.size, track.interpolation === "CUBICSPLINE");
  const gap = leastGap(segments.at(-1)!.to);
  const add = track.interpolation === "STEP" ? stepsOf(track, keys, gap) : curveOf(track, keys, { tolerance, gap, rate: shift?.rate });
  segments.forEach((segment, i) => {
    // as floats, the end of a segment and the beginning of the next one are equal
    const move: Move = (value, timestamp) => {
      const offset = shift?.at(i, timestamp);
      return offset ? value.map((component, axis) => Math.fround(component + offset[axis]!)) : value;
    };
    // what lasts shorter than keys are apart is a point
    const isPoint = segment.to - segment.from < gap && i < segments.length - 1;
    add(snapped(isPoint ? { ...segment, to: segment.from, toTimestamp: segment.fromTimestamp } : segment, track), move);
  });
  return keys.toKeys();
}

/** A segment whose ends are the keys that they round to, as 0.3 does to the key at 0.3 as a float. */
function snapped(segment: Segment, { times }: Track): Segment {
  const snap = (timestamp: number): number => {
    const float = Math.fround(timestamp);
    return times[findKey(times, float, 0)] === float ? float : timestamp;
  };
  return { ...segment, fromTimestamp: snap(segment.fromTimestamp), toTimestamp: snap(segment.toTimestamp) };
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

interface CurveOptions {
  readonly tolerance: number;
  /** Seconds from the last key of a segment to the first key of the next one, where the curve jumps. */
  readonly gap: number;
  /** Added to the slope of the curve, if it has slopes. */
  readonly rate: readonly number[] | undefined;
}

function curveOf(track: Track, keys: KeyList, { tolerance, gap, rate }: CurveOptions): AddSegment {
  const resample = createResampler(track, tolerance);
  return (segment, move) => {
    const piece = (from: number, to: number): readonly Required<NewKey>[] => {
      const points = resample(Math.min(from, to), Math.max(from, to)).map(({ time, value, slope }) => ({
        time: timeOf(segment, time),
        value: move(value, time),
        slope: slope.map((component, axis) => (component + (rate?.[axis] ?? 0)) * segment.slope),
      }));
      return segment.slope < 0 ? points.reverse() : points;
    };
    const stops = stopsOf(track, segment);
    for (let i = 0; i < Math.max(stops.length - 1, 1); i++) {
      const [from, to] = [stops[i]!, stops[i + 1] ?? stops[i]!];
      const points = piece(from, to);
      const isLate = i === 0 && keys.jumpsTo(points[0]!) && timeOf(segment, to) - segment.from > 2 * gap;
      const late = keys.lastTime + gap - segment.from;
      (isLate ? piece(from + late * segment.slope, to) : points).forEach((key) => keys.add(key));
    }
  };
}

/**
 * Retimes the keys of a STEP track. A value holds from its key until the next key. Backwards, the value still holds at the time of its key,
 * so the previous value begins just after this time.
 * @param gap seconds from such a time to the beginning of the previous value
 */
function stepsOf({ times, values, size }: Track, keys: KeyList, gap: number): AddSegment {
  const valueOf = (key: number): readonly number[] => Array.from(values.subarray(Math.max(key, 0) * size, (Math.max(key, 0) + 1) * size));
  const keyAt = (timestamp: number): number => findKey(times, timestamp, 0);
  return (segment, move) => {
    const add = (time: number, key: number, timestamp: number): void => keys.add({ time, value: move(valueOf(key), timestamp) });
    const stops = stopsOf({ times }, segment);
    add(segment.from, keyAt(segment.fromTimestamp), segment.fromTimestamp);
    if (segment.slope >= 0) {
      stops.slice(1).forEach((stop) => add(timeOf(segment, stop), keyAt(stop), stop));
      return;
    }
    for (const stop of stops.slice(0, -1)) {
      const key = keyAt(stop);
      if (key > 0 && times[key] === stop) {
        add(timeOf(segment, stop) + gap, key - 1, stop);
      }
    }
    add(segment.to, keyAt(segment.toTimestamp), segment.toTimestamp);
  };
}

interface Key {
  readonly time: number;
  readonly value: readonly number[];
  readonly inTangent: readonly number[];
  outTangent: readonly number[];
}

interface NewKey {
  /** Seconds of total time. */
  readonly time: number;
  readonly value: readonly number[];
  /** Change of the value per second, where the interpolation has tangents. */
  readonly slope?: readonly number[];
}

/** A list of keys. */
class KeyList {
  private readonly _keys: Key[] = [];

  constructor(
    private readonly _size: number,
    private readonly _hasTangents: boolean,
  ) {}

  /** Adds a key. A second key at the same time makes a jump if the values differ, and otherwise only changes the out-tangent. */
  add(key: NewKey): void {
    const { time, value, slope = [] } = key;
    const last = this._keys.at(-1);
    if (last && time === last.time && !this.jumpsTo(key)) {
      last.outTangent = slope;
    } else {
      this._keys.push({ time, value, inTangent: slope, outTangent: slope });
    }
  }

  /** Seconds; 0 without keys. */
  get lastTime(): number {
    return this._keys.at(-1)?.time ?? 0;
  }

  /** Whether there is a last key, with another value. */
  jumpsTo({ value }: NewKey): boolean {
    return this._keys.at(-1)?.value.some((component, i) => component !== value[i]) ?? false;
  }

  toKeys(): Keys {
    const times = spreadTimes(this._keys.map(({ time }) => time));
    const values = new Float64Array(this._keys.length * this._size * (this._hasTangents ? 3 : 1));
    const stretch = (i: number): number => {
      const [key, next] = [this._keys[i], this._keys[i + 1]];
      return key && next ? (next.time - key.time) / (times[i + 1]! - times[i]!) : 1; // a piece keeps its shape where its keys are moved
    };
    let at = 0;
    this._keys.forEach(({ value, inTangent, outTangent }, i) => {
      for (const part of this._hasTangents ? [scaled(inTangent, stretch(i - 1)), value, scaled(outTangent, stretch(i))] : [value]) {
        values.set(part, at);
        at += this._size;
      }
    });
    if (this._hasTangents) {
      values.fill(0, 0, this._size); // glTF ignores the first and the last tangent, but some players read them
      values.fill(0, values.length - this._size);
    }
    return { times, values };
  }
}

const scaled = (slope: readonly number[], factor: number): readonly number[] => slope.map((component) => component * factor);
