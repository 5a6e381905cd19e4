/** Curves: keys in the layout of a glTF sampler. */
import { findKey, type Interpolation, type Numbers, hermite, hermiteSlope, leastGap, spreadTimes } from "../../../gltf/sampling/index.js";

/** A value over time, in the layout of a glTF sampler. */
export interface Curve {
  /** The times of the keys in seconds, >= 0, strictly increasing; at least one time. */
  readonly times: Float32Array;
  readonly interpolation: Interpolation;
  /** The number of components. */
  readonly width: number;
  /** The components of the value for each time; with `CUBICSPLINE`, between the in-tangent and the out-tangent, both per second. */
  readonly values: Numbers;
}

const float = new Float32Array(1);
const bits = new Uint32Array(float.buffer);

/** The single-precision number next to a positive number: above it for step 1, below it for step -1. */
function neighbor(value: number, step: 1 | -1): number {
  float[0] = value;
  bits[0] = bits[0]! + step;
  return float[0];
}

/** The largest float below a time. */
export function justBefore(time: number): number {
  return neighbor(time, -1);
}

/** Converts times to single precision, strictly increasing. Of two keys at the same time (a jump), the second moves to the next float. */
export function toTimes(seconds: Iterable<number>): Float32Array {
  const times = Float32Array.from(seconds);
  for (let i = 1; i < times.length; i++) {
    if (times[i]! <= times[i - 1]!) {
      times[i] = neighbor(times[i - 1]!, 1);
    }
  }
  return times;
}

/** The number of sets of components for each time: value and tangents, or only the value. */
export function partsOf({ interpolation }: Pick<Curve, "interpolation">): 1 | 3 {
  return interpolation === "CUBICSPLINE" ? 3 : 1;
}

/** A copy of a curve in which `change` has modified every set of components in place, including tangents. */
export function mapCurve(curve: Curve, change: (components: Float64Array) => void): Curve {
  const values = Float64Array.from(curve.values);
  for (let at = 0; at < values.length; at += curve.width) {
    change(values.subarray(at, at + curve.width));
  }
  return { ...curve, values };
}

/** Extends a curve to a time, with the last value held. */
export function holdUntil(curve: Curve, time: number): Curve {
  const { times, values, width } = curve;
  if (time <= times[times.length - 1]!) {
    return curve;
  }
  const parts = partsOf(curve);
  const all = new Float64Array(values.length + width * parts);
  all.set(values);
  const last = values.length - width * parts;
  if (parts === 1) {
    all.copyWithin(values.length, last, values.length);
  } else {
    all.fill(0, last + 2 * width);
    all.copyWithin(values.length + width, last + width, last + 2 * width);
  }
  return { ...curve, times: Float32Array.of(...times, time), values: all };
}

/** Some components of a wider curve. */
export interface CurvePart {
  readonly curve: Curve;
  /** The first component of the part in the wider curve. */
  readonly offset: number;
  /** The number of components of the part that are used. */
  readonly size: number;
}

/**
 * Joins curves of some components to a wider curve. Between the keys, the result equals the parts, except for rounding: every part gets the
 * keys of all parts.
 * @param rest all components of the value, for components without a part
 * @returns null for STEP beside CUBICSPLINE, which a glTF curve cannot combine
 */
export function joinCurves(parts: readonly CurvePart[], rest: readonly number[]): Curve | null {
  const width = rest.length;
  const [first] = parts;
  if (parts.length === 1 && first!.offset === 0 && first!.size === width && first!.curve.width === width) {
    return first!.curve;
  }
  const kinds = new Set(parts.filter(({ curve }) => curve.times.length > 1).map(({ curve }) => curve.interpolation));
  if (kinds.has("CUBICSPLINE") && kinds.has("STEP")) {
    return null;
  }
  const interpolation: Interpolation = kinds.has("CUBICSPLINE") ? "CUBICSPLINE" : kinds.has("LINEAR") ? "LINEAR" : "STEP";
  const times = joinTimes(parts, interpolation);
  const stride = width * partsOf({ interpolation });
  const values = new Float64Array(times.length * stride);
  const valueAt = interpolation === "CUBICSPLINE" ? width : 0;
  times.forEach((_, i) => values.set(rest, i * stride + valueAt));
  for (const { curve, offset, size } of parts) {
    times.forEach((time, i) => {
      const sample = sampleAt(curve, time);
      for (let component = 0; component < size; component++) {
        const at = i * stride + offset + component;
        values[at + valueAt] = sample.value(component);
        if (interpolation === "CUBICSPLINE") {
          values[at] = sample.slope(component, false);
          values[at + 2 * width] = sample.slope(component, true);
        }
      }
    });
  }
  return { times, interpolation, width, values };
}

