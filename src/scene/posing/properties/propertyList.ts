import type { ClipTrack, KeyPosition, Numbers, TrackReceiver, TrackSet } from "../../../gltf/sampling/index.js";
import {
  type AnimatedProperty,
  bindProperties,
  knownPropertyOf,
  propertyAt,
  type PropertyChannel,
  type PropertyUser,
  tableOf,
  without,
} from "./animatedProperty.js";
import { flushComponents, type JoinedProperties, type PropertyAccess } from "./propertyAccess.js";
import { isOfType, NO_USERS, type PropertyId, type PropertyTable, type Users } from "./propertyTable.js";

/** A mask over a list of properties: 1 for included, 0 for excluded properties; null includes all properties. */
export type PropertyMask = Uint8Array | null;

/** Joined properties, and the index of the first of their values. */
class Run {
  /** Whether the last pose was written straight from the keys. */
  isWritten = false;

  constructor(
    readonly joined: JoinedProperties,
    readonly at: number,
  ) {}
}

function runsOf({ targets, accesses, owns, offsets }: PropertyList): readonly Run[] | null {
  const runs: Run[] = [];
  for (let from = 0, to = 1; from < accesses.length; from = to++) {
    const access = accesses[from]!;
    while (access.join && accesses[to] === access && owns[to] === owns[from] && offsets[to] === offsets[to - 1]! + 1) {
      to++;
    }
    const joined = to - from > 1 ? access.join!(targets, from, to, owns[from]) : null;
    if (joined) {
      runs.push(new Run(joined, offsets[from]!));
    }
  }
  return runs.length > 0 ? runs : null;
}

/** Writes joined properties straight from the keys of their track. */
class RunReceiver implements TrackReceiver {
  /**
   * @param _offset the index of the track's first value
   * @param _areAll whether the track has no other values
   */
  constructor(
    private readonly _runs: readonly Run[],
    private readonly _offset: number,
    private readonly _areAll: boolean,
  ) {}

  receive(values: Numbers, from: number, next: number, position: Readonly<KeyPosition>): boolean {
    let areWritten = this._areAll;
    for (let i = 0; i < this._runs.length; i++) {
      const run = this._runs[i]!;
      const at = run.at - this._offset;
      run.isWritten = run.joined.write(values, from + at, next + at, position);
      areWritten &&= run.isWritten;
    }
    return areWritten;
  }
}

/** @returns null for a track without joined properties */
function receiverOf(runs: readonly Run[], { track: { size }, offset }: ClipTrack): TrackReceiver | null {
  const own = runs.filter(({ at }) => at >= offset && at < offset + size);
  const count = own.reduce((sum, { joined: { from, to } }) => sum + to - from, 0);
  return count > 0 ? new RunReceiver(own, offset, count === size) : null;
}

/** All rows of a table, and their targets. */
interface TableRows {
  readonly table: PropertyTable;
  readonly targets: readonly object[];
}

/** Properties whose values lie in a flat array. */
export class PropertyList {
  /** The targets of the properties. A copy, since in a crowd, following a reference costs more than writing a value. */
  readonly targets: readonly object[];
  readonly accesses: readonly PropertyAccess<object>[];
  readonly owns: readonly unknown[];
  /** The table whose rows are the properties; null if they are of several tables, or in another order. */
  private readonly _table: PropertyTable | null;
  /** Null until code asks for the properties of a table. */
  private _properties: readonly AnimatedProperty[] | null;
  /** The properties in a row that can be written in one go; null for none. */
  private readonly _runs: readonly Run[] | null;
  private _receivers: readonly (TrackReceiver | null)[] | null = null;

  /** @param offsets the index of the first component of each property */
  constructor(
    source: readonly AnimatedProperty[] | TableRows,
    readonly offsets: readonly number[],
  ) {
    if ("table" in source) {
      this._table = source.table;
      this._properties = null;
      this.targets = source.targets;
      this.accesses = source.table.shape.accesses;
      this.owns = source.table.owns;
    } else {
      this._table = null;
      this._properties = source;
      this.targets = source.map(({ target }) => target);
      this.accesses = source.map(({ access }) => access);
      this.owns = source.map(({ own }) => own);
    }
    this._runs = runsOf(this);
  }

  get properties(): readonly AnimatedProperty[] {
    return (this._properties ??= this.targets.map((target, row) => propertyAt(target, this._table!, row)));
  }

