import { hermite, hermiteSecond, leastGap, slerp, type Track } from "../../gltf/sampling/index.js";
import { angleBetween, normalized } from "../rotations.js";

/** How the keys of a track are written for other engines. */
export interface TrackStyle {
  /** Writes each jump of STEP as two LINEAR keys. */
  readonly steps: boolean;
  /** Writes CUBICSPLINE as LINEAR keys. */
  readonly splines: boolean;
  /** Writes rotations with at most 10 degrees between two LINEAR keys. */
  readonly arcs: boolean;
  /** The length of the animation in seconds: each track gets a key at 0 and one there; null to keep the range. */
  readonly length: number | null;
  /** The largest error of a component where a curve becomes lines. */
  readonly tolerance: number;
}

/** A track, and whether it is within the tolerance. */
export interface PortableTrack {
  readonly track: Track;
  readonly isWithin: boolean;
}

/** How long a jump of STEP takes as a line, in seconds. */
const RAMP = 5e-4;
/** The widest angle between two keys, in radians. */
const MAX_ANGLE = (10 * Math.PI) / 180;
/** The least distance of the keys of a curve, in seconds; and as a share of the time between two keys of a spline, which bounds the number of keys. */
const LEAST = 1e-4;
const LEAST_SHARE = 2 ** -16;

/** A key of LINEAR. */
interface Key {
  /** Seconds, a float. */
  readonly time: number;
  readonly value: readonly number[];
}

/**
 * Writes the keys of a track for other engines. Where the style asks for nothing, the track is returned as it is.
 * @param track a track with at least one key, at ascending times; rotations of unit length
 */
export function portableTrack(track: Track, style: TrackStyle): PortableTrack {
  const { interpolation } = track;
  const isLinear = interpolation === "LINEAR" || (interpolation === "STEP" ? style.steps : style.splines);
  if (!isLinear) {
    return { track: style.length === null ? track : withRange(track, style.length), isWithin: true };
  }
  const curve = interpolation === "CUBICSPLINE" ? linesOf(track, style) : { keys: keysOf(track), isWithin: true };
  const jumped = interpolation === "STEP" ? rampsOf(curve.keys) : curve.keys;
  const last = jumped.at(-1)!.time;
  const turned = track.isRotation && style.arcs ? arcsOf(jumped, Math.max(1.5 * leastGap(last), 2 * RAMP)) : jumped;
  const isChanged = turned !== jumped || interpolation !== "LINEAR";
  const written = isChanged ? toTrack(track, turned) : track;
  return { track: style.length === null ? written : withRange(written, style.length), isWithin: curve.isWithin };
}

function keysOf({ times, values, size }: Track): readonly Key[] {
  return Array.from(times, (time, key) => ({ time, value: Array.from(values.subarray(key * size, (key + 1) * size)) }));
}

/** @param keys with quaternions in any of their two signs, if the track is a rotation */
function toTrack({ size, isRotation }: Track, keys: readonly Key[]): Track {
  const values = new Float64Array(keys.length * size);
  keys.forEach(({ value }, key) => values.set(value, key * size));
  for (let at = size; isRotation && at < values.length; at += size) {
    const dot = [0, 1, 2, 3].reduce((sum, i) => sum + values[at + i]! * values[at + i - size]!, 0);
    for (let i = at; dot < 0 && i < at + size; i++) {
      values[i] = -values[i]!;
    }
  }
  return { times: Float32Array.from(keys, ({ time }) => time), values, size, interpolation: "LINEAR", isRotation };
}

