import { Clip, Pose, PoseLayout, type Track } from "../../../src/sampling.js";
import { eulerOf, type Euler } from "./euler.js";
import { firstKeyFrom, lastKeyUntil } from "./keyTimes.js";

/** Times of keys in seconds, ascending. */
type Times = Track["times"];

/** A channel's values over time. */
export interface Curve {
  /** Seconds of the keys, ascending. */
  readonly times: Times;
  /** Number of components. */
  readonly size: number;
  /** Whether values between two keys can exceed the values of both keys. */
  readonly isSpline: boolean;
  /** The components at a time, in an array that the next call changes. */
  at(time: number): ArrayLike<number>;
  /** The components of a key, in an array that the next call changes. */
  atKey(key: number): ArrayLike<number>;
}

/** A curve through the values of a track, as it plays. Quaternions keep their sign from key to key, since `q` and `-q` are one rotation. */
export class TrackCurve implements Curve {
  readonly times: Times;
  readonly size: number;
  readonly isSpline: boolean;
  private readonly _clip: Clip;
  private readonly _pose: Pose;
  private readonly _cursors: Int32Array;
  private readonly _signs: Int8Array | null;

  /** @param track with at least one key */
  constructor(readonly track: Track) {
    const { times, size, interpolation, isRotation } = track;
    this.times = times;
    this.size = size;
    this.isSpline = interpolation === "CUBICSPLINE";
    this._clip = new Clip([{ track, offset: 0 }]);
    this._pose = new Pose(new PoseLayout([{ size, isRotation }]));
    this._cursors = this._clip.createCursors();
    this._signs = isRotation && interpolation === "LINEAR" ? signsOf(track) : null;
  }

  at(time: number): ArrayLike<number> {
    this._clip.sample(time, this._pose, this._cursors);
    return this._signed(this._cursors[0]!);
  }

  atKey(key: number): ArrayLike<number> {
    const { size } = this;
    const begin = this.isSpline ? (3 * key + 1) * size : key * size;
    for (let i = 0; i < size; i++) {
      this._pose.values[i] = this.track.values[begin + i]!;
    }
    return this._signed(key);
  }

  private _signed(key: number): Float64Array {
    if (this._signs && this._signs[Math.max(key, 0)]! < 0) {
      for (let i = 0; i < this.size; i++) {
        this._pose.values[i] = -this._pose.values[i]!;
      }
    }
    return this._pose.values;
  }

  /** Change per second before and after a key of a spline; null for others. */
  tangents(key: number, component: number): readonly [before: number, after: number] | null {
    if (!this.isSpline) {
      return null;
    }
    const { values, size } = this.track;
    const begin = key * 3 * size + component;
    return [values[begin]!, values[begin + 2 * size]!];
  }
}

/** The sign of the quaternion of each key that continues the previous key along the shortest arc. */
function signsOf({ values, times }: Track): Int8Array {
  const signs = new Int8Array(times.length).fill(1);
  for (let key = 1; key < signs.length; key++) {
    let dot = 0;
    for (let i = 0; i < 4; i++) {
      dot += values[4 * key + i]! * values[4 * (key - 1) + i]!;
    }
    signs[key] = dot < 0 ? -signs[key - 1]! : signs[key - 1]!;
  }
  return signs;
}

/** The Euler angles, in degrees, of a curve of quaternions, without jumps from key to key. */
export class EulerCurve implements Curve {
  readonly size = 3;
  readonly times: Times;
  readonly isSpline: boolean;
  private readonly _keys: readonly Euler[];

  constructor(private readonly _quaternions: Curve) {
    const { times, isSpline } = _quaternions;
    this.times = times;
    this.isSpline = isSpline;
    const keys: Euler[] = [];
    for (let key = 0; key < times.length; key++) {
      keys.push(this._euler(_quaternions.atKey(key), keys[key - 1]));
    }
    this._keys = keys;
  }

  at(time: number): Euler {
    return this._euler(this._quaternions.at(time), this._keys[Math.max(lastKeyUntil(this.times, time), 0)]);
  }

  atKey(key: number): Euler {
    return this._keys[key]!;
  }

  private _euler(q: ArrayLike<number>, near: Euler | undefined): Euler {
    return eulerOf(q[0]!, q[1]!, q[2]!, q[3]!, near);
  }
}

/** The least and the greatest value of a curve in each column of a plot. */
export interface Columns {
  readonly from: number;
  readonly to: number;
  readonly count: number;
  /** The least values of the columns, by component. */
  readonly lows: readonly Float64Array[];
  readonly highs: readonly Float64Array[];
}

/** How many times a spline is sampled in a column, besides the edges and the keys. */
const SPLINE_SAMPLES = 3;

/** Reduces a curve to what fits into the columns of a plot. No key is lost, however many there are. */
export function decimate(curve: Curve, from: number, to: number, count: number): Columns {
  const { times, size, isSpline } = curve;
  const lows = Array.from({ length: size }, () => new Float64Array(count).fill(Infinity));
  const highs = lows.map(() => new Float64Array(count).fill(-Infinity));
  const add = (column: number, value: ArrayLike<number>): void => {
    for (let i = 0; i < size; i++) {
      lows[i]![column] = Math.min(lows[i]![column]!, value[i]!);
      highs[i]![column] = Math.max(highs[i]![column]!, value[i]!);
    }
  };
  const edge = (column: number): number => from + ((to - from) * column) / count;
  let key = firstKeyFrom(times, from);
  for (let column = 0; column < count; column++) {
    const [begin, end] = [edge(column), edge(column + 1)];
    const samples = isSpline ? SPLINE_SAMPLES : 0;
    for (let i = 0; i <= samples + 1; i++) {
      add(column, curve.at(begin + ((end - begin) * i) / (samples + 1)));
    }
    for (; key < times.length && times[key]! <= end; key++) {
      add(column, curve.atKey(key));
    }
  }
  return { from, to, count, lows, highs };
}

/** How many keys are in each column. */
export function countKeys(times: Times, from: number, to: number, count: number): Uint32Array {
  const counts = new Uint32Array(count);
  const last = firstKeyFrom(times, to);
  for (let key = firstKeyFrom(times, from); key < times.length && (key < last || times[key] === to); key++) {
    counts[Math.min(Math.floor(((times[key]! - from) / (to - from)) * count), count - 1)]!++;
  }
  return counts;
}

/** Times closer than this many seconds count as equal, because times of keys are rounded. */
const SAME = 1e-6;

/**
 * The key before or after a time.
 * @param low keys outside of low..high are passed over
 * @returns seconds; null if there is none
 */
export function neighbor(times: Times, time: number, direction: 1 | -1, low = -Infinity, high = Infinity): number | null {
  const key =
    direction > 0 ? firstKeyFrom(times, Math.max(time + SAME, low - SAME)) : firstKeyFrom(times, Math.min(time - SAME, high + SAME)) - 1;
  const found = times[key];
  return found === undefined || found < low - SAME || found > high + SAME ? null : Math.min(Math.max(found, low), high);
}

/** The index of the key at a time; -1 if there is none. */
export function keyAt(times: Times, time: number): number {
  const key = firstKeyFrom(times, time - SAME);
  return key < times.length && times[key]! <= time + SAME ? key : -1;
}
