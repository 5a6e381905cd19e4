import type { Animation } from "@babylonjs/core/Animations/animation.js";
import { getOrMake } from "../../../gltf/util/index.js";
import type { PropertyUser } from "./animatedProperty.js";
import { accessTo, type PropertyAccess } from "./propertyAccess.js";
import { kindOf, type ValueKind } from "./valueKind.js";

export type Users = readonly PropertyUser[];

/** The list of users before the first user. */
export const NO_USERS: Users = [];

/** What tells a property of a target from its others. */
export type PropertyId = Pick<Animation, "targetProperty" | "dataType">;

/** What an animated property of many objects has in common: its name, its data type, and the functions that read and write it. */
export interface PropertyType {
  readonly name: string;
  readonly dataType: number;
  readonly kind: ValueKind;
  readonly access: PropertyAccess<object>;
}

const types = new WeakMap<PropertyAccess<object>, PropertyType[]>();

/** The type of the property that an animation animates on a target; null if the target lacks the property. */
export function typeFor(target: object, animation: Animation): PropertyType | null {
  const kind = kindOf(animation)!;
  const access: PropertyAccess<object> | null = accessTo(target, animation, kind);
  if (!access) {
    return null;
  }
  const known = getOrMake(types, access, (): PropertyType[] => []);
  let type = known.find((each) => isOfType(each, animation));
  if (!type) {
    type = { name: animation.targetProperty, dataType: animation.dataType, kind, access };
    known.push(type);
  }
  return type;
}

export function isOfType({ name, dataType }: PropertyType, id: PropertyId): boolean {
  return name === id.targetProperty && dataType === id.dataType;
}

/** What the tables of all instances of an asset have in common. */
interface TableShape {
  readonly types: readonly PropertyType[];
  readonly accesses: readonly PropertyAccess<object>[];
  /** The index of the first component of each row. */
  readonly offsets: readonly number[];
  /** The number of components of all rows. */
  readonly length: number;
  /** The first row of each target. */
  readonly heads: readonly number[];
  /** For each row, the next row of the same target; -1 for none. */
  readonly nexts: Int32Array;
}

/** The last shape of rows with these offsets, which the instances of an asset share. */
const shapes = new WeakMap<readonly number[], TableShape>();

function shapeOf(targets: readonly object[], ofRows: readonly PropertyType[], offsets: readonly number[]): TableShape {
  const heads: number[] = [];
  const nexts = new Int32Array(targets.length).fill(-1);
  const lasts = new Map<object, number>();
  targets.forEach((target, row) => {
    const before = lasts.get(target);
    if (before === undefined) {
      heads.push(row);
    } else {
      nexts[before] = row;
    }
    lasts.set(target, row);
  });
  const known = shapes.get(offsets);
  if (known && ofRows.every((type, i) => type === known.types[i]) && nexts.every((next, i) => next === known.nexts[i])) {
    return known;
  }
  const length = ofRows.reduce((sum, { kind }) => sum + kind.size, 0);
  const shape = { types: ofRows, accesses: ofRows.map(({ access }) => access), offsets, length, heads, nexts };
  shapes.set(offsets, shape);
  return shape;
}

/**
 * What is known of properties that were animated together first, a row for each. A table has no targets: it lives as long as one of them, and must
 * not keep the others.
 */
export class PropertyTable {
  readonly shape: TableShape;
  /** The data of `PropertyAccess.create`, such as the value object that is assigned: no object of the application changes. */
  readonly owns: readonly unknown[];
  /** The values before the first animation; null while none is known. */
  private _originals: Float64Array | null = null;
  /** 1 for rows whose original value is known. */
  private _areKnown: Uint8Array | null = null;
  /** The values before the current users began, and how often each was read after the original one; null while all are the originals. */
  private _rests: Float64Array | null = null;
  private _restNumbers: Uint32Array | null = null;
  private _users = NO_USERS;
  /** The users of each row; null while all rows have the same. */
  private _usersOfRows: Users[] | null = null;

  /** @param offsets the index of the first component of each row */
  constructor(targets: readonly object[], ofRows: readonly PropertyType[], offsets: readonly number[]) {
    this.shape = shapeOf(targets, ofRows, offsets);
    this.owns = targets.map((target, row) => ofRows[row]!.access.create?.(target));
  }

  /** The values before the first animation, at the offsets of the rows. */
  get originals(): Float64Array | null {
    return this._originals;
  }

  /** The values before the current users began, at the offsets of the rows. */
  get rests(): Float64Array | null {
    return this._rests ?? this._originals;
  }

  hasOriginal(row: number): boolean {
    return this._areKnown?.[row] === 1;
  }

  /** The number of times that a value at rest was read since the first: one that was kept may be older. */
  restNumber(row: number): number {
    return this._restNumbers?.[row] ?? 0;
  }

  /** The current users of a row, in no order. Rows that are used alike have the same list, which does not change. */
  usersOf(row: number): Users {
    return this._usersOfRows?.[row] ?? this._users;
  }

  /** The current users of all rows; null if rows are used differently. */
  get users(): Users | null {
    return this._usersOfRows ? null : this._users;
  }

  set users(users: Users) {
    this._users = users;
    this._usersOfRows = null;
  }

  setUsers(row: number, users: Users): void {
    if (this.usersOf(row) !== users) {
      this._usersOfRows ??= this.owns.map(() => this._users);
      this._usersOfRows[row] = users;
    }
  }

  /** Reads the value at rest. */
  readRest(row: number, target: object): void {
    if (!this.hasOriginal(row)) {
      this.remember(row, target);
      return;
    }
    this._rests ??= this._originals!.slice();
    this._restNumbers ??= new Uint32Array(this.owns.length);
    this._restNumbers[row]!++;
    this._read(row, target, this._rests);
  }

  /** Keeps the current value as the original value, unless the original value is known already. */
  remember(row: number, target: object): void {
    if (!this.hasOriginal(row)) {
      this._originals ??= new Float64Array(this.shape.length);
      this._areKnown ??= new Uint8Array(this.owns.length);
      this._areKnown[row] = 1;
      this._read(row, target, this._originals);
      if (this._rests) {
        this._read(row, target, this._rests);
      }
    }
  }

  private _read(row: number, target: object, values: Float64Array): void {
    this.shape.accesses[row]!.read(target, values, this.shape.offsets[row]!);
  }
}
