/** Converts rotations that Babylon states as Euler angles, directions or quaternions of any length. */
import { Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { type Curve, mapCurve, partsOf, valueAt } from "./curve.js";
import type { RotationForm } from "../plan/exportedProperty.js";
import { divide } from "./readCurve.js";

/** The largest angle between two keys of a rotation: slerp goes the shorter way round. */
const MAX_ANGLE = Math.PI / 2;

/** The greatest error of the length of a unit quaternion in normalized bytes; gltf-validator accepts the same. */
const MAX_ROUNDING = 0.00769;

/** The direction of a glTF light in the coordinates of the node. */
const FORWARD = /*#__PURE__*/ new Vector3(0, 0, -1);

/** The rotation for three Euler angles or for a direction of any length. */
export function rotationOf(form: RotationForm, [x, y, z]: readonly number[]): Quaternion {
  return form === "angles"
    ? Quaternion.FromEulerAngles(x!, y!, z!)
    : Quaternion.FromUnitVectorsToRef(FORWARD, new Vector3(x, y, z).normalize(), new Quaternion());
}

/**
 * Converts a curve of Euler angles or directions to quaternions. Exact while one Euler angle changes at a time and for steps; otherwise
 * sampled.
 * @param sampleRate seconds between added keys
 */
export function rotationsOf(form: RotationForm, curve: Curve, sampleRate: number): Curve {
  const { times, interpolation } = curve;
  const all: { time: number; parts: number[] }[] = [];
  times.forEach((time, key) => {
    const parts = valueAt(curve, time);
    const from = times[key - 1];
    if (from !== undefined && interpolation !== "STEP") {
      const samples = (time - from) / sampleRate;
      const segments = form === "angles" ? segmentsOf(curve, valueAt(curve, from), parts, samples) : Math.ceil(samples);
      for (const between of divide(from, time, segments)) {
        all.push({ time: between, parts: valueAt(curve, between) });
      }
    }
    all.push({ time, parts });
  });
  const values = new Float64Array(all.length * 4);
  all.forEach(({ parts }, i) => rotationOf(form, parts).toArray(values as unknown as Float32Array, i * 4));
  return {
    times: Float32Array.from(all, ({ time }) => time),
    interpolation: interpolation === "STEP" ? "STEP" : "LINEAR",
    width: 4,
    values,
  };
}

function segmentsOf({ interpolation }: Curve, from: readonly number[], to: readonly number[], samples: number): number {
  const angles = to.map((angle, i) => Math.abs(angle - from[i]!));
  const isExact = interpolation === "LINEAR" && angles.filter((angle) => angle > 0).length <= 1;
  return Math.ceil(Math.max(Math.max(...angles) / MAX_ANGLE, isExact ? 1 : samples));
}

/**
 * Scales the quaternions of a curve to unit length, with their tangents. Quaternions that have unit length, except for rounding, stay the
 * same to the last bit.
 * @returns null if a quaternion has length 0
 */
export function unitRotationsOf(curve: Curve): Curve | null {
  const parts = partsOf(curve);
  const lengths = Array.from(curve.times, (_, key) => {
    const at = (key * parts + (parts === 3 ? 1 : 0)) * 4;
    return Math.hypot(...curve.values.slice(at, at + 4));
  });
  if (lengths.includes(0)) {
    return null;
  }
  if (lengths.every(isUnit)) {
    return curve;
  }
  let part = 0;
  return mapCurve(curve, (components) => {
    const length = lengths[Math.floor(part++ / parts)]!;
    components.forEach((component, i) => (components[i] = isUnit(length) ? component : component / length));
  });
}

function isUnit(length: number): boolean {
  return Math.abs(length - 1) <= MAX_ROUNDING;
}