/** The times of all parts. If STEP becomes LINEAR, the times just before the steps are added. */
function joinTimes(parts: readonly CurvePart[], interpolation: Interpolation): Float32Array {
  const times = new Set<number>();
  for (const { curve } of parts) {
    curve.times.forEach((time, i) => {
      times.add(time);
      if (i > 0 && interpolation === "LINEAR" && curve.interpolation === "STEP") {
        times.add(justBefore(time));
      }
    });
  }
  return Float32Array.from(times).sort();
}

/**
 * A curve whose keys are {@link leastGap} apart: the first key of a jump comes earlier or, where there is no room, the second one later. Between the keys, the curve stays as it is.
 */
export function spreadKeys(curve: Curve): Curve {
  const { interpolation, width } = curve;
  const last = curve.times.length - 1;
  const gap = leastGap(curve.times[last]!);
  const wanted = Float64Array.from(curve.times);
  for (let key = last; key > 1 && interpolation !== "STEP"; key--) {
    const earlier = wanted[key]! - gap;
    if (wanted[key - 1]! > earlier && earlier - wanted[key - 2]! >= gap) {
      wanted[key - 1] = earlier;
    }
  }
  const times = spreadTimes(wanted);
  const values = Float64Array.from(curve.values);
  const parts = partsOf(curve);
  times.forEach((time, key) => {
    const isBetween = time > (curve.times[key - 1] ?? Infinity) && time < (curve.times[key + 1] ?? -Infinity);
    if (time !== curve.times[key] && isBetween && interpolation !== "STEP") {
      const { value, slope } = sampleAt(curve, time);
      for (let c = 0; c < width; c++) {
        const all = parts === 3 ? [slope(c, false), value(c), slope(c, true)] : [value(c)];
        all.forEach((number, part) => (values[(key * parts + part) * width + c] = number));
      }
    }
  });
  return { ...curve, times, values };
}

interface Sample {
  readonly value: (component: number) => number;
  /** The rate of change of a component per second, after or before the time. */
  readonly slope: (component: number, after: boolean) => number;
}

/** Samples a curve at a time, component by component. */
function sampleAt(curve: Curve, time: number): Sample {
  const { times, width, values, interpolation } = curve;
  const parts = partsOf(curve);
  const get = (key: number, part: number, component: number): number => values[(key * parts + part) * width + component]!;
  const valueOf = (key: number, component: number): number => get(key, parts === 3 ? 1 : 0, component);
  let key = findKey(times, time, 0);
  if (key >= 0 && times[key] === time) {
    return { value: (component) => valueOf(key, component), slope: slopeAtKey(curve, key) };
  }
  if (key < 0 || key === times.length - 1) {
    key = Math.max(key, 0); // before the first key and after the last, the value holds
    return { value: (component) => valueOf(key, component), slope: () => 0 };
  }
  const length = times[key + 1]! - times[key]!;
  const t = (time - times[key]!) / length;
  const [from, to] = [(c: number): number => valueOf(key, c), (c: number): number => valueOf(key + 1, c)];
  if (interpolation === "STEP") {
    return { value: from, slope: () => 0 };
  }
  if (interpolation === "LINEAR") {
    return { value: (c) => from(c) + t * (to(c) - from(c)), slope: (c) => (to(c) - from(c)) / length };
  }
  const out = (c: number): number => get(key, 2, c) * length;
  const into = (c: number): number => get(key + 1, 0, c) * length;
  return {
    value: (c) => hermite(t, from(c), out(c), to(c), into(c)),
    slope: (c) => hermiteSlope(t, from(c), out(c), to(c), into(c)) / length,
  };
}

/** The components of a curve at a time. */
export function valueAt(curve: Curve, time: number): number[] {
  const { value } = sampleAt(curve, time);
  return Array.from({ length: curve.width }, (_, component) => value(component));
}

/** The slopes at a key; 0 beyond the ends, where the value is constant. */
function slopeAtKey({ times, width, values, interpolation }: Curve, key: number): Sample["slope"] {
  return (component, after) => {
    const other = after ? key + 1 : key - 1;
    if (other < 0 || other >= times.length || interpolation === "STEP") {
      return 0;
    }
    if (interpolation === "CUBICSPLINE") {
      return values[(key * 3 + (after ? 2 : 0)) * width + component]!;
    }
    return (values[other * width + component]! - values[key * width + component]!) / (times[other]! - times[key]!);
  };
}
