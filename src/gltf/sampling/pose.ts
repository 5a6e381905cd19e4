import { slerp } from "./slerp.js";
import { checkSize, type Numbers } from "./track.js";
import { argumentError } from "../util/index.js";

/** One value of a pose. */
export interface PoseSlot {
  /** Number of components, an integer > 0; a multiple of 4 for rotations. */
  readonly size: number;
  /** Whether the components are unit quaternions, `x, y, z, w` each. */
  readonly isRotation: boolean;
}

/** The order of the values in a pose. */
export class PoseLayout {
  /** Index of each slot's first component. */
  readonly offsets: readonly number[];
  /** Number of components of a pose. */
  readonly length: number;

  /**
   * @param slots in the order of their components
   * @throws RangeError if the size of a slot is invalid
   */
  constructor(readonly slots: readonly PoseSlot[]) {
    let length = 0;
    this.offsets = slots.map(({ size, isRotation }, i) => {
      checkSize(size, isRotation, `slots/${i}/`);
      return (length += size) - size;
    });
    this.length = length;
  }
}

/** The values of many properties at one time, in a flat array. */
export class Pose {
  /** Layout: `[...slot 0, ...slot 1, ...]`, `layout.length` components, in the units of the properties. */
  readonly values: Float64Array;

  /** Creates a pose of zeros. */
  constructor(readonly layout: PoseLayout) {
    this.values = new Float64Array(layout.length);
  }

  /** @throws RangeError if the other pose has another layout */
  copyFrom(other: Pose): this {
    this._expectSameLayout(other);
    this.values.set(other.values);
    return this;
  }

  /**
   * Blends another pose into the pose: numbers linearly, quaternions along the shortest arc.
   * @param weight 0..1; 0 keeps this pose, 1 copies the other one
   * @throws RangeError if the other pose has another layout, or the weight is not within 0..1
   */
  blend(other: Pose, weight: number): this {
    this._expectSameLayout(other);
    if (!(weight >= 0 && weight <= 1)) {
      throw argumentError("weight", "must be within 0..1", weight, "number");
    }
    const { slots, offsets } = this.layout;
    for (let i = 0; i < slots.length; i++) {
      blendInto(this.values, offsets[i]!, other.values, offsets[i]!, slots[i]!, weight);
    }
    return this;
  }

  /**
   * Sets the pose to the weighted mean of other poses. Quaternions are blended pose by pose, weighted by the share of the weights so far:
   * the order matters slightly.
   * @param poses this pose may be the first of them
   * @param weights one for each pose, finite, >= 0; their sum is finite, > 0 and need not be 1
   * @throws RangeError if a pose has another layout or a weight is invalid; this pose is then unchanged
   */
  blendMany(poses: readonly Pose[], weights: readonly number[]): this {
    this._expectMean(poses, weights);
    let total = 0;
    for (let i = 0; i < weights.length; i++) {
      const weight = weights[i]!;
      if (weight > 0) {
        total += weight;
        this.blend(poses[i]!, weight / total);
      }
    }
    return this;
  }

  private _expectMean(poses: readonly Pose[], weights: readonly number[]): void {
    if (weights.length !== poses.length) {
      throw new RangeError(`weights: must be as many as poses (got ${weights.length} and ${poses.length})`);
    }
    let total = 0;
    for (let i = 0; i < poses.length; i++) {
      const weight = weights[i]!;
      this._expectSameLayout(poses[i]!, `poses/${i}`);
      if (i > 0 && poses[i] === this) {
        throw new RangeError(`poses/${i}: must not be the pose itself, unless it comes first`);
      }
      if (!(weight >= 0 && weight < Infinity)) {
        throw new RangeError(`weights/${i}: must be finite and >= 0 (got ${weight})`);
      }
      total += weight;
    }
    if (!(total > 0 && total < Infinity)) {
      throw new RangeError(`weights: must have a finite sum > 0 (got ${total})`);
    }
  }

  private _expectSameLayout(other: Pose, argument = "pose"): void {
    if (other.layout !== this.layout) {
      throw new RangeError(`${argument}: must have the same layout`);
    }
  }
}

const product = new Float64Array(4);

/**
 * Adds a difference to a value, in place: a rotation is multiplied by the difference from the right.
 * @param amount 0..1; the part of the difference, for a rotation the part of the shortest arc
 */
export function addInto(into: Numbers, at: number, from: Numbers, atFrom: number, { size, isRotation }: PoseSlot, amount: number): void {
  if (!isRotation) {
    for (let i = 0; i < size; i++) {
      into[at + i]! += amount * from[atFrom + i]!;
    }
    return;
  }
  for (let i = 0; i < size; i += 4) {
    multiplyRotations(into, at + i, from, atFrom + i);
    slerp(into, at + i, product, 0, amount, into, at + i);
  }
}

const inverse = new Float64Array(4);

/** Turns a value into its difference to a reference, in place: what {@link addInto} adds to the reference to get the value. */
export function subtractFrom(value: Numbers, at: number, reference: Numbers, atReference: number, { size, isRotation }: PoseSlot): void {
  for (let i = 0; i < size; i += isRotation ? 4 : 1) {
    if (!isRotation) {
      value[at + i]! -= reference[atReference + i]!;
      continue;
    }
    for (let k = 0; k < 4; k++) {
      inverse[k] = (k < 3 ? -1 : 1) * reference[atReference + i + k]!;
    }
    multiplyRotations(inverse, 0, value, at + i);
    for (let k = 0; k < 4; k++) {
      value[at + i + k] = product[k]!;
    }
  }
}

/** Multiplies two quaternions; the result is in {@link product}. */
function multiplyRotations(a: Numbers, atA: number, b: Numbers, atB: number): void {
  const ax = a[atA]!;
  const ay = a[atA + 1]!;
  const az = a[atA + 2]!;
  const aw = a[atA + 3]!;
  const bx = b[atB]!;
  const by = b[atB + 1]!;
  const bz = b[atB + 2]!;
  const bw = b[atB + 3]!;
  product[0] = aw * bx + ax * bw + ay * bz - az * by;
  product[1] = aw * by - ax * bz + ay * bw + az * bx;
  product[2] = aw * bz + ax * by - ay * bx + az * bw;
  product[3] = aw * bw - ax * bx - ay * by - az * bz;
}

/** Blends a value into another value, in place. An amount of 1 copies it, so that a NaN in `into` does not survive. */
export function blendInto(into: Numbers, at: number, from: Numbers, atFrom: number, { size, isRotation }: PoseSlot, amount: number): void {
  if (amount === 1) {
    for (let i = 0; i < size; i++) {
      into[at + i] = from[atFrom + i]!;
    }
  } else if (isRotation) {
    for (let i = 0; i < size; i += 4) {
      slerp(into, at + i, from, atFrom + i, amount, into, at + i);
    }
  } else {
    for (let i = 0; i < size; i++) {
      const before = into[at + i]!;
      into[at + i] = before + amount * (from[atFrom + i]! - before);
    }
  }
}
