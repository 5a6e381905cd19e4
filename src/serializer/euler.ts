import { Quaternion } from "@babylonjs/core/Maths/math.vector.js";
import { valueAt, type Curve } from "./curve.js";
import { divide } from "./readCurve.js";

/** The largest angle between two keys of a rotation: slerp goes the shorter way round. */
const MAX_TURN = Math.PI / 2;

/**
 * A rotation for Babylon's Euler angles. Exact while one angle changes at a time and for steps; otherwise sampled.
 * @param sampleRate seconds between the keys that are added
 */
export function rotationOfEuler(curve: Curve, sampleRate: number): Curve {
  const { times, interpolation } = curve;
  const all: { time: number; angles: number[] }[] = [];
  times.forEach((time, key) => {
    const angles = valueAt(curve, time);
    const from = times[key - 1];
    if (from !== undefined && interpolation !== "STEP") {
      for (const between of divide(from, time, piecesOf(curve, valueAt(curve, from), angles, (time - from) / sampleRate))) {
        all.push({ time: between, angles: valueAt(curve, between) });
      }
    }
    all.push({ time, angles });
  });
  const values = new Float64Array(all.length * 4);
  all.forEach(({ angles: [x, y, z] }, i) => Quaternion.FromEulerAngles(x!, y!, z!).toArray(values as unknown as Float32Array, i * 4));
  return {
    times: Float32Array.from(all, ({ time }) => time),
    interpolation: interpolation === "STEP" ? "STEP" : "LINEAR",
    width: 4,
    values,
  };
}

function piecesOf({ interpolation }: Curve, from: readonly number[], to: readonly number[], samples: number): number {
  const turns = to.map((angle, i) => Math.abs(angle - from[i]!));
  const isExact = interpolation === "LINEAR" && turns.filter((turn) => turn > 0).length <= 1;
  return Math.ceil(Math.max(Math.max(...turns) / MAX_TURN, isExact ? 1 : samples));
}
