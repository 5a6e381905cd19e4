import { blendInto } from "../sampling/index.js";
import { flushComponents, type AnimatedProperty } from "./animatedProperty.js";

/** A pose that takes part in the mixture of a frame. */
export interface Contributor {
  readonly properties: readonly AnimatedProperty[];
  /** Where the value of each property begins among the values. */
  readonly offsets: readonly number[];
  readonly values: Float64Array;
  /** 1 for each property that it takes part in, 0 for the others; null for all. */
  readonly retained: Uint8Array | null;
  /** 0..1 */
  readonly weight: number;
  /** Whether it waits to be mixed. */
  isQueued: boolean;
}

/**
 * Mixes what several clips give the same property, as Babylon mixes weighted groups: weights below 1 in sum leave the rest to the value
 * before, those above are normalised; quaternions one after the other, by the shortest arc.
 */
export class Mixer {
  private readonly _contributors: (Contributor | null)[] = [];
  private _count = 0;
  private readonly _mixed: (AnimatedProperty | null)[] = [];
  private _mixedCount = 0;

  /** Takes a pose into the next mixture. */
  add(contributor: Contributor): void {
    if (!contributor.isQueued) {
      contributor.isQueued = true;
      this._contributors[this._count++] = contributor;
    }
  }

  /** Writes the mixture of all that was added. */
  flush(): void {
    for (let i = 0; i < this._count; i++) {
      this._sumWeights(this._contributors[i]!);
    }
    for (let i = 0; i < this._count; i++) {
      mixIn(this._contributors[i]!);
      this._contributors[i]!.isQueued = false;
      this._contributors[i] = null; // the array outlives what it holds
    }
    this._count = 0;
    for (let i = 0; i < this._mixedCount; i++) {
      finish(this._mixed[i]!);
      this._mixed[i] = null;
    }
    this._mixedCount = 0;
    flushComponents();
  }

  private _sumWeights({ properties, retained, weight }: Contributor): void {
    for (let i = 0; i < properties.length; i++) {
      if (retained === null || retained[i] === 1) {
        const property = properties[i]!;
        if (property.totalWeight < 0) {
          property.totalWeight = 0;
          this._mixed[this._mixedCount++] = property;
        }
        property.totalWeight += weight;
      }
    }
  }
}

function mixIn({ properties, offsets, values, retained, weight }: Contributor): void {
  if (weight === 0) {
    return;
  }
  for (let i = 0; i < properties.length; i++) {
    if (retained === null || retained[i] === 1) {
      const property = properties[i]!;
      const { slot } = property;
      const mixture = (property.mixture ??= new Float64Array(slot.size));
      if (property.mixedWeight === 0 && property.totalWeight < 1) {
        mixture.set(property.rest!);
        property.mixedWeight = 1 - property.totalWeight;
      }
      property.mixedWeight += weight;
      if (property.mixedWeight === weight) {
        const offset = offsets[i]!;
        for (let c = 0; c < slot.size; c++) {
          mixture[c] = values[offset + c]!;
        }
      } else {
        share.amount = weight / property.mixedWeight;
        blendInto(mixture, 0, values, offsets[i]!, slot, share);
      }
    }
  }
}

/** That of a pose in what is mixed so far. */
const share = { amount: 0.5 };

function finish(property: AnimatedProperty): void {
  const isMixed = property.mixedWeight > 0;
  property.totalWeight = -1;
  property.mixedWeight = 0;
  if (isMixed) {
    tryWrite(property, property.mixture!);
  } else if (!property.slot.isRotation) {
    tryWrite(property, property.rest!); // nothing is mixed; Babylon leaves rotations as they are then
  }
}

function tryWrite(property: AnimatedProperty, values: Float64Array): void {
  try {
    property.write(values, 0);
  } catch (error) {
    property.fail(error);
  }
}