  /** Whether the property at an index is the one that an animation animates on a target. */
  isAt(index: number, target: unknown, animation: PropertyId): boolean {
    return target === this.targets[index] && isOfType(this._tableAt(index).shape.types[this._rowAt(index)]!, animation);
  }

  /** For each track of the values, what writes its joined properties straight from the keys, or null; null if nothing does. */
  receiversOf({ tracks }: TrackSet): readonly (TrackReceiver | null)[] | null {
    const { _runs: runs, accesses, targets } = this;
    if (!runs) {
      return null;
    }
    if (!this._receivers) {
      const joinable = targets.filter((_, i) => "join" in accesses[i]!);
      const areDistinct = new Set(joinable).size === joinable.length; // otherwise, the last channel of a target has to be written last
      this._receivers = tracks.map((each) => (areDistinct ? receiverOf(runs, each) : null));
    }
    return this._receivers;
  }

  /**
   * Writes values to the properties that a mask includes.
   * @param areReceived whether the values were sampled with {@link receiversOf}
   */
  write(values: Numbers, mask: PropertyMask, areReceived = false): void {
    const { targets, accesses, owns, _runs: runs, offsets } = this;
    for (let i = 0, next = 0; i < targets.length; i++) {
      if (runs !== null && mask === null && runs[next]?.joined.from === i) {
        const { joined, at, isWritten } = runs[next++]!;
        if ((areReceived && isWritten) || joined.write(values, at)) {
          i = joined.to - 1;
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
    const { targets, accesses, owns } = this;
    for (let i = 0; i < targets.length; i++) {
      if (mask === null || mask[i] === 1) {
        accesses[i]!.write(targets[i]!, this._tableAt(i).rests!, this._restAt(i), owns[i]);
      }
    }
    flushComponents();
  }

  read(values: Numbers): void {
    this.accesses.forEach((access, i) => access.read(this.targets[i]!, values, this.offsets[i]!));
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
    this.targets.forEach((target, i) => this._tableAt(i).remember(this._rowAt(i), target));
  }

  acquire(user: PropertyUser): void {
    this._changeUsers((users) => [...users, user]);
  }

  release(user: PropertyUser): void {
    this._changeUsers((users) => without(users, user));
  }

  /** Changes the users of all properties; the values at rest are those from before the first user. */
  private _changeUsers(change: (users: Users) => Users): void {
    const { targets, _table: table } = this;
    const ofAll = table?.users;
    let before = ofAll ?? NO_USERS;
    let after = change(before);
    for (let i = 0; i < targets.length; i++) {
      const own = this._tableAt(i);
      const row = this._rowAt(i);
      const users = own.usersOf(row);
      if (users !== before) {
        before = users;
        after = change(before);
      }
      if (users.length === 0 && after.length > 0) {
        own.readRest(row, targets[i]!);
      }
      if (!ofAll) {
        own.setUsers(row, after);
      }
    }
    if (table && ofAll) {
      table.users = after;
    }
  }

  private _tableAt(index: number): PropertyTable {
    return this._table ?? this._properties![index]!.table;
  }

  private _rowAt(index: number): number {
    return this._table ? index : this._properties![index]!.row;
  }

  private _restAt(index: number): number {
    return this._tableAt(index).shape.offsets[this._rowAt(index)]!;
  }

  /** Runs a function while the properties have the values at rest. */
  atRest<T>(run: () => T): T {
    const values = new Float64Array(this.properties.reduce((length, { kind }) => length + kind.size, 0));
    this.read(values);
    const moved = this.mask((i) => this.properties[i]!.rest!.some((component, c) => component !== values[this.offsets[i]! + c]));
    this.writeRest(moved);
    try {
      return run();
    } finally {
      this.write(values, moved);
    }
  }

  mask(has: (index: number) => boolean): Uint8Array {
    return Uint8Array.from(this.targets, (_, i) => Number(has(i)));
  }
}

/**
 * The properties of channels.
 * @param offsets the index of the first component of each
 * @returns the first channel whose target lacks the property, if one does
 */
export function listProperties<Channel extends PropertyChannel>(
  channels: readonly Channel[],
  offsets: readonly number[],
): PropertyList | Channel {
  let table = tableOf(channels);
  if (!table) {
    const lacking = bindProperties(channels, offsets);
    if (lacking) {
      return lacking;
    }
    table = tableOf(channels);
  }
  const targets = channels.map(({ target }) => target as object);
  const rows = table && { table, targets };
  return new PropertyList(rows ?? channels.map(({ animation }, i) => knownPropertyOf(targets[i]!, animation)!), offsets);
}
