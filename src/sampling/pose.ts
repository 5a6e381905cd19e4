import { slerp, type Share } from "./slerp.js";
import { checkSize, type Numbers } from "./track.js";

/** A value among those of a pose. */
export interface PoseSlot {
  /** How many components it has. */
  readonly size: number;
  /** Whether the components are quaternions, `x, y, z, w` each. */
  readonly isRotation: boolean;
}

/** What the components of a pose are: one value behind the other. */
export class PoseLayout {
  /** Where each slot begins among the components. */
  readonly offsets: readonly number[];
  /** How many components a pose has. */
  readonly length: number;

  /**
   * @param slots in order
   * @throws RangeError where the size of one is wrong
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

/** Values of many properties at one moment, in a flat array. */
export class Pose {
  /** Repr: the slots of the layout, one behind the other. */
  readonly values: Float64Array;

  /** All components are 0. */
  constructor(readonly layout: PoseLayout) {
    this.values = new Float64Array(layout.length);
  }

  /** @throws RangeError where the other pose is of another layout */
  copyFrom(other: Pose): this {
    this._expectSameLayout(other);
    this.values.set(other.values);
    return this;
  }

  /**
   * Blends another pose in: numbers linearly, quaternions by the shortest arc.
   * @param weight 0 leaves this pose as it is, 1 makes it the other one
   * @throws RangeError where the other pose is of another layout, or the weight is not within 0..1
   */
  blend(other: Pose, weight: number): this {
    this._expectSameLayout(other);
    if (!(weight >= 0 && weight <= 1)) {
      throw new RangeError(`weight: must be within 0..1 (got ${weight})`);
    }
    const { slots, offsets } = this.layout;
    const share = { amount: weight };
    for (let i = 0; i < slots.length; i++) {
      blendInto(this.values, offsets[i]!, other.values, offsets[i]!, slots[i]!, share);
    }
    return this;
  }

  /**
   * Makes this pose the mean of others by their weights, which need not sum up to 1. Quaternions are blended one after the other, each by
   * its share of the weight so far. Poses of weight 0 count for nothing.
   * @param poses this pose may be the first of them
   * @param weights one for each pose
   * @throws RangeError, and leaves the pose as it is, where a pose is of another layout, or a weight or the sum of them makes no mean
   */
  blendMany(poses: readonly Pose[], weights: readonly number[]): this {
    this._expectMean(poses, weights);
    let total = 0;
    for (let i = 0; i < poses.length; i++) {
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

  private _expectSameLayout(other: Pose, place = "pose"): void {
    if (other.layout !== this.layout) {
      throw new RangeError(`${place}: must have the same layout`);
    }
  }
}

/** Blends one value into another, in place; by all of it, it is copied, whatever was there before. */
export function blendInto(into: Numbers, at: number, from: Numbers, atFrom: number, { size, isRotation }: PoseSlot, share: Share): void {
  const { amount } = share;
  if (amount === 1) {
    for (let i = 0; i < size; i++) {
      into[at + i] = from[atFrom + i]!;
    }
  } else if (isRotation) {
    for (let i = 0; i < size; i += 4) {
      slerp(into, at + i, from, atFrom + i, share, into, at + i);
    }
  } else {
    for (let i = 0; i < size; i++) {
      const before = into[at + i]!;
      into[at + i] = before + amount * (from[atFrom + i]! - before);
    }
  }
}
