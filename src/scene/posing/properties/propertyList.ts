import type { Numbers } from "../../../gltf/sampling/index.js";
import type { AnimatedProperty, PropertyUser } from "./animatedProperty.js";
import { flushComponents, type PropertyAccess } from "./propertyAccess.js";

/** A mask over a list of properties: 1 for included, 0 for excluded properties; null includes all properties. */
export type PropertyMask = Uint8Array | null;

/** Properties whose values lie in a flat array. */
export class PropertyList {
  /** The targets of the properties. A copy, since in a crowd, following a reference costs more than writing a value. */
  private readonly _targets: readonly object[];
  private readonly _accesses: readonly PropertyAccess<object>[];
  private readonly _owns: readonly unknown[];

  /** @param offsets the index of the first component of each property */
  constructor(
    readonly properties: readonly AnimatedProperty[],
    readonly offsets: readonly number[],
  ) {
    this._targets = properties.map(({ target }) => target);
    this._accesses = properties.map(({ access }) => access);
    this._owns = properties.map(({ own }) => own);
  }

  /** Writes values to the properties that a mask includes. */
  write(values: Numbers, mask: PropertyMask): void {
    const { _targets: targets, _accesses: accesses, _owns: owns, offsets } = this;
    for (let i = 0; i < targets.length; i++) {
      if (mask === null || mask[i] === 1) {
        accesses[i]!.write(targets[i]!, values, offsets[i]!, owns[i]);
      }
    }
    flushComponents();
  }

  /** Writes the values at rest, from before the properties were animated. */
  writeRest(mask: PropertyMask): void {
    this.properties.forEach((property, i) => {
      if (mask === null || mask[i] === 1) {
        property.write(property.rest!, 0);
      }
    });
    flushComponents();
  }

  read(values: Numbers): void {
    this.properties.forEach((property, i) => property.read(values, this.offsets[i]!));
  }

  /** Reads the values that a function gives the properties. The properties keep the values that they have. */
  readWhile(change: () => void, values: Float64Array): void {
    const kept = values.slice();
    this.read(kept);
    change();
    this.read(values);
    this.write(kept, null);
  }

  remember(): void {
    this.properties.forEach((property) => property.remember());
  }

  acquire(user: PropertyUser): void {
    for (const property of this.properties) {
      property.acquire(user);
    }
  }

  release(user: PropertyUser): void {
    for (const property of this.properties) {
      property.release(user);
    }
  }

  /** Runs a function while the properties have the values at rest. */
  atRest<T>(run: () => T): T {
    const values = new Float64Array(this.properties.reduce((length, { kind }) => length + kind.size, 0));
    this.read(values);
    const moved = this.mask(({ rest }, i) => rest!.some((component, c) => component !== values[this.offsets[i]! + c]));
    this.writeRest(moved);
    try {
      return run();
    } finally {
      this.write(values, moved);
    }
  }

  mask(has: (property: AnimatedProperty, index: number) => boolean): Uint8Array {
    return Uint8Array.from(this.properties, (property, i) => Number(has(property, i)));
  }
}