/** A key at 0 and one at the end, with the values that hold there. */
function withRange(track: Track, length: number): Track {
  const { times, values, size, interpolation } = track;
  const end = Math.fround(length);
  const [leads, ends] = [times[0]! > 0, times.at(-1)! < end];
  if (!leads && !ends) {
    return track;
  }
  const parts = interpolation === "CUBICSPLINE" ? 3 : 1;
  const valueAt = (key: number): Float64Array => {
    const at = (parts * key + (parts === 3 ? 1 : 0)) * size;
    const held = new Float64Array(parts * size); // tangents of 0
    held.set(values.subarray(at, at + size), parts === 3 ? size : 0);
    return held;
  };
  const inner = Float64Array.from(values);
  if (parts === 3) {
    inner.fill(0, 0, leads ? size : 0); // what was no tangent of a curve becomes one
    inner.fill(0, ends ? inner.length - size : inner.length);
  }
  const all = [...(leads ? [valueAt(0)] : []), inner, ...(ends ? [valueAt(times.length - 1)] : [])];
  const joined = new Float64Array(all.reduce((sum, part) => sum + part.length, 0));
  all.reduce((at, part) => {
    joined.set(part, at);
    return at + part.length;
  }, 0);
  return { ...track, times: Float32Array.from([...(leads ? [0] : []), ...times, ...(ends ? [end] : [])]), values: joined };
}

/** The steps as lines: each value holds until shortly before the next key. A value that holds no longer than a ramp takes is a part of the ramp. */
function rampsOf(steps: readonly Key[]): readonly Key[] {
  const keys = [steps[0]!];
  for (const { time, value } of steps.slice(1)) {
    const last = keys.at(-1)!;
    if (value.every((component, i) => component === last.value[i])) {
      continue;
    }
    const before = last.time;
    const hold = Math.min(Math.fround(Math.max(time - RAMP, (before + time) / 2)), floatBelow(time));
    if (time - before <= RAMP && keys.length > 1) {
      keys.pop();
    } else if (hold > before) {
      keys.push({ time: hold, value: last.value });
    }
    keys.push({ time, value });
  }
  const last = steps.at(-1)!;
  return keys.at(-1)!.time < last.time ? [...keys, last] : keys;
}

/** A float below a float > 0, the next one or the one after. */
function floatBelow(time: number): number {
  return Math.fround(time - 2 ** (Math.floor(Math.log2(time)) - 23));
}

/** Adds keys on arcs that are wider than 10 degrees. What lasts no longer than a jump stays. */
function arcsOf(keys: readonly Key[], jump: number): readonly Key[] {
  const turned: Key[] = [keys[0]!];
  for (let i = 1; i < keys.length; i++) {
    const [a, b] = [keys[i - 1]!, keys[i]!];
    const parts = b.time - a.time <= jump ? 1 : Math.ceil(angleBetween(a.value, b.value) / MAX_ANGLE - 1e-6);
    for (let part = 1; part < parts; part++) {
      const time = Math.fround(a.time + (part / parts) * (b.time - a.time));
      if (time > turned.at(-1)!.time && time < b.time) {
        turned.push({ time, value: slerpBetween(a, b, time) });
      }
    }
    turned.push(b);
  }
  return turned.length === keys.length ? keys : turned;
}

function slerpBetween(a: Key, b: Key, time: number): readonly number[] {
  const value = new Float64Array(a.value.length);
  for (let i = 0; i < value.length; i += 4) {
    slerp(Float64Array.from(a.value), i, Float64Array.from(b.value), i, (time - a.time) / (b.time - a.time), value, i);
  }
  return normalized(value);
}

/** The keys of lines along a spline, none further from it than the tolerance. */
function linesOf({ times, values, size, isRotation }: Track, style: TrackStyle): { keys: readonly Key[]; isWithin: boolean } {
  const part = (key: number, index: number): Float64Array | Float32Array =>
    values.subarray((3 * key + index) * size, (3 * key + index + 1) * size);
  const valueOf = (key: number): readonly number[] => (isRotation ? normalized(part(key, 1)) : Array.from(part(key, 1)));
  const keys: Key[] = [{ time: times[0]!, value: valueOf(0) }];
  let isWithin = true;
  for (let key = 0; key + 1 < times.length; key++) {
    const [begin, end] = [times[key]!, times[key + 1]!];
    const curve = new Cubic([part(key, 1), part(key, 2), part(key + 1, 1), part(key + 1, 0)], end - begin);
    const pointAt = (time: number): Key => {
      const value = curve.valueAt((time - begin) / (end - begin));
      return { time, value: isRotation ? normalized(value) : value };
    };
    const isNear = isRotation
      ? (a: Key, b: Key): boolean => isArc(a, b, pointAt, style)
      : (a: Key, b: Key): boolean =>
          curve.errorOfLine((a.time - begin) / (end - begin), (b.time - begin) / (end - begin)) <= style.tolerance;
    const least = Math.max(LEAST, LEAST_SHARE * (end - begin));
    const add = (a: Key, b: Key): void => {
      const middle = Math.fround((a.time + b.time) / 2);
      const isNow = isNear(a, b);
      if (isNow || b.time - a.time < 2 * least || middle <= a.time || middle >= b.time) {
        isWithin &&= isNow;
        keys.push(b);
        return;
      }
      const between = pointAt(middle);
      add(a, between);
      add(between, b);
    };
    add(keys.at(-1)!, { time: end, value: valueOf(key + 1) });
  }
  return { keys, isWithin };
}

