import { blendInto } from "../sampling/index.js";
import type { AnimatedProperty } from "./animatedProperty.js";
import { flushComponents } from "./propertyAccess.js";
import type { PropertyMask } from "./propertyList.js";

/** A pose that is mixed by its weight. */
export interface WeightedPose {
  /** The mixed value of each property, from {@link Mixer.valuesOf}. */
  readonly mixed: readonly MixedValue[];
  /** Where the value of each property begins among the values. */
  readonly offsets: readonly number[];
  readonly values: Float64Array;
  /** The properties that it is mixed into. */
  readonly mask: PropertyMask;
  /** 0..1 */
  readonly weight: number;
  /** Set by the mixer, until the pose is mixed. */
  isQueued: boolean;
}

/** The value of a property while the poses of a frame are mixed into it. */
export class MixedValue {
  readonly values: Float64Array;
  /** The sum of the weights of a frame; -1 where nothing is mixed. */
  totalWeight = -1;
  /** How much of it has gone into `values`. */
  mixedWeight = 0;

  constructor(readonly property: AnimatedProperty) {
    this.values = new Float64Array(property.kind.size);
  }
}

/**
 * Mixes the poses of several clips as Babylon mixes weighted groups: where the sum of the weights is below 1, the value at rest fills
 * the remainder; above 1, they are normalised. Quaternions are mixed one after the other, by the shortest arc.
 */
export class Mixer {
  private readonly _values = new WeakMap<AnimatedProperty, MixedValue>();
  private readonly _poses: (WeightedPose | null)[] = [];
  private _poseCount = 0;
  private readonly _mixed: (MixedValue | null)[] = [];
  private _mixedCount = 0;

  valuesOf(properties: readonly AnimatedProperty[]): MixedValue[] {
    return properties.map((property) => {
      const value = this._values.get(property) ?? new MixedValue(property);
      this._values.set(property, value);
      return value;
    });
  }

  /** Adds a pose to the mixture of the frame. */
  add(pose: WeightedPose): void {
    if (!pose.isQueued) {
      pose.isQueued = true;
      this._poses[this._poseCount++] = pose;
    }
  }

  /** Mixes the poses that were added, and writes the result. */
  flush(): void {
    for (let i = 0; i < this._poseCount; i++) {
      this._sumWeights(this._poses[i]!);
    }
    for (let i = 0; i < this._poseCount; i++) {
      mixIn(this._poses[i]!);
      this._poses[i]!.isQueued = false;
      this._poses[i] = null; // the array outlives the poses
    }
    this._poseCount = 0;
    for (let i = 0; i < this._mixedCount; i++) {
      write(this._mixed[i]!);
      this._mixed[i] = null;
    }
    this._mixedCount = 0;
    flushComponents();
  }

  private _sumWeights({ mixed, mask, weight }: WeightedPose): void {
    for (let i = 0; i < mixed.length; i++) {
      if (mask === null || mask[i] === 1) {
        const value = mixed[i]!;
        if (value.totalWeight < 0) {
          value.totalWeight = 0;
          this._mixed[this._mixedCount++] = value;
        }
        value.totalWeight += weight;
      }
    }
  }
}

function mixIn({ mixed, offsets, values, mask, weight }: WeightedPose): void {
  if (weight === 0) {
    return;
  }
  for (let i = 0; i < mixed.length; i++) {
    if (mask === null || mask[i] === 1) {
      const into = mixed[i]!;
      const { kind, rest } = into.property;
      if (into.mixedWeight === 0 && into.totalWeight < 1) {
        into.values.set(rest!);
        into.mixedWeight = 1 - into.totalWeight;
      }
      into.mixedWeight += weight;
      share.amount = into.mixedWeight === weight ? 1 : weight / into.mixedWeight;
      blendInto(into.values, 0, values, offsets[i]!, kind, share);
    }
  }
}

/** Box of the share that a pose has in the mixture so far. */
const share = { amount: 0.5 };

function write(mixed: MixedValue): void {
  const { property, mixedWeight } = mixed;
  mixed.totalWeight = -1;
  mixed.mixedWeight = 0;
  try {
    if (mixedWeight > 0) {
      property.write(mixed.values, 0);
    } else if (!property.kind.isRotation) {
      property.write(property.rest!, 0); // only weights of 0; Babylon leaves rotations as they are then
    }
  } catch (error) {
    property.fail(error);
  }
}
