import fc from "fast-check";
import type { Interpolation, Numbers, Track } from "../../../src/gltf/sampling/index.js";

/** The last key at or before a time, by looking at all of them; -1 where there is none. */
export function lastKeyAt(times: Numbers, time: number): number {
  return Array.from(times).filter((keyTime) => keyTime <= time).length - 1;
}

function multiply([ax, ay, az, aw]: number[], [bx, by, bz, bw]: number[]): number[] {
  return [
    aw! * bx! + ax! * bw! + ay! * bz! - az! * by!,
    aw! * by! - ax! * bz! + ay! * bw! + az! * bx!,
    aw! * bz! + ax! * by! - ay! * bx! + az! * bw!,
    aw! * bw! - ax! * bx! - ay! * by! - az! * bz!,
  ];
}

/** `a (a⁻¹b)^t` for `b` or `-b`, whichever is nearer: the definition of slerp, by axis and angle of the turn from `a` to `b`. */
export function slerpByDefinition(a: number[], b: number[], t: number): number[] {
  const dot = a.reduce((sum, component, i) => sum + component * b[i]!, 0);
  const near = dot < 0 ? b.map((component) => -component) : b;
  const [x, y, z, w] = multiply([-a[0]!, -a[1]!, -a[2]!, a[3]!], near) as [number, number, number, number];
  const sin = Math.hypot(x, y, z);
  if (sin === 0) {
    return a;
  }
  const angle = t * Math.atan2(sin, w);
  return multiply(a, [...[x, y, z].map((component) => (component / sin) * Math.sin(angle)), Math.cos(angle)]);
}

export function normalize(value: number[]): number[] {
  const length = Math.hypot(...value);
  return length > 0 ? value.map((component) => component / length) : value;
}

/** A track's value at a time, as glTF 2.0 states it (3.11, and Appendix C.2 to C.5), one quaternion after the other. */
export function evaluateTrack({ times, values, size, interpolation, isRotation }: Track, time: number): number[] {
  const cubic = interpolation === "CUBICSPLINE";
  const element = (key: number, part: number): number[] => {
    const begin = (cubic ? 3 * key + part : key) * size;
    return Array.from(values.slice(begin, begin + size));
  };
  const found = lastKeyAt(times, time);
  const key = Math.max(found, 0);
  const a = element(key, 1);
  if (found < 0 || found === times.length - 1 || interpolation === "STEP") {
    return a;
  }
  const duration = times[key + 1]! - times[key]!;
  const t = (time - times[key]!) / duration;
  const b = element(key + 1, 1);
  const quaternions = (of: (at: number) => number[]): number[] => Array.from({ length: size / 4 }, (_, i) => of(4 * i)).flat();
  if (cubic) {
    const [outOfA, intoB] = [element(key, 2), element(key + 1, 0)];
    const value = a.map(
      (component, i) =>
        (2 * t ** 3 - 3 * t ** 2 + 1) * component +
        duration * (t ** 3 - 2 * t ** 2 + t) * outOfA[i]! +
        (-2 * t ** 3 + 3 * t ** 2) * b[i]! +
        duration * (t ** 3 - t ** 2) * intoB[i]!,
    );
    return isRotation ? quaternions((at) => normalize(value.slice(at, at + 4))) : value;
  }
  return isRotation
    ? quaternions((at) => slerpByDefinition(a.slice(at, at + 4), b.slice(at, at + 4), t))
    : a.map((component, i) => component + t * (b[i]! - component));
}

/** Where numbers differ by more than a tolerance: empty if they are the same. */
export function findDifferences(actual: Iterable<number>, expected: Iterable<number>, tolerance: number): string[] {
  const [got, wanted] = [[...actual], [...expected]];
  return Array.from({ length: Math.max(got.length, wanted.length) }, (_, i) => i)
    .filter((i) => !(Math.abs(got[i]! - wanted[i]!) <= tolerance))
    .map((i) => `${i}: ${got[i]} instead of ${wanted[i]}`);
}

/** A number just above another one. */
export function above(number: number): number {
  return number + Math.max(Math.abs(number) * Number.EPSILON, Number.MIN_VALUE);
}

/** A number just below another one. */
export function below(number: number): number {
  return -above(-number);
}

/** A glTF animation, and the track that the package makes of it. */
export const KINDS = [
  { kind: "a number", size: 1, isRotation: false },
  { kind: "a vec2", size: 2, isRotation: false },
  { kind: "a vec3", size: 3, isRotation: false },
  { kind: "a vec4", size: 4, isRotation: false },
  { kind: "52 weights", size: 52, isRotation: false },
  { kind: "a quaternion", size: 4, isRotation: true },
  { kind: "three quaternions", size: 12, isRotation: true },
] as const;

export type Kind = (typeof KINDS)[number];

export const INTERPOLATIONS = ["STEP", "LINEAR", "CUBICSPLINE"] as const satisfies readonly Interpolation[];

/** Numbers that are spread evenly, and those of all sizes, which are mostly tiny. */
export const number = (min: number, max: number): fc.Arbitrary<number> =>
  fc.oneof(
    fc.nat(2 ** 30).map((part) => min + (max - min) * (part / 2 ** 30)),
    fc.double({ min, max, noNaN: true }),
  );

/** Any rotation, of length 1. */
export const rotations: fc.Arbitrary<number[]> = fc
  .array(number(-1, 1), { minLength: 4, maxLength: 4 })
  .filter((value) => Math.hypot(...value) > 0.1)
  .map(normalize);

/** Rotations of one half, so that splines between them stay away from length 0, where a direction means nothing. */
const nearRotations: fc.Arbitrary<number[]> = fc.tuple(number(-1, 1), number(-1, 1), number(-1, 1), number(0.5, 1)).map(normalize);

function elements({ size, isRotation }: Kind, interpolation: Interpolation): fc.Arbitrary<number[]> {
  const numbers = (limit: number): fc.Arbitrary<number[]> => fc.array(number(-limit, limit), { minLength: size, maxLength: size });
  const several = (one: fc.Arbitrary<number[]>): fc.Arbitrary<number[]> =>
    fc.array(one, { minLength: size / 4, maxLength: size / 4 }).map((all) => all.flat());
  if (interpolation !== "CUBICSPLINE") {
    return isRotation ? several(rotations) : numbers(100);
  }
  const [point, tangent] = isRotation ? [several(nearRotations), numbers(0.1)] : [numbers(100), numbers(100)];
  return fc.tuple(tangent, point, tangent).map((all) => all.flat());
}

/** Ascending times, some of them the same. */
export const keyTimes: fc.Arbitrary<Float64Array> = fc
  .tuple(number(-10, 10), fc.array(fc.oneof(fc.constant(0), number(1e-3, 2)), { maxLength: 12 }))
  .map(([start, gaps]) => {
    let time = start;
    return Float64Array.from([start, ...gaps.map((gap) => (time += gap))]);
  });

/** Any track of a kind, of one key at least. */
export function tracks(kind: Kind, interpolation: Interpolation): fc.Arbitrary<Track> {
  const { size, isRotation } = kind;
  return keyTimes.chain((times) =>
    fc
      .array(elements(kind, interpolation), { minLength: times.length, maxLength: times.length })
      .map((all) => ({ times, values: Float64Array.from(all.flat()), size, interpolation, isRotation })),
  );
}

/** At, just before and just after each key; before the first and after the last one. */
export function tellingTimes(times: Numbers): number[] {
  const all = Array.from(times);
  return [...all.flatMap((time) => [below(time), time, above(time)]), all[0]! - 1, all[all.length - 1]! + 1, -Infinity, Infinity];
}
