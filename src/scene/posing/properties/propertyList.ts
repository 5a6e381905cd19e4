import type { Numbers } from "../../../gltf/sampling/index.js";
import { type AnimatedProperty, type PropertyUser, without } from "./animatedProperty.js";
import { flushComponents, type PropertyAccess } from "./propertyAccess.js";

/** A mask over a list of properties: 1 for included, 0 for excluded properties; null includes all properties. */
export type PropertyMask = Uint8Array | null;

/** Properties in a row, from an index to one before another index. */
interface Run {
  readonly from: number;
  readonly to: number;
}

function runsOf(accesses: readonly PropertyAccess<object>[], owns: readonly unknown[]): readonly Run[] | null {
  const runs: Run[] = [];
  for (let from = 0, to = 1; from < accesses.length; from = to++) {
    while (accesses[to] === accesses[from] && owns[to] === owns[from]) {
      to++;
    }
    if (to - from > 1 && accesses[from]!.writeRun) {
      runs.push({ from, to });
    }
  }
  return runs.length > 0 ? runs : null;
}

const NO_USERS: readonly PropertyUser[] = [];

/** Properties whose values lie in a flat array. */
export class PropertyList {
  /** The targets of the properties. A copy, since in a crowd, following a reference costs more than writing a value. */
  private readonly _targets: readonly object[];
  private readonly _accesses: readonly PropertyAccess<object>[];
  private readonly _owns: readonly unknown[];
  /** The properties in a row that can be written in one go; null for none. */
  private readonly _runs: readonly Run[] | null;
  /** The number of components of all properties. */
  private readonly _length: number;
  /** The values before the first animation of properties that this list was the first to animate; null for none. */
  private _originals: Float64Array | null = null;
  /** The values at rest of those that others have animated before; null for none. */
  private _rests: Float64Array | null = null;

  /** @param offsets the index of the first component of each property */
  constructor(
    readonly properties: readonly AnimatedProperty[],
    readonly offsets: readonly number[],
  ) {
    this._targets = properties.map(({ target }) => target);
    this._accesses = properties.map(({ access }) => access);
    this._owns = properties.map(({ own }) => own);
    this._runs = runsOf(this._accesses, this._owns);
    this._length = properties.reduce((length, { kind }) => length + kind.size, 0);
  }

  /** Writes values to the properties that a mask includes. */
  write(values: Numbers, mask: PropertyMask): void {
    const { _targets: targets, _accesses: accesses, _owns: owns, _runs: runs, offsets } = this;
    for (let i = 0, run = 0; i < targets.length; i++) {
      if (runs !== null && mask === null && runs[run]?.from === i) {
        const { from, to } = runs[run++]!;
        if (accesses[i]!.writeRun!(targets, values, offsets, from, to, owns[i])) {
          i = to - 1;
          continue;
        }
      }
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
        property.write(property.restValues!, property.restAt);
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
    const { properties } = this;
    for (let i = 0; i < properties.length; i++) {
      if (!properties[i]!.hasOriginal) {
        properties[i]!.remember(this._originalsOf(), this.offsets[i]);
      }
    }
  }

  acquire(user: PropertyUser): void {
    const { properties, offsets } = this;
    let before = NO_USERS;
    let after = before;
    for (let i = 0; i < properties.length; i++) {
      const property = properties[i]!;
      const { users } = property;
      if (users.length === 0) {
        property.readRest(property.hasOriginal ? this._restsOf() : this._originalsOf(), offsets[i]!);
      }
      if (users !== before || i === 0) {
        before = users;
        after = [...users, user];
      }
      property.users = after;
    }
  }

  release(user: PropertyUser): void {
    const { properties } = this;
    let before = NO_USERS;
    let after = before;
    for (let i = 0; i < properties.length; i++) {
      const property = properties[i]!;
      const { users } = property;
      if (users !== before) {
        before = users;
        after = without(users, user);
      }
      property.users = after;
    }
  }

  private _originalsOf(): Float64Array {
    return (this._originals ??= new Float64Array(this._length));
  }

  private _restsOf(): Float64Array {
    return (this._rests ??= new Float64Array(this._length));
  }

  /** Runs a function while the properties have the values at rest. */
  atRest<T>(run: () => T): T {
    const values = new Float64Array(this._length);
    this.read(values);
    const moved = this.mask((property, i) => property.rest!.some((component, c) => component !== values[this.offsets[i]! + c]));
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
