import { addInto, blendInto } from "../../sampling/index.js";
import type { AnimatedProperty } from "./animatedProperty.js";
import { flushComponents } from "./propertyAccess.js";
import type { PropertyMask } from "./propertyList.js";
import type { ValueKind } from "./valueKind.js";

/** A pose to mix, and its weight. */
export interface WeightedPose {
  /** The mixed value of each property, from {@link Mixer.valuesOf}. */
  readonly mixed: readonly MixedValue[];
  /** The index in `values` of the first component of each property. */
  readonly offsets: readonly number[];
  readonly values: Float64Array;
  /** The mask of the properties into which the pose is mixed. */
  readonly mask: PropertyMask;
  /** 0..1 */
  readonly weight: number;
  /** Whether the values are differences, to be added to the mixture of the other poses. */
  readonly isAdditive: boolean;
  /**
   * The weight with which the pose waits to be mixed; -1 if it does not wait. Set by the mixer, like the next two: as in Babylon, what an event
   * changes counts from the next frame.
   */
  queuedWeight: number;
  queuedMask: PropertyMask;
  isQueuedAdditive: boolean;
}

/** A property that poses are mixed into. */
export class MixedValue {
  /** The row of the property in the mixer's arrays while a frame is mixed; otherwise -1. */
  row = -1;
  /** The sum of the weights when the value was last mixed, and the number of that flush. */
  total = 0;
  flush = 0;
  /** The value at rest until the next flush, from {@link Mixer.keepRest}; null for that of the property. */
  keptRest: Float64Array | null = null;

  /** The kind of the property. A copy, since in a crowd, following a reference costs more than mixing a value. */
  readonly kind: ValueKind;

  constructor(readonly property: AnimatedProperty) {
    this.kind = property.kind;
  }

  get rest(): Float64Array {
    return this.keptRest ?? this.property.rest!;
  }
}

/** The maximum number of components of a value. */
const WIDTH = 4;

/**
 * The lowest sum of weights that leaves no share for the value at rest. Weights such as 0.4, 0.3, 0.2 and 0.1 add up to 1 except for
 * rounding.
 */
const WHOLE = 1 - 2 ** -50;

/**
 * Mixes the poses of several clips as Babylon mixes weighted groups: where the sum of the weights is below 1, the value at rest fills
 * the remainder; weights whose sum is above 1 are normalized. Quaternions are mixed one after the other, by the shortest arc. Additive
 * poses come last, and leave the weights of the others as they are.
 */
export class Mixer {
  private readonly _known = new WeakMap<AnimatedProperty, MixedValue>();
  private readonly _poses: (WeightedPose | null)[] = [];
  private _poseCount = 0;
  private _flushCount = 0;
  /**
   * The properties of a frame, one for each row of the arrays below: a crowd has too many properties for an object with an array per
   * property.
   */
  private readonly _mixed: (MixedValue | null)[] = [];
  private _rowCount = 0;
  private _values = new Float64Array(0);
  /** The sum of the weights of each row. */
  private _totals = new Float64Array(0);
  /** The part of each row's sum of weights that has been mixed into the values so far. */
  private _weights = new Float64Array(0);

  valuesOf(properties: readonly AnimatedProperty[]): MixedValue[] {
    return properties.map((property) => {
      const value = this._known.get(property) ?? new MixedValue(property);
      this._known.set(property, value);
      return value;
    });
  }

  /** Adds a pose to the mixture of the frame. */
  add(pose: WeightedPose): void {
    if (pose.queuedWeight < 0) {
      this._poses[this._poseCount++] = pose;
    }
    pose.queuedWeight = pose.weight;
    pose.queuedMask = pose.mask;
    pose.isQueuedAdditive = pose.isAdditive;
  }

  /** Removes a pose that waits from the mixture of the frame. */
  remove(pose: WeightedPose): void {
    this._poses.splice(this._poses.indexOf(pose), 1);
    this._poseCount--;
    pose.queuedWeight = -1;
  }

