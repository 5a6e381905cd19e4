import { slerp } from "./slerp.js";
import type { Numbers } from "./track.js";

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

  /** @param slots in order; each shared by all poses of the layout */
  constructor(readonly slots: readonly PoseSlot[]) {
    let length = 0;
    this.offsets = slots.map(({ size }) => (length += size) - size);
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
    for (let i = 0; i < slots.length; i++) {
      blendInto(this.values, offsets[i]!, other.values, offsets[i]!, slots[i]!, weight);
    }
    return this;
  }

  /**
   * Makes this pose the mean of others by their weights, which need not sum up to 1. Quaternions are blended one after the other, each by
   * its share of the weight so far.
   * @throws RangeError where a pose is of another layout, a weight is negative, or all of them are 0
   */
  blendMany(poses: readonly Pose[], weights: readonly number[]): this {
    let total = 0;
    for (const [i, pose] of poses.entries()) {
      const weight = weights[i]!;
      if (!(weight >= 0 && weight < Infinity)) {
        throw new RangeError(`weights/${i}: must be >= 0 (got ${weight})`);
      }
      if (weight > 0) {
        total += weight;
        if (total === weight) {
          this.copyFrom(pose);
        } else {
          this.blend(pose, weight / total);
        }
      }
    }
    if (total === 0) {
      throw new RangeError("weights: must not all be 0");
    }
    return this;
  }

  private _expectSameLayout(other: Pose): void {
    if (other.layout !== this.layout) {
      throw new RangeError("pose: must have the same layout");
    }
  }
}

/**
 * Blends one value into another, in place.
 * @param weight 0..1, the share of the one blended in
 */
export function blendInto(into: Numbers, at: number, from: Numbers, atFrom: number, { size, isRotation }: PoseSlot, weight: number): void {
  if (isRotation) {
    for (let i = 0; i < size; i += 4) {
      slerp(into, at + i, from, atFrom + i, weight, into, at + i);
    }
  } else {
    for (let i = 0; i < size; i++) {
      const before = into[at + i]!;
      into[at + i] = before + weight * (from[atFrom + i]! - before);
    }
  }
}