/** Whether the arc between two rotations is near the curve, and so is the straight line that some engines normalize. */
function isArc(a: Key, b: Key, pointAt: (time: number) => Key, { tolerance, arcs }: TrackStyle): boolean {
  if (arcs && angleBetween(a.value, b.value) > MAX_ANGLE) {
    return false;
  }
  for (let share = 1 / 8; share < 1; share += 1 / 8) {
    const time = a.time + share * (b.time - a.time);
    const [shown, exact] = [slerpBetween(a, b, time), pointAt(time).value];
    const sign = shown.reduce((sum, component, i) => sum + component * exact[i]!, 0) < 0 ? -1 : 1;
    // half of it, because the curve is known at these points only
    if (shown.some((component, i) => Math.abs(sign * component - exact[i]!) > tolerance / 2)) {
      return false;
    }
  }
  return true;
}

/** The cubic of a spline between two keys (glTF 2.0, Appendix C.5), at shares of the time between them. */
class Cubic {
  /** @param _parts value and out-tangent of the first key, value and in-tangent of the second */
  constructor(
    private readonly _parts: readonly [ArrayLike<number>, ArrayLike<number>, ArrayLike<number>, ArrayLike<number>],
    private readonly _seconds: number,
  ) {}

  valueAt(share: number): readonly number[] {
    return this._map((from, out, to, into) => hermite(share, from, out, to, into));
  }

  /** The largest distance of a component from the line between two points: the second derivative is largest at one of them. */
  errorOfLine(from: number, to: number): number {
    const bend = (share: number): number => Math.max(...this._map((...parts) => Math.abs(hermiteSecond(share, ...parts))));
    return ((to - from) ** 2 / 8) * Math.max(bend(from), bend(to));
  }

  private _map(component: (from: number, out: number, to: number, into: number) => number): readonly number[] {
    const [from, out, to, into] = this._parts;
    return Array.from(from, (value, i) => component(value, this._seconds * out[i]!, to[i]!, this._seconds * into[i]!));
  }
}

/** Keeps the first component of each LINEAR key within 0..1, with keys where a line crosses a bound. */
export function clampFirst(track: Track): Track {
  const keys = keysOf(track);
  const bounds = [0, 1];
  const clamped = keys.flatMap((key, i): readonly Key[] => {
    const next = keys[i + 1];
    const crossings = next
      ? bounds.flatMap((bound) => {
          const share = (bound - key.value[0]!) / (next.value[0]! - key.value[0]!);
          return share > 0 && share < 1 ? [share] : [];
        })
      : [];
    return [
      key,
      ...crossings
        .sort((a, b) => a - b)
        .map((share) => ({
          time: Math.fround(key.time + share * (next!.time - key.time)),
          value: key.value.map((component, c) => component + share * (next!.value[c]! - component)),
        })),
    ];
  });
  const ascending = clamped.filter(({ time }, i) => i === 0 || time > clamped[i - 1]!.time);
  return toTrack(
    track,
    ascending.map(({ time, value: [first, ...rest] }) => ({ time, value: [Math.min(Math.max(first!, 0), 1), ...rest] })),
  );
}