  /** Keeps the values at rest for a pose that waits: the run of the pose ends, and the next run may begin from others. */
  keepRest(pose: WeightedPose): void {
    if (pose.queuedWeight >= 0) {
      pose.mixed.forEach((value, i) => {
        if (pose.queuedMask?.[i] !== 0) {
          value.keptRest = value.rest;
        }
      });
    }
  }

  /** The sum of the weights of the poses that the last flush mixed into a property. */
  totalOf(property: AnimatedProperty): number {
    const mixed = this._known.get(property);
    return mixed?.flush === this._flushCount ? mixed.total : 0;
  }

  /** Mixes the poses that were added, and writes the result. */
  flush(): void {
    this._flushCount++;
    for (let i = 0; i < this._poseCount; i++) {
      this._sumWeights(this._poses[i]!);
    }
    for (let i = 0; i < this._poseCount; i++) {
      this._mix(this._poses[i]!, false);
    }
    for (let i = 0; i < this._poseCount; i++) {
      this._mix(this._poses[i]!, true);
      this._poses[i]!.queuedWeight = -1;
      this._poses[i] = null; // the array outlives the poses
    }
    this._poseCount = 0;
    for (let row = 0; row < this._rowCount; row++) {
      const mixed = this._mixed[row]!;
      this._mixed[row] = null;
      mixed.row = -1;
      mixed.total = this._totals[row]!;
      mixed.flush = this._flushCount;
      this._write(mixed, row);
      mixed.keptRest = null;
    }
    this._rowCount = 0;
    flushComponents();
  }

  private _sumWeights({ mixed, queuedMask: mask, queuedWeight, isQueuedAdditive }: WeightedPose): void {
    const share = isQueuedAdditive ? 0 : queuedWeight;
    this._reserve(this._rowCount + mixed.length);
    for (let i = 0; i < mixed.length; i++) {
      if (mask === null || mask[i] === 1) {
        const value = mixed[i]!;
        if (value.row < 0) {
          value.row = this._rowCount++;
          this._mixed[value.row] = value;
          this._totals[value.row] = 0;
          this._weights[value.row] = 0;
        }
        this._totals[value.row]! += share;
      }
    }
  }

  private _mix(
    { mixed, offsets, values, queuedMask: mask, queuedWeight: weight, isQueuedAdditive }: WeightedPose,
    additive: boolean,
  ): void {
    if (weight === 0 || isQueuedAdditive !== additive) {
      return;
    }
    const { _values: into, _totals: totals, _weights: weights } = this;
    for (let i = 0; i < mixed.length; i++) {
      if (mask === null || mask[i] === 1) {
        const value = mixed[i]!;
        const { row, kind } = value;
        if (weights[row] === 0 && totals[row]! < WHOLE) {
          into.set(value.rest, row * WIDTH);
          weights[row] = 1 - totals[row]!;
        }
        if (additive) {
          addInto(into, row * WIDTH, values, offsets[i]!, kind, weight);
        } else {
          blendInto(into, row * WIDTH, values, offsets[i]!, kind, weight / (weights[row]! += weight));
        }
      }
    }
  }

  private _write(value: MixedValue, row: number): void {
    const { property } = value;
    try {
      if (this._weights[row]! > 0) {
        property.write(this._values, row * WIDTH);
      } else if (!property.kind.isRotation) {
        property.write(value.rest, 0); // only weights of 0; Babylon leaves rotations as they are then
      }
    } catch (error) {
      property.fail(error);
    }
  }

  private _reserve(rows: number): void {
    if (rows > this._totals.length) {
      const totals = this._totals;
      this._totals = new Float64Array(2 * rows);
      this._totals.set(totals);
      this._weights = new Float64Array(2 * rows);
      this._values = new Float64Array(2 * rows * WIDTH);
    }
  }
}
