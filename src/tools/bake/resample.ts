import { findKey, hermite, hermiteSlope, samplerOfTrack, slerp, type Track } from "../../gltf/sampling/index.js";

/** A point of a curve. */
export interface CurvePoint {
  readonly time: number;
  readonly value: readonly number[];
  /** Change of the value per second, where the interpolation has tangents. */
  readonly slope: readonly number[];
}

/**
 * Returns points of a track's curve between two times that no key separates. Interpolation between the points reproduces the curve.
 *
 * Two points are enough for a part of a line or of a cubic. Rotations may need more points: players normalize rotations between the keys of
 * a spline, so that the curve is no cubic, and keys that are not exactly of unit length do not lie on an arc. Both kinds of rotations are
 * resampled.
 * @param from, to times in seconds, `from` <= `to`
 * @returns the curve points in order; a single point if the times are equal
 */
export type ResampleSegment = (from: number, to: number) => readonly CurvePoint[];

/**
 * @param track a LINEAR or CUBICSPLINE track with at least one key
 * @param tolerance the largest error of a resampled component
 */
export function createResampler(track: Track, tolerance: number): ResampleSegment {
  const { times, isRotation } = track;
  const isSpline = track.interpolation === "CUBICSPLINE";
  const pointAt = isSpline ? splinePoints(track) : linearPoints(track);
  return (from, to) => {
    const key = findKey(times, from, 0);
    const isHeld = key < 0 || key === times.length - 1;
    const isKey = (time: number): boolean => isHeld || time === times[key] || time === times[key + 1];
    const curve = (time: number): CurvePoint => {
      const point = pointAt(key, time);
      return isRotation && (isSpline || !isKey(time)) ? unit(point) : point;
    };
    if (from === to) {
      return [curve(from)];
    }
    const [first, last] = [pointAt(key, from), pointAt(key, to)];
    if (!isRotation || (isKey(from) && isKey(to) && (!isSpline || (isUnit(first) && isUnit(last))))) {
      return [first, last];
    }
    return [curve(from), ...fit({ curve, between: isSpline ? cubic : arc, tolerance }, curve(from), curve(to), MAX_HALVINGS)];
  };
}

/** Returns the curve point at a time between a key and the next key, or before or after all keys. */
type PointAt = (key: number, time: number) => CurvePoint;

function linearPoints(track: Track): PointAt {
  const valueAt = samplerOfTrack(track);
  return (_key, time) => ({ time, value: valueAt(time), slope: [] });
}

function splinePoints(track: Track): PointAt {
  const { times, values, size } = track;
  const part = (key: number, index: 0 | 1 | 2): number[] =>
    Array.from(values.subarray((3 * key + index) * size, (3 * key + index + 1) * size));
  return (key, time) => {
    if (key < 0 || key === times.length - 1) {
      const value = part(Math.max(key, 0), 1);
      return { time, value, slope: value.map(() => 0) };
    }
    const a = { time: times[key]!, value: part(key, 1), slope: part(key, 2) };
    const b = { time: times[key + 1]!, value: part(key + 1, 1), slope: part(key + 1, 0) };
    return time === a.time ? a : time === b.time ? b : cubic(a, b, time);
  };
}

/** An interpolation between two curve points. */
type Between = (a: CurvePoint, b: CurvePoint, time: number) => CurvePoint;

/** The value and the slope of the cubic between two points with slopes (glTF 2.0, Appendix C.4). */
const cubic: Between = (a, b, time) => {
  const duration = b.time - a.time;
  const t = (time - a.time) / duration;
  const tangents = (i: number) => [a.value[i]!, duration * a.slope[i]!, b.value[i]!, duration * b.slope[i]!] as const;
  return {
    time,
    value: a.value.map((_, i) => hermite(t, ...tangents(i))),
    slope: a.value.map((_, i) => hermiteSlope(t, ...tangents(i)) / duration),
  };
};

/** The arcs between the quaternions of two points. */
const arc: Between = (a, b, time) => {
  const value = new Float64Array(a.value.length);
  const [from, to] = [Float64Array.from(a.value), Float64Array.from(b.value)];
  for (let i = 0; i < value.length; i += 4) {
    slerp(from, i, to, i, (time - a.time) / (b.time - a.time), value, i);
  }
  return { time, value: Array.from(value), slope: [] };
};

/** The largest error in the length of a unit quaternion, due to rounding to floats. */
const UNIT_TOLERANCE = 3e-7;

function isUnit({ value }: CurvePoint): boolean {
  for (let i = 0; i < value.length; i += 4) {
    if (Math.abs(Math.hypot(value[i]!, value[i + 1]!, value[i + 2]!, value[i + 3]!) - 1) > UNIT_TOLERANCE) {
      return false;
    }
  }
  return true;
}

/** Normalizes the quaternions of a point, as players do, and adapts the slopes. Unit quaternions do not change. */
function unit(point: CurvePoint): CurvePoint {
  const isAlready = isUnit(point);
  const value = [...point.value];
  const slope = [...point.slope];
  for (let q = 0; q < value.length; q += 4) {
    const length = isAlready ? 1 : Math.hypot(...value.slice(q, q + 4)) || 1;
    let along = 0;
    for (let i = q; i < q + 4; i++) {
      value[i] = value[i]! / length;
      along += value[i]! * (slope[i] ?? 0);
    }
    for (let i = q; i < q + 4 && i < slope.length; i++) {
      slope[i] = (slope[i]! - along * value[i]!) / length;
    }
  }
  return { time: point.time, value, slope };
}

/** The largest depth of the recursion in {@link fit}. */
const MAX_HALVINGS = 12;

interface Fit {
  readonly curve: (time: number) => CurvePoint;
  readonly between: Between;
  readonly tolerance: number;
}

/** Finds points after `a`, up to and including `b`, such that interpolation between the points follows a curve of rotations. */
function fit(how: Fit, a: CurvePoint, b: CurvePoint, halvings: number): readonly CurvePoint[] {
  const isNear = (share: number): boolean => {
    const time = a.time + share * (b.time - a.time);
    const expected = how.curve(time).value;
    return unit(how.between(a, b, time)).value.every((component, i) => Math.abs(component - expected[i]!) <= how.tolerance);
  };
  if (halvings === 0 || [0.25, 0.5, 0.75].every(isNear)) {
    return [b];
  }
  const middle = how.curve((a.time + b.time) / 2);
  return [...fit(how, a, middle, halvings - 1), ...fit(how, middle, b, halvings - 1)];
}
